/// Takes offsets off samples and puts a gain on them, before the network, and the gain off again behind
/// it. Channels share the gain.
struct Mender: Sendable {
  private(set) var mendings: [Mending]
  private var offsets: [Envelope]
  private var zeroCounts: [Int]
  /// Samples a channel so far.
  private var mendedCount = 0

  /// Beyond this no sample goes to the engine, which would replace it.
  private static let largest: Float = 32

  /// - Parameter mendings: what to begin with, for each channel.
  init(_ mendings: [Mending]) {
    self.mendings = mendings
    offsets = mendings.map { Envelope($0.offset) }
    zeroCounts = [Int](repeating: 0, count: mendings.count)
  }

  /// Does something else from the next sample on, and restores what comes back from now on by it.
  /// - Parameter sampleCount: how long an offset takes to get there.
  mutating func change(to mendings: [Mending], over sampleCount: Int) {
    self.mendings = mendings
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
    mendedCount += count
    let gain = mendings[0].gain
    guard gain != 1 else { return }
    for i in start..<samples.count {
      let isUsual = abs(samples[i]) <= ChannelMeter.largestUsual
      samples[i] *= gain
      if isUsual { samples[i] = min(max(samples[i], -Self.largest), Self.largest) }
    }
  }

  /// Takes the gain off samples that come back, in place.
  func restore(_ samples: inout [Float]) {
    let inverse = 1 / mendings[0].gain
    guard inverse != 1 else { return }
    for i in samples.indices { samples[i] *= inverse }
  }
}
