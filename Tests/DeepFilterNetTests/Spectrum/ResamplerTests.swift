import Foundation
import Testing

@testable import DeepFilterNet

@Suite("Resampler")
struct ResamplerTests {
  /// To the model's rate and back: whole ratios, official ones, odd ones, one of too many phases for
  /// a table.
  static let rates: [(from: Int, to: Int)] = [
    (8_000, 48_000), (48_000, 8_000), (11_025, 48_000), (48_000, 11_025), (44_100, 48_000),
    (48_000, 44_100), (47_952, 48_000), (48_000, 47_952), (44_101, 48_000), (48_000, 44_101),
    (96_000, 48_000), (48_000, 96_000), (192_000, 48_000), (48_000, 192_000),
  ]

  private func resampled(
    _ sound: [Float], from: Int, to: Int, channelCount: Int = 1, pieces: [Int] = [.max]
  ) -> [Float] {
    var resampler = Resampler(
      filter: ResamplingFilter(from: from, to: to), channelCount: channelCount)
    var output: [Float] = []
    var (taken, index) = (0, 0)
    while taken < sound.count {
      let count = min(sound.count - taken, pieces[index % pieces.count])
      resampler.push(Array(sound[taken..<taken + count]), into: &output)
      taken += count
      index += 1
    }
    resampler.finish(into: &output)
    return output
  }

