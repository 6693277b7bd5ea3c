extension DeepFilterModel {
  /// Cleans a whole sound.
  /// - Parameters:
  ///   - samples: one channel at `sampleRateHz`, full scale being ±1; samples that are not finite or
  ///     beyond ±64 count as 0.
  ///   - options: what is done to it.
  /// - Returns: as many samples, aligned with the input.
  public func isolate(_ samples: [Float], options: IsolationOptions = .init()) -> [Float] {
    isolate(samples.span, channelCount: 1, options: options, threads: 1)
  }

  /// Cleans a whole sound of several channels.
  /// - Parameters:
  ///   - samples: the channels interleaved, `[samples × channels]`.
  ///   - channelCount: 1 to 1024.
  ///   - mode: whether the channels share one network.
  ///   - options: what is done to it.
  ///   - threads: at most so many channels are worked on at once; the result does not depend on it.
  /// - Returns: likewise, as many samples, aligned with the input.
  public func isolate(
    _ samples: Span<Float>, channelCount: Int, mode: ChannelMode = .each,
    options: IsolationOptions = .init(), threads: Int = 1
  ) -> [Float] {
    let isolator = SoundIsolator(
      model: self, channelCount: channelCount, mode: mode, options: options, threads: threads)
    var output: [Float] = []
    output.reserveCapacity(samples.count)
    isolator.push(samples, into: &output)
    isolator.finish(into: &output)
    return output
  }
}
