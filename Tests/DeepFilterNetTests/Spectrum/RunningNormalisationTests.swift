import Foundation
import Testing

@testable import DeepFilterNet

@Suite("RunningNormalisation")
struct RunningNormalisationTests {
  private static let stride = 488
  private let normalisation = RunningNormalisation(
    bands: ERBBands(bandCount: 32, minimumWidth: 2, sampleRateHz: 48_000, binCount: 481),
    deepFilterBinCount: 96, alpha: 0.99)

  private func advance(
    _ state: inout RunningNormalisation.State, channel: Int = 0, _ spectrum: [Float]
  ) -> (erb: [Float], unit: [Float]) {
    var erb = [Float](repeating: .nan, count: 32 + 5)
    var unit = [Float](repeating: .nan, count: 192 + 7)
    normalisation.advance(
      &state, channel: channel, spectrum: [.nan] + spectrum, at: 1, planeStride: Self.stride,
      erb: &erb, at: 2, unit: &unit, at: 3)
    expectUntouched(erb, outside: 2..<34)
    expectUntouched(unit, outside: 3..<195)
    return (Array(erb[2..<34]), Array(unit[3..<195]))
  }

  /// The definition in double precision.
  private struct Oracle {
    var mean = (0..<32).map { -60 - 30 * Double($0) / 31 }
    var level = (0..<96).map { 1e-3 - 9e-4 * Double($0) / 95 }
    let widths: [Int]

    mutating func advance(_ spectrum: [Float]) -> (erb: [Double], unit: [Double]) {
      let magnitudes = (0..<481).map {
        hypot(Double(spectrum[$0]), Double(spectrum[$0 + stride]))
      }
      var (erb, unit, bin) = ([Double](), [Double](), 0)
      for (band, width) in widths.enumerated() {
        let power = magnitudes[bin..<bin + width].reduce(0) { $0 + $1 * $1 } / Double(width)
        let energy = 10 * log10(power + 1e-10)
        mean[band] = 0.01 * energy + 0.99 * mean[band]
        erb.append((energy - mean[band]) / 40)
        bin += width
      }
      for bin in level.indices {
        level[bin] = 0.01 * magnitudes[bin] + 0.99 * level[bin]
        unit.append(Double(spectrum[bin]) / level[bin].squareRoot())
        unit.append(Double(spectrum[bin + stride]) / level[bin].squareRoot())
      }
      return (erb, unit)
    }
  }

  // Measured: 1.3e-6, 1.4e-6.
  @Test("thirty seconds are the definition's, in each of two channels by itself")
  func definition() {
    var random = SeededGenerator(seed: 1)
    var state = normalisation.makeState(channelCount: 2)
    var oracles = [Oracle](repeating: Oracle(widths: normalisation.bands.widths), count: 2)
    for frame in 0..<3000 {
      for channel in 0..<2 {
        // Loud and soft in turn, so that the running values have something to follow.
        let loudness: Float = (frame / 100 + channel) % 2 == 0 ? 0.1 : 1e-4
        let spectrum = random.floats(2 * Self.stride, largest: loudness)
        let expected = oracles[channel].advance(spectrum)
        let actual = advance(&state, channel: channel, spectrum)
        guard frame < 3 || frame % 50 == 0 else { continue }
        expectNear(actual.erb, expected.erb, within: 2.5e-6, "erb, frame \(frame)")
        expectNear(actual.unit, expected.unit, within: 2.5e-6, "unit, frame \(frame)")
      }
    }
  }

  @Test("a reset gives a fresh state, to the bit")
  func reset() {
    var random = SeededGenerator(seed: 2)
    let spectra = (0..<5).map { _ in random.floats(2 * Self.stride) }
    var state = normalisation.makeState(channelCount: 1)
    let fresh = spectra.map { advance(&state, $0) }
    normalisation.reset(&state)
    for (spectrum, first) in zip(spectra, fresh) {
      let again = advance(&state, spectrum)
      expectSameBits(again.erb, first.erb)
      expectSameBits(again.unit, first.unit)
    }
  }

  @Test(
    "ten minutes of zeros leave levels that are no denormal numbers, and sound after is right")
  func silence() {
    var state = normalisation.makeState(channelCount: 1)
    let zeros = [Float](repeating: 0, count: 2 * Self.stride)
    var last = advance(&state, zeros)
    for _ in 1..<60_000 { last = advance(&state, zeros) }
    #expect(last.unit.allSatisfy { $0 == 0 })
    // e is −100 dB, and the mean has come as near to it as a hundredth of the difference still
    // counts. Measured: 7.1e-6.
    expectNear(last.erb, [Double](repeating: 0, count: 32), within: 1.2e-5)

    // X/√level of an X that hardly moves the level tells the level: its floor.
    let probe = [Float](repeating: 1e-20, count: 2 * Self.stride)
    let floor = 1e-20 / Double(RunningNormalisation.leastLevel).squareRoot()
    var copy = state
    for feature in advance(&copy, probe).unit {
      #expect(abs(Double(feature) / floor - 1) < 1e-6)
    }

    var random = SeededGenerator(seed: 3)
    let sound = random.floats(2 * Self.stride, largest: 0.1)
    let features = advance(&state, sound)
    let expected = (0..<192).map { i in
      let (re, im) = (Double(sound[i / 2]), Double(sound[i / 2 + Self.stride]))
      return (i % 2 == 0 ? re : im) / (0.01 * hypot(re, im)).squareRoot()
    }
    // Measured: 1.7e-6.
    expectNear(features.unit, expected, within: 3.5e-6)
    // Fifty decibels and more above the mean of −100 dB, of which 0.99 remain.
    #expect(features.erb.allSatisfy { $0 > 1.5 && $0 < 2.5 })
  }
}
