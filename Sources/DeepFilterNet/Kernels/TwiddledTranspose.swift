import CDeepFilterNetKernels

/// The middle of a four-step FFT: the rows become columns, each number turned by its twiddle.
///
/// `y[l, k] = e^(−2πi·k·l/(rows·columns)) · x[k, l]`
struct TwiddledTranspose: Sendable {
  let rows: Int
  let columns: Int
  /// `[columns × rows]`, as two planes.
  let cosines: [Float]
  let sines: [Float]

  init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    let twiddles = (0..<columns).flatMap { l in
      (0..<rows).map { k in Complex.root(of: rows * columns, power: k * l) }
    }
    cosines = twiddles.map(\.re)
    sines = twiddles.map(\.im)
  }

  func run(from x: borrowing ComplexPlanes, into y: inout ComplexPlanes, kernels: Kernels) {
    let count = rows * columns
    precondition(x.count >= count && y.count >= count, "a plane is too short")
    // In bounds: both indices run below rows · columns.
    unsafe x.withPointers { xRe, xIm in
      unsafe y.withMutablePointers { yRe, yIm in
        unsafe cosines.withUnsafeBufferPointer { cosines in
          unsafe sines.withUnsafeBufferPointer { sines in
            let transpose = unsafe dfn_twiddled_transpose(
              rows: rows, columns: columns, twiddles_re: cosines.baseAddress,
              twiddles_im: sines.baseAddress, x_re: xRe, x_im: xIm, y_re: yRe, y_im: yIm)
            unsafe dfn_transpose_twiddled(transpose, kernels.instructions.set)
          }
        }
      }
    }
  }
}
