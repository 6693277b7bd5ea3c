/// Takes offsets off samples and puts a gain on them, before the network, and the gain off again behind
/// it. Channels share the gain.
struct Mender: Sendable {
  private(set) var mendings: [Mending]
  private var gain: Envelope
  /// What is taken off again: the same, but for a gain that rises. Of the louder sound behind the change,
  /// the network's windows spread some over what lies before it, which is to have no less taken off.
  private var gainBehind: Envelope
  private let windowSampleCount: Int
  private var offsets: [Envelope]
  private var zeroCounts: [Int]
  /// Samples a channel so far.
  private var mendedCount = 0
  private var restoredCount = 0

  /// Beyond this no sample goes to the engine, which would replace it.
  private static let largest: Float = 32

  /// - Parameter mendings: what to begin with, for each channel.
  init(_ mendings: [Mending], sampleRateHz: Int) {
    self.mendings = mendings
    gain = Envelope(mendings[0].gain)
    gainBehind = gain
    windowSampleCount = sampleRateHz / 50
    offsets = mendings.map { Envelope($0.offset) }
    zeroCounts = [Int](repeating: 0, count: mendings.count)
  }

  /// Does something else from the next sample on.
  /// - Parameter sampleCount: how long it takes to get there.
  mutating func change(to mendings: [Mending], over sampleCount: Int) {
    self.mendings = mendings
    let new = mendings[0].gain
    let rises = new > gain.last
    gain.change(to: new, at: mendedCount, over: sampleCount)
    // The engine's delay is longer: these samples have not come back yet.
    gainBehind.change(
      to: new, at: rises ? mendedCount - windowSampleCount : mendedCount,
      over: rises ? 0 : sampleCount)
    for channel in offsets.indices {
      offsets[channel].change(
        to: mendings[channel].offset, at: mendedCount, over: sampleCount)
    }
  }

  /// Mends the next samples, `[samples × channels]`, in place. Digital silence stays.
  mutating func mend(_ samples: inout [Float], from start: Int) {
    let channels = offsets.count
    let count = (samples.count - start) / channels
    for channel in 0..<channels {
      var zeroCount = zeroCounts[channel]
      offsets[channel].forEachRun(from: mendedCount, count: count) { places, offset in
        for place in places {
          let i = start + place * channels + channel
          zeroCount = samples[i] == 0 ? zeroCount + 1 : 0
          if zeroCount <= ChannelMeter.leastSilence { samples[i] -= offset }
        }
      }
      zeroCounts[channel] = zeroCount
      offsets[channel].forget(before: mendedCount + count)
    }
    gain.forEachRun(from: mendedCount, count: count) { places, gain in
      guard gain != 1 else { return }
      for i in start + places.lowerBound * channels..<start + places.upperBound * channels {
        let isUsual = abs(samples[i]) <= ChannelMeter.largestUsual
        samples[i] *= gain
        if isUsual { samples[i] = min(max(samples[i], -Self.largest), Self.largest) }
      }
    }
    mendedCount += count
    gain.forget(before: mendedCount)
  }

  /// Takes the gain off the next samples that come back, in place.
  mutating func restore(_ samples: inout [Float], from start: Int) {
    let channels = offsets.count
    let count = (samples.count - start) / channels
    gainBehind.forEachRun(from: restoredCount, count: count) { places, gain in
      guard gain != 1 else { return }
      let inverse = 1 / gain
      for i in start + places.lowerBound * channels..<start + places.upperBound * channels {
        samples[i] *= inverse
      }
    }
    restoredCount += count
    gainBehind.forget(before: restoredCount)
  }
}
