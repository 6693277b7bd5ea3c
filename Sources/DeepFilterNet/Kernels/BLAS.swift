import CDeepFilterNetTarget

#if BLAS && canImport(CVoiceIsolationBLAS)
  import CVoiceIsolationBLAS
#elseif BLAS && canImport(Accelerate)
  import Accelerate
#endif

/// The system's BLAS, if the build has one: matrix products of whole blocks, never of a live hop.
enum BLAS {
  #if BLAS && canImport(CVoiceIsolationBLAS)
    /// Where our kernels have wide registers they are the faster ones (files in 72 to 78 µs a frame).
    /// OpenBLAS's serial build gives wrong numbers when two threads call it at once.
    static let isUsable = !dfn_target_has_wide_registers() && openblas_get_parallel() != 0
  #elseif BLAS && canImport(Accelerate)
    static let isUsable = true
  #else
    static let isUsable = false
  #endif

  /// OpenBLAS runs a product of so many multiply-adds, or fewer, on the calling thread. Larger
  /// ones it would cut for its own threads, as many as an environment variable says, and the bits
  /// with them.
  static let largestProduct = 1 << 18

  /// `y ← x · w`, all row-major, rows `…Stride` apart: x `[rows × inner]`, w `[inner × columns]`.
  @unsafe
  static func multiply(
    rows: Int, columns: Int, inner: Int,
    x: UnsafePointer<Float>, xStride: Int,
    w: UnsafePointer<Float>, wStride: Int,
    y: UnsafeMutablePointer<Float>, yStride: Int
  ) {
    #if BLAS && (canImport(CVoiceIsolationBLAS) || canImport(Accelerate))
      unsafe cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, .init(rows), .init(columns), .init(inner),
        1, x, .init(xStride), w, .init(wStride), 0, y, .init(yStride))
    #endif
  }
}

extension PackedProduct {
  /// The same product by the BLAS, a panel and a run of columns at a time.
  func runByBLAS(columns: Int) {
    let run = max(BLAS.largestProduct / (inputs * Self.width), 1)
    for panel in 0..<groups * panelCount {
      let (group, first) = (panel / panelCount, panel % panelCount * Self.width)
      let width = min(outputs - first, Self.width)
      var column = 0
      while column < columns {
        let count = min(run, columns - column)
        let target = unsafe y + column * yStride + group * outputs + first
        unsafe BLAS.multiply(
          rows: count, columns: width, inner: inputs,
          x: input(panel, column), xStride: xStride,
          w: weights(panel), wStride: Self.width,
          y: target, yStride: yStride)
        unsafe finish(target, count: count, width: width, panel: panel)
        column += count
      }
    }
  }

  /// Adds the bias and rectifies, while the numbers are still near.
  private func finish(
    _ target: UnsafeMutablePointer<Float>, count: Int, width: Int, panel: Int
  ) {
    let bias = unsafe self.bias + panel * Self.width
    for column in 0..<count {
      let row = unsafe target + column * yStride
      for i in 0..<width {
        let value = unsafe row[i] + bias[i]
        unsafe row[i] = rectified && value < 0 ? 0 : value
      }
    }
  }
}
