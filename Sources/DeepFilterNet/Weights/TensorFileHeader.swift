/// The header of a safetensors file, checked against itself and against the file's length.
///
///     8 bytes    length of the JSON text, little-endian
///     n bytes    JSON: {"__metadata__": {text: text}, name: {"dtype", "shape", "data_offsets"}}
///     the rest   the tensors' numbers, without holes, little-endian
struct TensorFileHeader {
  private(set) var metadata: [String: String] = [:]
  private(set) var tensors: [String: TensorRecord] = [:]

  private static let lengthByteCount = 8
  /// As in the format's own library.
  private static let maximumByteCount = 100_000_000

  init(_ file: [UInt8]) throws(WeightFileError) {
    let start = Self.lengthByteCount
    guard file.count >= start else { throw WeightFileError(.truncated, byteOffset: file.count) }
    let length = file[..<start].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard length > 0, length <= Self.maximumByteCount,
      file.count == start || file[start] == UInt8(ascii: "{")
    else {
      throw WeightFileError(.notAWeightFile)
    }
    let dataStart = start + Int(length)
    guard dataStart <= file.count else {
      throw WeightFileError(.truncated, byteOffset: file.count)
    }

    var scanner = JSONScanner(file, in: start..<dataStart)
    try scanner.object { (scanner, name) throws(WeightFileError) in
      if name == "__metadata__" {
        try scanner.object { (scanner, key) throws(WeightFileError) in
          metadata[key] = try scanner.string()
        }
      } else {
        scanner.name = name
        tensors[name] = try Self.record(from: &scanner, in: dataStart..<file.count)
        scanner.name = nil
      }
    }
    try scanner.expectEnd()
    try checkPlaces(in: dataStart..<file.count)
  }

  /// Reads one tensor's entry.
  /// - Parameter data: the place of all tensors' numbers in the file.
  private static func record(
    from scanner: inout JSONScanner, in data: Range<Int>
  ) throws(WeightFileError) -> TensorRecord {
    let start = scanner.position
    var type: String?
    var shape: [Int]?
    var offsets: [Int]?
    try scanner.object { (scanner, key) throws(WeightFileError) in
      switch key {
      case "dtype": type = try scanner.asciiString()
      case "shape": shape = try scanner.integers()
      case "data_offsets": offsets = try scanner.integers()
      default:
        throw scanner.error("an unknown key \(WeightFileError.quoted(key))", at: scanner.position)
      }
    }
    guard let type, let shape, let offsets else {
      throw scanner.error("an entry without dtype, shape or data_offsets", at: start)
    }
    guard let elementType = TensorRecord.ElementType(rawValue: type) else {
      throw WeightFileError(
        .unsupportedType(WeightFileError.quoted(type)), name: scanner.name, byteOffset: start)
    }
    guard offsets.count == 2, offsets[0] <= offsets[1] else {
      throw scanner.error("data_offsets are not a begin and an end", at: start)
    }
    guard offsets[1] <= data.count else {
      throw WeightFileError(.truncated, name: scanner.name, byteOffset: data.upperBound)
    }
    guard product(of: shape + [elementType.byteCount]) == offsets[1] - offsets[0] else {
      throw scanner.error("shape and data_offsets do not agree", at: start)
    }
    return TensorRecord(
      elementType: elementType, shape: shape,
      bytes: data.lowerBound + offsets[0]..<data.lowerBound + offsets[1], headerOffset: start)
  }

  /// The tensors must follow one another from the first byte of the data to the last.
  private func checkPlaces(in data: Range<Int>) throws(WeightFileError) {
    // The header's order decides last, so that the same file always gets the same error.
    let places = tensors.sorted { (first, second) in
      let (one, other) = (first.value, second.value)
      return (one.bytes.lowerBound, one.bytes.upperBound, one.headerOffset)
        < (other.bytes.lowerBound, other.bytes.upperBound, other.headerOffset)
    }
    var end = data.lowerBound
    for (name, tensor) in places {
      guard tensor.bytes.lowerBound == end else {
        let fault = tensor.bytes.lowerBound < end ? "overlaps" : "leaves a hole after"
        throw WeightFileError(
          .badHeader("\(fault) the tensor before it"), name: name,
          byteOffset: tensor.headerOffset)
      }
      end = tensor.bytes.upperBound
    }
    guard end == data.upperBound else {
      throw WeightFileError(.badHeader("bytes after the last tensor"), byteOffset: end)
    }
  }

  /// `nil` if it is too large.
  private static func product(of factors: [Int]) -> Int? {
    var product = 1
    for factor in factors {
      let (next, isTooLarge) = product.multipliedReportingOverflow(by: factor)
      guard !isTooLarge else { return nil }
      product = next
    }
    return product
  }
}
