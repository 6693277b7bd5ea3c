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

  /// A tensor's numbers.
  /// - Parameter shape: the length of each axis; nil where the tensor itself decides.
  mutating func tensor(_ name: String, shape: [Int?]) throws(WeightFileError) -> Tensor {
    let found = try use(name, shape: shape)
    return Tensor(shape: found, values: try file.floats(name))
  }

  /// The integers and the scales of the rows of a tensor that is stored so; nil if it is not.
  mutating func integers(
    _ name: String, shape: [Int?]
  ) throws(WeightFileError) -> (values: [Int16], scales: [Float])? {
    guard file.tensors[name]?.elementType == .int16 else { return nil }
    _ = try use(name, shape: shape)
    return try file.integers(name)
  }

  private mutating func use(_ name: String, shape: [Int?]) throws(WeightFileError) -> [Int] {
    let found = try file.shape(name)
    let fits = found.count == shape.count && zip(found, shape).allSatisfy { $1 == nil || $0 == $1 }
    guard fits, !found.contains(0) else {
      let wanted = shape.map { $0.map(String.init) ?? "any" }.joined(separator: ", ")
      throw WeightFileError(
        .wrongShape("\(found) where [\(wanted)] is needed"), name: name,
        byteOffset: byteOffset(of: name))
    }
    unused.remove(name)
    return found
  }

  /// A convolution's weights, `[outputs, inputs of a group, frames, frequencies]`.
  mutating func kernel(_ name: String, shape: [Int?]) throws(WeightFileError) -> Tensor {
    let kernel = try tensor(name, shape: shape)
    // Each frame is one more of every position to keep.
    try require(kernel.shape[2] <= 16, name, "it sees \(kernel.shape[2]) frames, more than 16")
    return kernel
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
