import CDeepFilterNetKernels

#if BLAS && canImport(CVoiceIsolationBLAS)
  import CVoiceIsolationBLAS
#elseif BLAS && canImport(Accelerate)
  import Accelerate
#endif

/// The system's BLAS, if the build has one: matrix products of whole blocks, never of a live hop.
enum BLAS {
  #if BLAS && canImport(CVoiceIsolationBLAS)
    /// OpenBLAS's serial build gives wrong numbers when two threads call it at once.
    static let isUsable = openblas_get_parallel() != 0
  #elseif BLAS && canImport(Accelerate)
    static let isUsable = true
  #else
    static let isUsable = false
  #endif

  /// OpenBLAS runs a product of so many multiply-adds, or fewer, on the calling thread. Larger
  /// ones it would cut for its own threads, as many as an environment variable says, and the bits
  /// with them.
  static let largestProduct = 1 << 18

  /// The same as `dfn_multiply_floats`, a panel and a run of columns at a time. The caller answers
  /// for the pointers.
  @unsafe
  static func multiply(_ product: dfn_float_product) {
    #if BLAS && (canImport(CVoiceIsolationBLAS) || canImport(Accelerate))
      let width = PackedMatrix.panelWidth
      let (inputs, outputs) = unsafe (product.inputs, product.outputs)
      let (xStride, yStride) = unsafe (product.groups * inputs, product.y_stride)
      let panelCount = (outputs + width - 1) / width
      let run = max(largestProduct / (inputs * width), 1)
      for panel in unsafe 0..<product.groups * panelCount {
        let (group, first) = (panel / panelCount, panel % panelCount * width)
        let panelOutputs = min(outputs - first, width)
        for column in unsafe stride(from: 0, to: product.columns, by: run) {
          let columns = unsafe min(run, product.columns - column)
          let y = unsafe product.y + column * yStride + group * outputs + first
          unsafe cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasNoTrans,
            .init(columns), .init(panelOutputs), .init(inputs), 1,
            product.x + column * xStride + group * inputs, .init(xStride),
            product.panels + panel * inputs * width, .init(width), 0, y, .init(yStride))
          unsafe finish(
            y, columns: columns, stride: yStride, bias: product.bias + panel * width,
            outputs: panelOutputs, rectified: product.rectified)
        }
      }
    #endif
  }

  /// Adds the bias and rectifies, while the numbers are still near.
  @unsafe
  private static func finish(
    _ y: UnsafeMutablePointer<Float>, columns: Int, stride: Int,
    bias: UnsafePointer<Float>, outputs: Int, rectified: Bool
  ) {
    for column in 0..<columns {
      let row = unsafe y + column * stride
      for i in 0..<outputs {
        let value = unsafe row[i] + bias[i]
        unsafe row[i] = rectified && value < 0 ? 0 : value
      }
    }
  }
}
