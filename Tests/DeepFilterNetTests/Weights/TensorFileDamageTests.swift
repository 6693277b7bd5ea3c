import DeepFilterNet
import Testing

/// A header that must be refused; `^` marks where, and is taken out before it is read.
struct BadHeader: Sendable, CustomTestStringConvertible {
  let header: String
  let reason: WeightFileError.Reason
  var name: String?
  var dataByteCount: Int = 4

  var testDescription: String { String(header.prefix(100)) }

  init(
    _ header: String, _ text: String, name: String? = nil, dataByteCount: Int = 4
  ) {
    self.init(header, .badHeader(text), name: name, dataByteCount: dataByteCount)
  }

  init(
    _ header: String, _ reason: WeightFileError.Reason, name: String? = nil, dataByteCount: Int = 4
  ) {
    self.header = header
    self.reason = reason
    self.name = name
    self.dataByteCount = dataByteCount
  }

  static let number = #""a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}"#

  static let all: [BadHeader] = [
    // Not JSON.
    .init("{^", "“\"” was expected"),
    .init("{^,}", "“\"” was expected"),
    .init("{\(number) ^\(number)}", "“,” or “}” was expected"),
    .init("{\(number),^}", "“\"” was expected"),
    .init("{\(number)} ^x", "text after its end"),
    .init("{\(number)} ^\n", "text after its end"),
    .init(#"{"^a"#, "a string without an end"),
    .init(#"{"a\"#, "an unknown escape"),
    .init(#"{"a^\x":1}"#, "an unknown escape"),
    .init(#"{"\u12^"#, "four hexadecimal digits were expected"),
    .init(#"{"^\ud83d":1}"#, "half a surrogate pair"),
    .init(#"{"^\ud83d\n":1}"#, "half a surrogate pair"),
    .init(#"{"^\ud83d\ud83d":1}"#, "half a surrogate pair"),
    .init(#"{"^\ude00":1}"#, "half a surrogate pair"),
    .init("{\"a^\n\":1}", "a control character in a string"),
    .init(#"{"a"^1}"#, "“:” was expected"),
    // Values of another kind than the format has.
    .init(#"{"__metadata__":^[]}"#, "“{” was expected"),
    .init(#"{"__metadata__":{"a":^1}}"#, "“\"” was expected"),
    .init(#"{"a":^null}"#, "“{” was expected", name: "a"),
    .init(#"{"a":{"dtype":^32}}"#, "“\"” was expected", name: "a"),
    .init(#"{"a":{"shape":^"1"}}"#, "“[” was expected", name: "a"),
    .init(#"{"a":{"shape":[^-1]}}"#, "a whole number, 0 or more, was expected", name: "a"),
    .init(#"{"a":{"shape":[1^.0]}}"#, "“,” or “]” was expected", name: "a"),
    .init(#"{"a":{"shape":[1^e3]}}"#, "“,” or “]” was expected", name: "a"),
    .init(#"{"a":{"shape":[^01]}}"#, "a whole number, 0 or more, was expected", name: "a"),
    .init(#"{"a":{"shape":[^99999999999999999999]}}"#, "a number too large", name: "a"),
    .init(#"{"a":{"shape":[^9223372036854775808]}}"#, "a number too large", name: "a"),
    .init(
      #"{"a":{"shape":[^"# + String(repeating: "[", count: 100_000),
      "a whole number, 0 or more, was expected", name: "a"),
    .init(
      #"{"a":"# + "^" + String(repeating: "[", count: 100_000), "“{” was expected", name: "a"),
    // Entries that contradict themselves or each other.
    .init("{\(number),^\(number)}", #"the key "a" comes twice"#),
    .init(#"{"a":{"dtype":"F32",^"dtype":"F32"}}"#, #"the key "dtype" comes twice"#, name: "a"),
    .init(#"{"__metadata__":{"k":"1",^"k":"1"}}"#, #"the key "k" comes twice"#),
    .init(#"{\#(number),^"\u0061":{}}"#, #"the key "a" comes twice"#),
    .init(#"{ ^"é":{}}"#, "a name not in ASCII"),
    .init(#"{"a":{"dtype":^"F32\u0301"}}"#, "a name not in ASCII", name: "a"),
    .init(#"{"a":{"offset":^1}}"#, #"an unknown key "offset""#, name: "a"),
    .init(
      #"{"a":^{"dtype":"F32","shape":[1]}}"#, "an entry without dtype, shape or data_offsets",
      name: "a"),
    .init(entry(offsets: "[4]"), "data_offsets are not a begin and an end", name: "a"),
    .init(entry(offsets: "[0,2,4]"), "data_offsets are not a begin and an end", name: "a"),
    .init(entry(offsets: "[4,0]"), "data_offsets are not a begin and an end", name: "a"),
    .init(entry(shape: "[2]"), "shape and data_offsets do not agree", name: "a"),
    .init(entry(shape: "[0]"), "shape and data_offsets do not agree", name: "a"),
    .init(
      entry(shape: "[4611686018427387904,4]"), "shape and data_offsets do not agree", name: "a"),
    .init(
      entry(shape: "[4611686018427387904]"), "shape and data_offsets do not agree", name: "a"),
    .init(entry(type: "F16"), .unsupportedType(#""F16""#), name: "a"),
    .init(entry(type: "f32"), .unsupportedType(#""f32""#), name: "a"),
    .init(
      #"{\#(number),"b":^{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#,
      "overlaps the tensor before it", name: "b"),
    .init(
      #"{\#(number),"b":^{"dtype":"I16","shape":[2],"data_offsets":[2,6]}}"#,
      "overlaps the tensor before it", name: "b", dataByteCount: 6),
    .init(
      #"{\#(number),"b":^{"dtype":"F32","shape":[1],"data_offsets":[5,9]}}"#,
      "leaves a hole after the tensor before it", name: "b", dataByteCount: 9),
    .init(
      #"{"b":^{"dtype":"F32","shape":[1],"data_offsets":[1,5]}}"#,
      "leaves a hole after the tensor before it", name: "b", dataByteCount: 5),
  ]

  private static func entry(
    type: String = "F32", shape: String = "[1]", offsets: String = "[0,4]"
  ) -> String {
    #"{"a":^{"dtype":"\#(type)","shape":\#(shape),"data_offsets":\#(offsets)}}"#
  }
}

@Suite("TensorFile, damaged")
struct TensorFileDamageTests {
  @Test("a header that is not sound is refused, with its fault's place", arguments: BadHeader.all)
  func header(bad: BadHeader) {
    let parts = bad.header.split(separator: "^", omittingEmptySubsequences: false)
    let data = [UInt8](repeating: 0, count: bad.dataByteCount)
    let file = TensorFileSample.file(header: Array(parts.joined().utf8), data: data)
    let error = #expect(throws: WeightFileError.self) { try TensorFile(bytes: file) }
    #expect(error?.reason == bad.reason)
    #expect(error?.name == bad.name)
    if parts.count > 1 { #expect(error?.byteOffset == 8 + parts[0].utf8.count) }
  }

  @Test(
    "text that is not UTF-8 is refused",
    arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]])
  func notUTF8(text: [UInt8]) {
    let header = Array(#"{""#.utf8) + text + Array(#"":1}"#.utf8)
    #expect(throws: WeightFileError(.badHeader("text not in UTF-8"), byteOffset: 10)) {
      try TensorFile(bytes: TensorFileSample.file(header: header))
    }
  }

  @Test("what is no safetensors file is refused as such")
  func notAWeightFile() {
    let files: [[UInt8]] = [
      Array("This is a text, not a weight file.".utf8),
      TensorFileSample.bytes(UInt64.max) + Array("{}".utf8),
      TensorFileSample.bytes(UInt64(100_000_001)) + Array("{}".utf8),
      TensorFileSample.bytes(UInt64(0)),
      TensorFileSample.file(header: Array(" {}".utf8)),
    ]
    for file in files {
      #expect(throws: WeightFileError(.notAWeightFile)) { try TensorFile(bytes: file) }
    }
  }

  @Test("a file cut at any length is refused as truncated")
  func truncated() {
    let whole = TensorFileSample.small.bytes
    for count in 0..<whole.count {
      let error = #expect(throws: WeightFileError.self) {
        try TensorFile(bytes: Array(whole[..<count]))
      }
      #expect(error?.reason == .truncated)
      #expect(error?.byteOffset == count)
    }
  }

  @Test("bytes after the last tensor are refused")
  func tooLong() {
    let whole = TensorFileSample.small.bytes
    #expect(
      throws: WeightFileError(.badHeader("bytes after the last tensor"), byteOffset: whole.count)
    ) {
      try TensorFile(bytes: whole + [0])
    }
  }

  @Test("any bit flipped: refused, or a file whose every tensor reads or is refused")
  func bitFlips() {
    let whole = TensorFileSample.small.bytes
    var soundCount = 0
    for bit in 0..<8 * whole.count {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      do throws(WeightFileError) {
        let file = try TensorFile(bytes: bytes)
        for name in file.tensors.keys {
          let numbers = try file.floats(name)
          #expect(numbers.count == file.tensors[name]?.elementCount)
          #expect(!numbers.contains { !$0.isFinite })
        }
        soundCount += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // A letter changed in a name or in the metadata, or a bit in a number, does no harm to the form.
    #expect(soundCount > 0 && soundCount < 8 * whole.count)
  }

  @Test("a tensor that is not there is named")
  func missing() throws {
    let file = try TensorFile(bytes: TensorFileSample.small.bytes)
    let error = WeightFileError(.missingTensor, name: "a")
    #expect(throws: error) { try file.floats("a") }
    #expect(throws: error) { try file.shape("a") }
  }

  @Test("a number that is not finite is named with its place", arguments: [0, 1, 2])
  func notFinite(index: Int) throws {
    for number in [Float.infinity, -.infinity, .nan, .signalingNaN] {
      var floats: [Float] = [1, 2, 3]
      floats[index] = number
      var sample = TensorFileSample()
      sample.add("a", shape: [1], floats: [0])
      sample.add("b", shape: [3], floats: floats)
      let file = try TensorFile(bytes: sample.bytes)
      let offset = sample.dataOffset + 4 + 4 * index
      #expect(throws: WeightFileError(.notFinite, name: "b", byteOffset: offset)) {
        try file.floats("b")
      }
    }
  }

  @Test("int16 without sound scales is refused, the scales named")
  func scales() throws {
    func error(shape: [Int], floats: [Float]) throws -> WeightFileError? {
      var sample = TensorFileSample()
      sample.add("a", shape: [2, 1], int16s: [1, 2])
      sample.add("a.scale", shape: shape, floats: floats)
      let file = try TensorFile(bytes: sample.bytes)
      let error = #expect(throws: WeightFileError.self) { try file.floats("a") }
      #expect(error?.name == "a.scale")
      #expect(error?.byteOffset ?? 0 > 0)
      return error
    }
    let wrongShape = WeightFileError.Reason.wrongShape("one scale a row would be [2]")
    #expect(try error(shape: [1], floats: [1])?.reason == wrongShape)
    #expect(try error(shape: [2, 1], floats: [1, 1])?.reason == wrongShape)
    #expect(try error(shape: [2], floats: [1, .nan])?.reason == .notFinite)
    // Finite itself, but not times 32,768.
    #expect(try error(shape: [2], floats: [1, 2e34])?.reason == .notFinite)

    var sample = TensorFileSample()
    sample.add("a", shape: [2, 1], int16s: [1, 2])
    let missing = WeightFileError(.missingTensor, name: "a.scale")
    #expect(throws: missing) { try TensorFile(bytes: sample.bytes).floats("a") }

    sample.add("a.scale", shape: [2], int16s: [1, 2])
    let unsupported = #expect(throws: WeightFileError.self) {
      try TensorFile(bytes: sample.bytes).floats("a")
    }
    #expect(unsupported?.reason == .unsupportedType("scales must be F32"))
  }
}
