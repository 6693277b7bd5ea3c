/// Hands out the tensors of a weight file by name, each with the shape that its place asks for, and
/// knows at the end which were never asked for.
struct WeightReader {
  private let file: TensorFile
  private var unused: Set<String>

  init(_ file: TensorFile) {
    self.file = file
    unused = Set(file.names)
  }

  func has(_ name: String) -> Bool { file.tensors[name] != nil }

  /// - Parameter shape: the length of each axis; nil where the tensor itself decides.
  mutating func tensor(_ name: String, shape: [Int?]) throws(WeightFileError) -> Tensor {
    let found = try file.shape(name)
    let fits = found.count == shape.count && zip(found, shape).allSatisfy { $1 == nil || $0 == $1 }
    guard fits, !found.contains(0) else {
      let wanted = shape.map { $0.map(String.init) ?? "any" }.joined(separator: ", ")
      throw WeightFileError(
        .wrongShape("\(found) where [\(wanted)] is needed"), name: name,
        byteOffset: byteOffset(of: name))
    }
    unused.remove(name)
    return Tensor(shape: found, values: try file.floats(name))
  }

  mutating func vector(_ name: String, count: Int) throws(WeightFileError) -> [Float] {
    try tensor(name, shape: [count]).values
  }

  /// Says what is wrong with the shape of a tensor, where one alone does not show it.
  func require(
    _ condition: Bool, _ name: String, _ what: String
  ) throws(WeightFileError) {
    guard condition else {
      throw WeightFileError(.wrongShape(what), name: name, byteOffset: byteOffset(of: name))
    }
  }

  /// Every tensor must have been used.
  func finish() throws(WeightFileError) {
    if let name = unused.min() {
      throw WeightFileError(.unknownTensor, name: name, byteOffset: byteOffset(of: name))
    }
  }

  /// Where the header describes a tensor.
  private func byteOffset(of name: String) -> Int { file.tensors[name]?.headerOffset ?? 0 }
}
