/// One of a GRU's two matrices, in the form its weights are stored in.
enum GateProduct: Sendable {
  case float(PackedMatrix)
  case quantized(QuantizedMatrix)

  var isQuantized: Bool {
    if case .quantized = self { true } else { false }
  }

  /// What columns are rounded in, if they are.
  func makeScratch(columns: Int) -> QuantizedColumns? {
    switch self {
    case .float: nil
    case .quantized(let matrix): QuantizedColumns(columns: columns, size: matrix.inputs)
    }
  }

  /// - Parameters:
  ///   - x: `[columns × inputs]`, from `start` on.
  ///   - y: `[columns × outputs]`, overwritten.
  func multiply(
    _ x: [Float], from start: Int = 0, columns: Int, scratch: inout QuantizedColumns?,
    into y: inout [Float], kernels: Kernels
  ) {
    switch self {
    case .float(let matrix):
      matrix.multiply(x, from: start, columns: columns, into: &y, kernels: kernels)
    case .quantized(let matrix):
      scratch?.load(x, from: start, columns: columns)
      if let scratch { matrix.multiply(scratch, columns: columns, into: &y, kernels: kernels) }
    }
  }
}
