/// The middle of a four-step FFT: the rows become columns, each number turned by its twiddle.
///
/// `y[l, k] = e^(−2πi·k·l/(rows·columns)) · x[k, l]`
struct TwiddledTranspose: Sendable {
  let rows: Int
  let columns: Int
  /// `[columns × rows]`
  let twiddles: [Complex]

  init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    twiddles = (0..<columns).flatMap { l in
      (0..<rows).map { k in Complex.root(of: rows * columns, power: k * l) }
    }
  }

  func run(from x: borrowing ComplexPlanes, into y: inout ComplexPlanes) {
    precondition(x.count >= twiddles.count && y.count >= twiddles.count, "a plane is too short")
    // In bounds: both indices run below rows · columns.
    unsafe x.withPointers { xRe, xIm in
      unsafe y.withMutablePointers { yRe, yIm in
        unsafe twiddles.withUnsafeBufferPointer { twiddles in
          for l in 0..<columns {
            for k in 0..<rows {
              let (re, im) = unsafe (xRe[k * columns + l], xIm[k * columns + l])
              let turn = unsafe twiddles[l * rows + k]
              unsafe yRe[l * rows + k] = re * turn.re - im * turn.im
              unsafe yIm[l * rows + k] = re * turn.im + im * turn.re
            }
          }
        }
      }
    }
  }
}
