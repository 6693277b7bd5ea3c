package import DeepFilterNet

/// A look at a whole sound, to know what should be mended in it.
package struct SoundMeasurement {
  private var meters: [ChannelMeter]

  package init(sampleRateHz: Int, channelCount: Int) {
    let meter = ChannelMeter(sampleRateHz: sampleRateHz, isRunning: false)
    meters = [ChannelMeter](repeating: meter, count: channelCount)
  }

  /// Takes the next samples, channels interleaved.
  package mutating func add(_ samples: [Float]) {
    for channel in meters.indices {
      for i in stride(from: channel, to: samples.count, by: meters.count) {
        meters[channel].add(samples[i])
      }
    }
  }

  /// What should be mended in each channel, at the sound's end.
  package mutating func finish(_ conditioning: Conditioning, mode: ChannelMode) -> [Mending] {
    for channel in meters.indices { meters[channel].finish() }
    let each = meters.map { $0.mending(conditioning) }
    let none = [Mending](repeating: Mending(), count: meters.count)
    return mode == .shared
      ? Mending.together(each, current: none) : each.map { $0 ?? Mending() }
  }
}
