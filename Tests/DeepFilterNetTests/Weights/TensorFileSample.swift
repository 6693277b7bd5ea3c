/// Builds safetensors files, sound or damaged, by hand.
struct TensorFileSample {
  private var members: [String] = []
  private(set) var data: [UInt8] = []

  init(metadata: String? = nil) {
    if let metadata { members.append(#""__metadata__":\#(metadata)"#) }
  }

  mutating func add(_ name: String, shape: [Int], floats: [Float]) {
    add(name, type: "F32", shape: shape, bytes: floats.flatMap { Self.bytes($0.bitPattern) })
  }

  mutating func add(_ name: String, shape: [Int], int16s: [Int16]) {
    add(name, type: "I16", shape: shape, bytes: int16s.flatMap(Self.bytes))
  }

  private mutating func add(_ name: String, type: String, shape: [Int], bytes: [UInt8]) {
    let offsets = [data.count, data.count + bytes.count]
    members.append(#""\#(name)":{"dtype":"\#(type)","shape":\#(shape),"data_offsets":\#(offsets)}"#)
    data += bytes
  }

  var header: String { "{" + members.joined(separator: ",") + "}" }

  var bytes: [UInt8] { Self.file(header: Array(header.utf8), data: data) }

  /// The offset of the first of the tensors' numbers.
  var dataOffset: Int { 8 + header.utf8.count }

  static func file(header: [UInt8], data: [UInt8] = []) -> [UInt8] {
    bytes(UInt64(header.count)) + header + data
  }

  /// Little-endian.
  static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Two tensors, one of them scaled, and metadata.
  static let small: TensorFileSample = {
    let metadata = #"{"format":"small","\u0061/\"":"ü\u00e4\ud83d\ude00\n"}"#
    var sample = TensorFileSample(metadata: metadata)
    sample.add("a.weight", shape: [2, 3], int16s: [1, -2, 3, 32767, -32768, 0])
    sample.add("a.weight.scale", shape: [2], floats: [0.5, 2])
    sample.add("a.bias", shape: [3], floats: [1.5, -0.0, .leastNonzeroMagnitude])
    return sample
  }()
}
