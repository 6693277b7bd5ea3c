/// A safetensors file in memory. Its layout is checked when it is opened, its numbers when they are
/// asked for.
package struct TensorFile: Sendable {
  /// The header's `__metadata__`.
  package let metadata: [String: String]
  /// Every tensor by its name.
  package let tensors: [String: TensorRecord]
  let bytes: [UInt8]

  /// Reads a file.
  package init(contentsOfFile path: String) throws(WeightFileError) {
    try self.init(bytes: FileBytes.contents(ofFile: path))
  }

  /// Takes a file's bytes.
  package init(bytes: [UInt8]) throws(WeightFileError) {
    let header = try TensorFileHeader(bytes)
    metadata = header.metadata
    tensors = header.tensors
    self.bytes = bytes
  }

  /// The tensors' names in order, without the scales that belong to int16 tensors.
  package var names: [String] {
    let int16s = tensors.filter { $0.value.elementType == .int16 }
    let scales = int16s.keys.map(Self.scaleName)
    return Set(tensors.keys).subtracting(scales).sorted()
  }

  /// The tensor's shape, row-major.
  /// - Throws: `.missingTensor`.
  package func shape(_ name: String) throws(WeightFileError) -> [Int] {
    try record(name).shape
  }

  func record(_ name: String) throws(WeightFileError) -> TensorRecord {
    guard let record = tensors[name] else { throw WeightFileError(.missingTensor, name: name) }
    return record
  }

  static func scaleName(of name: String) -> String { name + ".scale" }
}
