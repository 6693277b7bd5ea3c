/// Live sound in the pieces of an audio system: n samples in, n cleaned ones out, for any n.
///
/// Its delay is the model's, what it takes to make hops of the pieces and, at another sample rate than
/// the model's, what the resamplers need: constant and known beforehand. One thread at a time may use an
/// isolator. `process` neither allocates nor locks nor calls the system nor throws.
public final class CallbackIsolator {
  /// The pieces that will come.
  public enum Pieces: Equatable, Sendable {
    /// Always as many samples a channel.
    case fixed(Int)
    /// Any number up to this one, also 0.
    case upTo(Int)
  }

  /// Samples a second of what goes in and comes out.
  public let sampleRateHz: Int
  /// Channels of a piece.
  public let channelCount: Int
  /// The pieces that may come.
  public let pieces: Pieces
  /// How far the output lies behind the input, in samples a channel at the stream's own rate; the least
  /// with which every piece finds its samples ready.
  ///
  /// At the model's rate the model's 1440 (480 for the low-latency one) and, for fixed pieces,
  /// 480 − gcd(piece, 480); for others 479. At another rate as long, and some 80 samples of the lower
  /// rate for each of two resamplers: for pieces of any size 1913 (43.4 ms) at 44.1 kHz, 788 (49 ms)
  /// at 16 kHz, 468 (59 ms) at 8 kHz.
  public let delayInSamples: Int
  /// Changes the options while the stream runs, from any thread.
  public let controls: IsolationControls

  private var state: CallbackState

  /// - Parameters:
  ///   - model: the weights, shared with any other streams.
  ///   - sampleRateHz: that of the sound, within `SoundIsolator.sampleRatesHz`; nil: the model's.
  ///     Another is resampled to the model's and back: what lies above the lower of the two Nyquist
  ///     frequencies is lost.
  ///   - channelCount: 1 to 1024.
  ///   - mode: whether the channels share one network.
  ///   - pieces: what will come, 1 to 2²⁰ samples at the most.
  ///   - options: what to begin with.
  /// - Precondition: rate, channels and pieces are within these bounds. Ask for the rate of a device
  ///   first: `SoundIsolator.sampleRatesHz.contains(rate)`.
  public init(
    model: DeepFilterModel, sampleRateHz: Int? = nil, channelCount: Int = 1,
    mode: ChannelMode = .each, pieces: Pieces, options: IsolationOptions = .init()
  ) {
    precondition((1...1024).contains(channelCount), "a stream has 1 to 1024 channels")
    let rate = sampleRateHz ?? model.sampleRateHz
    self.sampleRateHz = rate
    self.channelCount = channelCount
    self.pieces = pieces
    controls = IsolationControls(options)
    let (largest, smallest) =
      switch pieces {
      case .fixed(let count): (count, count)
      case .upTo(let count): (count, 1)
      }
    precondition((1...1 << 20).contains(largest), "a piece has 1 to 2²⁰ samples")
    let filters = RateFilters(model, soundRateHz: rate)
    delayInSamples = StreamTiming(
      model: model, soundRateHz: rate, filters: filters, blockSampleCount: model.hopSampleCount
    ).longestDelay(piece: smallest)
    state = CallbackState(
      stream: StreamState.warm(model: model, channelCount: channelCount, mode: mode),
      filters: filters, delayInSamples: delayInSamples, largestPiece: largest)
  }

  /// Cleans a piece.
  /// - Parameters:
  ///   - input: the channels one after the other, `[channels × samples]`, full scale being ±1.
  ///   - output: likewise, as many.
  /// - Returns: the local SNR at the last hop, and the samples replaced in this piece.
  /// - Precondition: the piece is one of `pieces`.
  /// - Real-time safe.
  @discardableResult
  public func process(_ input: Span<Float>, into output: inout MutableSpan<Float>) -> HopReport {
    let count = input.count / channelCount
    precondition(input.count == count * channelCount, "a sample of every channel, or of none")
    precondition(output.count == input.count, "as many samples out as in")
    precondition(allows(count), "a piece of a size that was not announced")
    for channel in 0..<channelCount {
      state.load(input.extracting(channel * count..<(channel + 1) * count), channel: channel)
    }
    let report = state.advance(count: count, IsolationSettings(controls.options))
    for channel in 0..<channelCount {
      state.store(channel: channel, count: count, into: &output, at: channel * count)
    }
    return report
  }

  /// Cleans a piece whose channels lie in buffers of their own, as audio systems hand them over.
  /// - Parameters:
  ///   - input: a pointer for each channel, to `count` samples each.
  ///   - output: likewise; a channel's may be its input.
  ///   - count: samples a channel.
  /// - Precondition: the piece is one of `pieces`.
  /// - Real-time safe.
  @unsafe @discardableResult
  public func process(
    _ input: UnsafePointer<UnsafePointer<Float>>,
    into output: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int
  ) -> HopReport {
    precondition(allows(count), "a piece of a size that was not announced")
    // The caller answers for `count` samples behind every pointer.
    for channel in 0..<channelCount {
      let piece = unsafe UnsafeBufferPointer(start: input[channel], count: count)
      unsafe state.load(piece.span, channel: channel)
    }
    let report = state.advance(count: count, IsolationSettings(controls.options))
    for channel in 0..<channelCount {
      let piece = unsafe UnsafeMutableBufferPointer(start: output[channel], count: count)
      var samples = unsafe piece.mutableSpan
      state.store(channel: channel, count: count, into: &samples, at: 0)
    }
    return report
  }

  /// The same for pointers as `AVAudioPCMBuffer.floatChannelData` has them.
  @unsafe @discardableResult
  public func process(
    _ input: UnsafePointer<UnsafeMutablePointer<Float>>,
    into output: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int
  ) -> HopReport {
    unsafe process(constant(input), into: output, count: count)
  }

  /// Makes the stream like a new one, to the bit. The options stay. Real-time safe.
  public func reset() { state.reset() }

  private func allows(_ count: Int) -> Bool {
    switch pieces {
    case .fixed(let only): count == only
    case .upTo(let most): count >= 0 && count <= most
    }
  }
}

@available(*, unavailable)
extension CallbackIsolator: Sendable {}
