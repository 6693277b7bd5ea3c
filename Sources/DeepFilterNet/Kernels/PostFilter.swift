/// Lowers further what the two stages have already lowered much (Valin et al., "A
/// Perceptually-Motivated Approach for Low-Complexity, Real-Time Enhancement of Fullband Speech").
enum PostFilter {
  /// With g = |Y|/|X| within 0…1 and s = g·sin(πg/2): `Y ← Y · (1 + β) / (1 + β·(g/s)²)`.
  /// - Parameters:
  ///   - enhanced: Y, real plane from 0 on, imaginary at `planeStride`, which is a multiple of 8.
  ///   - spectrum: X, likewise from `start` on.
  /// - Source: libDF `post_filter`.
  static func apply(
    beta: Float, to enhanced: inout [Float], noisy spectrum: [Float], at start: Int,
    planeStride: Int
  ) {
    precondition(enhanced.count >= 2 * planeStride && planeStride % Lanes.scalarCount == 0)
    precondition(start >= 0 && start + 2 * planeStride <= spectrum.count)
    unsafe spectrum.withUnsafeBufferPointer { spectrum in
      unsafe enhanced.withUnsafeMutableBufferPointer { enhanced in
        guard let x = spectrum.baseAddress, let y = enhanced.baseAddress else { return }
        for bin in stride(from: start, to: start + planeStride, by: Lanes.scalarCount) {
          let (xRe, xIm) = unsafe (Lanes(from: x + bin), Lanes(from: x + bin + planeStride))
          let at = bin - start
          let (yRe, yIm) = unsafe (Lanes(from: y + at), Lanes(from: y + at + planeStride))
          let noisy = (xRe * xRe + xIm * xIm).squareRoot()
          let clean = (yRe * yRe + yIm * yIm).squareRoot()
          let gain = (clean / (noisy + 1e-12)).held(from: 1e-12, to: 1)
          // g/s = 1 / sin(πg/2)
          let inverse = 1 / gain.quarterSine
          let factor = (1 + beta) / (1 + beta * inverse * inverse)
          unsafe (yRe * factor).store(to: y + at)
          unsafe (yIm * factor).store(to: y + at + planeStride)
        }
      }
    }
  }
}
