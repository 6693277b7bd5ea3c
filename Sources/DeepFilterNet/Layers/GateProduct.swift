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
  ///   - rounded: holds the same columns, if they are to be rounded.
  ///   - y: `[columns × outputs]` from `yStart` on, its columns `yStride` apart; overwritten.
  func multiply(
    _ x: [Float], from start: Int = 0, columns: Int, rounded: QuantizedColumns?,
    into y: inout [Float], at yStart: Int = 0, stride yStride: Int, kernels: Kernels
  ) {
    switch self {
    case .float(let matrix):
      matrix.multiply(
        x, from: start, columns: columns, into: &y, at: yStart, stride: yStride, kernels: kernels)
    case .quantized(let matrix):
      if let rounded {
        matrix.multiply(
          rounded, columns: columns, into: &y, at: yStart, stride: yStride, kernels: kernels)
      }
    }
  }
}
