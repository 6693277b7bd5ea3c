#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The network's two inputs, each freed of its slow changes: band energies in dB less their running
/// mean, and the lowest bins over the root of their running magnitude.
///
/// - Source: libDF `band_mean_norm_erb` and `band_unit_norm`.
struct RunningNormalisation: Sendable {
  let bands: ERBBands
  let deepFilterBinCount: Int
  /// What a running value keeps of itself from frame to frame, 0.99.
  let alpha: Float

  /// The running values of every channel.
  struct State: Sendable {
    /// dB, `[channels × bands]`
    fileprivate var mean: [Float]
    /// `[channels × deepFilterBins]`
    fileprivate var level: [Float]
  }

  /// Below every level that sound has, above the denormal numbers to which a level would sink in
  /// minutes of digital silence; where those are flushed to 0, the next would be 0/√0.
  static let leastLevel: Float = 1e-15
  /// That of a band without power.
  private static let leastEnergyDB: Float = -100

  func makeState(channelCount: Int) -> State {
    var state = State(
      mean: [Float](repeating: 0, count: channelCount * bands.widths.count),
      level: [Float](repeating: 0, count: channelCount * deepFilterBinCount))
    reset(&state)
    return state
  }

  func reset(_ state: inout State) {
    Self.fill(&state.mean, period: bands.widths.count, from: -60, to: -90)
    Self.fill(&state.level, period: deepFilterBinCount, from: 1e-3, to: 1e-4)
  }

  /// Evenly spaced numbers, again for every channel.
  private static func fill(_ values: inout [Float], period: Int, from: Double, to: Double) {
    let step = period > 1 ? (to - from) / Double(period - 1) : 0
    for i in values.indices { values[i] = Float(from + Double(i % period) * step) }
  }

  /// Goes on as if all that came before had been quieter by a power of two.
  func lower(_ state: inout State, byPowerOfTwo exponent: Int) {
    let change = Float(exponent) * 20 * log10(2)
    for i in state.mean.indices { state.mean[i] = max(state.mean[i] - change, Self.leastEnergyDB) }
    state.level.scale(byPowerOfTwo: -exponent)
  }

  /// Advances a channel by a frame.
  /// - Parameters:
  ///   - spectrum: real plane at `start`, imaginary at `start + planeStride`.
  ///   - erb: receives (e − mean)/40 of each band, e = 10·log₁₀(mean of |X|² + 10⁻¹⁰).
  ///   - unit: receives X/√level of each bin, real and imaginary part side by side.
  func advance(
    _ state: inout State, channel: Int,
    spectrum: [Float], at start: Int, planeStride: Int,
    erb: inout [Float], at erbStart: Int, unit: inout [Float], at unitStart: Int
  ) {
    let beta = 1 - alpha
    var bin = start
    // By index: a debug build would allocate for a pair.
    for band in bands.widths.indices {
      let width = bands.widths[band]
      var power: Float = 0
      for i in bin..<bin + width {
        let (re, im) = (spectrum[i], spectrum[i + planeStride])
        power += re * re + im * im
      }
      bin += width
      let energy = 10 * log10(power / Float(width) + 1e-10)
      let i = channel * bands.widths.count + band
      state.mean[i] = energy * beta + state.mean[i] * alpha
      erb[erbStart + band] = (energy - state.mean[i]) / 40
    }
    for bin in 0..<deepFilterBinCount {
      let (re, im) = (spectrum[start + bin], spectrum[start + bin + planeStride])
      let i = channel * deepFilterBinCount + bin
      let level = (re * re + im * im).squareRoot() * beta + state.level[i] * alpha
      state.level[i] = max(level, Self.leastLevel)
      let root = state.level[i].squareRoot()
      unit[unitStart + 2 * bin] = re / root
      unit[unitStart + 2 * bin + 1] = im / root
    }
  }
}
