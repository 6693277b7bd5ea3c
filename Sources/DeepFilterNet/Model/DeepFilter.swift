/// The two stages applied to a spectrum.
struct DeepFilter: Sendable {
  let bands: ERBBands
  /// The lowest bins, which stage 2 replaces.
  let binCount: Int
  let tapCount: Int

  /// Stage 1: every bin times the gain of its band. `Y[k] = X[k] · gain`
  /// - Parameters:
  ///   - spectrum: real plane at `start`, imaginary at `start + planeStride`.
  ///   - enhanced: the planes likewise, from 0 on.
  func applyGains(
    _ gains: [Float], from gainStart: Int, to spectrum: [Float], at start: Int, planeStride: Int,
    into enhanced: inout [Float]
  ) {
    var bin = 0
    // By index: a debug build would allocate for a pair.
    for band in bands.widths.indices {
      let width = bands.widths[band]
      let gain = gains[gainStart + band]
      for i in bin..<bin + width {
        enhanced[i] = spectrum[start + i] * gain
        enhanced[planeStride + i] = spectrum[start + planeStride + i] * gain
      }
      bin += width
    }
  }

  /// Stage 2: the lowest bins anew, each filtered over time by its own complex coefficients.
  /// `Y[k, f] = Σⱼ X[oldest + j, f] · c[f, j]`, of the noisy spectra, not of stage 1's.
  /// - Parameters:
  ///   - coefficients: `[bins × taps × (re, im)]` from `coefficientStart` on.
  ///   - spectra: the oldest frame that the filter sees at `oldest`, each later one `frameStride` on.
  func filter(
    _ coefficients: [Float], from coefficientStart: Int,
    over spectra: [Float], oldest: Int, frameStride: Int, planeStride: Int,
    into enhanced: inout [Float], kernels: Kernels = Kernels()
  ) {
    TapFilter.apply(
      coefficients, from: coefficientStart, bins: binCount, taps: tapCount,
      to: spectra, oldest: oldest, frameStride: frameStride, planeStride: planeStride,
      into: &enhanced, kernels: kernels)
  }
}