  private func tone(_ hz: Double, rate: Int, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * hz * Double($0) / Double(rate) + 0.3)) }
  }

  // Measured: −121 dB at worst, at 0.9 of the Nyquist frequency; images count as errors.
  @Test("A tone in the pass band is the same tone, at the same moments", arguments: rates)
  func passBand(from: Int, to: Int) {
    let lowest = min(from, to)
    for share in [0.01, 0.3, 0.6, 0.9] {
      let hz = share * Double(lowest) / 2
      let output = resampled(tone(hz, rate: from, count: from / 4), from: from, to: to)
      let expected = tone(hz, rate: to, count: output.count)
      // Before and after the sound is silence: its ends are no pure tone.
      let edge = 100 * to / lowest
      let errors = (edge..<output.count - edge).map { abs(output[$0] - expected[$0]) }
      let worst = 20 * log10(Double(errors.max() ?? 1) / 0.5)
      #expect(worst < -110, "\(hz) Hz: \(worst) dB")
    }
  }

  // Measured: −117 dB at worst, where the stop band begins.
  @Test(
    "What the lower rate cannot hold is gone, and nothing comes back as an alias",
    arguments: rates.filter { $0.from > $0.to })
  func stopBand(from: Int, to: Int) {
    for share in [1.0, 1.1, 1.4, 2.2, 3.5] {
      let hz = share * Double(to) / 2
      guard hz < Double(from) / 2 else { continue }
      let output = resampled(tone(hz, rate: from, count: from / 4), from: from, to: to)
      let worst = 20 * log10(Double(output.dropFirst(100).dropLast(100).map(abs).max() ?? 1) / 0.5)
      #expect(worst < -110, "\(hz) Hz: \(worst) dB")
    }
  }

  @Test("Any cutting gives the same bits", arguments: rates)
  func cutting(from: Int, to: Int) {
    var random = SeededGenerator(seed: 5)
    let sound = random.floats(9_000)
    let whole = resampled(sound, from: from, to: to, channelCount: 3)
    for pieces in [[3], [3, 0, 21], [1_440, 3], [3_000]] {
      expectSameBits(
        resampled(sound, from: from, to: to, channelCount: 3, pieces: pieces), whole, "\(pieces)")
    }
  }

  @Test("Channels do not hear of each other")
  func channels() {
    var random = SeededGenerator(seed: 6)
    let (left, right) = (random.floats(5_000), random.floats(5_000))
    let both = resampled(
      zip(left, right).flatMap { [$0, $1] }, from: 44_100, to: 48_000, channelCount: 2)
    for (channel, sound) in [left, right].enumerated() {
      let alone = resampled(sound, from: 44_100, to: 48_000)
      expectSameBits(alone.indices.map { both[2 * $0 + channel] }, alone)
    }
  }

  @Test("There and back is as long as before", arguments: rates)
  func lengths(from: Int, to: Int) {
    let (there, back) = (
      ResamplingFilter(from: from, to: to), ResamplingFilter(from: to, to: from)
    )
    for count in [0, 1, 2, 479, 480, 481, 1_439, 1_440, 1_441, 48_001, 1 << 24 + 1] {
      let between = there.outputCount(count)
      // Every sample of the sound lies within what goes back, and it ends with the sound.
      #expect(back.outputCount(between) >= count)
      #expect(between == Int((Double(count) * Double(to) / Double(from)).rounded(.up)))
    }
    var random = SeededGenerator(seed: 7)
    for count in [0, 1, 2, 481] {
      let sound = random.floats(count)
      #expect(
        resampled(sound, from: from, to: to).count == there.outputCount(count), "\(count)")
    }
  }

  @Test("It is known beforehand what so many inputs make", arguments: rates)
  func ready(from: Int, to: Int) {
    let filter = ResamplingFilter(from: from, to: to)
    for count in [1, 2, 479, 480, 481, 48_000, 1 << 24 + 1] {
      let least = filter.inputCount(forReady: count)
      #expect(filter.readyCount(least) >= count)
      #expect(filter.readyCount(least - 1) < count)
    }
  }

  @Test(
    "Made a hop at a time, channels one after the other, the bits are the same", arguments: rates)
  func hops(from: Int, to: Int) {
    var random = SeededGenerator(seed: 9)
    let (count, hop) = (4_000, 480)
    let planes = random.floats(2 * count)
    let whole = resampled(
      (0..<count).flatMap { [planes[$0], planes[count + $0]] }, from: from, to: to, channelCount: 2)
    let filter = ResamplingFilter(from: from, to: to)
    var resampler = Resampler(
      filter: filter, channelCount: 2,
      room: filter.lead + filter.inputCount(forReady: hop) + 1)
    var output = [Float](repeating: .nan, count: whole.count)
    let stride = whole.count / 2
    var (taken, made) = (0, 0)
    while resampler.missing(for: hop) <= count - taken {
      let number = resampler.missing(for: hop)
      resampler.take(planes, count: number, SampleLayout(start: taken, channelStride: count))
      #expect(resampler.ready >= hop)
      resampler.give(hop, into: &output, SampleLayout(start: made, channelStride: stride))
      taken += number
      made += hop
    }
    for channel in 0..<2 {
      expectSameBits(
        output[channel * stride..<channel * stride + made],
        (0..<made).map { whole[2 * $0 + channel] }, "channel \(channel)")
    }
  }

  @Test(
    "On every set of instructions nearly the same, on those with fused multiply-add the same bits",
    arguments: rates + [(44_101, 48_000)])
  func instructions(from: Int, to: Int) {
    var random = SeededGenerator(seed: 10)
    let sound = random.floats(5_000)
    var outputs: [Instructions: [Float]] = [:]
    for set in Instructions.available {
      var resampler = Resampler(
        filter: ResamplingFilter(from: from, to: to, instructions: set), channelCount: 1)
      var output: [Float] = []
      resampler.push(sound, into: &output)
      resampler.finish(into: &output)
      outputs[set] = output
    }
    for (set, output) in outputs where set != .ofMachine {
      guard let best = outputs[.ofMachine] else { continue }
      if set == .avx2 { expectSameBits(output, best) }
      let error = zip(output, best).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(output.count == best.count && error < 2e-6, "\(set)")
    }
  }

  @Test("After its end a resampler is as new")
  func reset() {
    var random = SeededGenerator(seed: 8)
    let (first, second) = (random.floats(777), random.floats(1_000))
    var resampler = Resampler(
      filter: ResamplingFilter(from: 44_100, to: 48_000), channelCount: 1)
    var output: [Float] = []
    resampler.push(first, into: &output)
    resampler.finish(into: &output)
    output = []
    resampler.push(second, into: &output)
    resampler.finish(into: &output)
    expectSameBits(output, resampled(second, from: 44_100, to: 48_000))
  }
}
