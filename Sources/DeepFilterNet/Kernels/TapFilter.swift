import CDeepFilterNetKernels

/// A complex filter over time for each bin of a spectrum.
enum TapFilter {
  /// `y[f] = Σⱼ x[oldest + j, f] · coefficients[f, j]`
  /// - Parameters:
  ///   - coefficients: `[bins × taps × (re, im)]` from `coefficientStart` on.
  ///   - x: frames, the oldest one's real plane at `oldest` and the imaginary one `planeStride` on;
  ///     each later frame `frameStride` on.
  ///   - y: receives the two planes, from 0 and from `planeStride` on.
  static func apply(
    _ coefficients: [Float], from coefficientStart: Int, bins: Int, taps: Int,
    to x: [Float], oldest: Int, frameStride: Int, planeStride: Int,
    into y: inout [Float], kernels: Kernels = Kernels()
  ) {
    let newest = oldest + (taps - 1) * frameStride
    precondition(taps > 0 && oldest >= 0 && frameStride >= 0 && bins <= planeStride)
    precondition(newest + planeStride + bins <= x.count, "x is too short")
    precondition(coefficientStart >= 0)
    precondition(coefficientStart + bins * taps * 2 <= coefficients.count, "too few coefficients")
    precondition(planeStride + bins <= y.count, "y is too short")
    // In bounds by the checks above.
    unsafe coefficients.withUnsafeBufferPointer { coefficients in
      unsafe x.withUnsafeBufferPointer { x in
        unsafe y.withUnsafeMutableBufferPointer { y in
          guard let coefficients = coefficients.baseAddress, let x = x.baseAddress,
            let y = y.baseAddress
          else { return }
          let filter = unsafe dfn_tap_filter(
            bins: bins, taps: taps, coefficients: coefficients + coefficientStart,
            re: x + oldest, im: x + oldest + planeStride, frame_stride: frameStride,
            y_re: y, y_im: y + planeStride)
          unsafe dfn_filter_taps(filter, kernels.instructions.set)
        }
      }
    }
  }
}
