/// What a safetensors header says of one tensor: its numbers' type, its shape, its place.
package struct TensorRecord: Equatable, Sendable {
  /// The types of number that the reader knows, by their names in the header.
  package enum ElementType: String, Sendable {
    case float32 = "F32"
    case int16 = "I16"

    var byteCount: Int {
      switch self {
      case .float32: 4
      case .int16: 2
      }
    }
  }

  package let elementType: ElementType
  /// Row-major; `[]` is a single number.
  package let shape: [Int]
  /// The numbers' place in the file, little-endian.
  package let bytes: Range<Int>
  /// The entry's place in the header.
  package let headerOffset: Int

  package var elementCount: Int { bytes.count / elementType.byteCount }

  /// All axes but the last as one; 1 for a vector or a single number.
  var rowCount: Int {
    // The header's check has formed this product on its way to the whole one.
    shape.dropLast().reduce(1, *)
  }
}
