/// Live sound at the model's sample rate: a hop of samples in, a hop of cleaned ones out,
/// `delayInSamples` later. `CallbackIsolator` takes other rates, and pieces of any size.
///
/// One thread at a time may use an isolator; it may move between threads and tasks. `process` neither
/// allocates nor locks nor calls the system nor throws: it may be called from an audio callback.
/// Equal channels stay equal to the bit, in either mode.
public final class VoiceIsolator {
  /// Channels of a hop.
  public let channelCount: Int
  /// Samples a channel of a hop: 480.
  public let hopSampleCount: Int
  /// How far the output lies behind the input, in samples a channel; constant.
  public let delayInSamples: Int
  /// Changes the options while the stream runs, from any thread.
  public let controls: IsolationControls

  private var state: StreamState

  /// - Parameters:
  ///   - model: the weights, shared with any other streams.
  ///   - channelCount: 1 to 1024.
  ///   - mode: whether the channels share one network.
  ///   - options: what to begin with.
  public init(
    model: DeepFilterModel, channelCount: Int = 1, mode: ChannelMode = .each,
    options: IsolationOptions = .init()
  ) {
    precondition((1...1024).contains(channelCount), "a stream has 1 to 1024 channels")
    self.channelCount = channelCount
    hopSampleCount = model.hopSampleCount
    delayInSamples = model.delayInSamples
    controls = IsolationControls(options)
    state = StreamState.warm(model: model, channelCount: channelCount, mode: mode)
  }

  /// Cleans a hop.
  /// - Parameters:
  ///   - input: the channels one after the other, `[channels × hop]`, full scale being ±1.
  ///   - output: likewise.
  /// - Precondition: both hold `channelCount · hopSampleCount` samples.
  /// - Real-time safe.
  @discardableResult
  public func process(_ input: Span<Float>, into output: inout MutableSpan<Float>) -> HopReport {
    precondition(input.count == channelCount * hopSampleCount, "input is not one hop a channel")
    precondition(output.count == channelCount * hopSampleCount, "output is not one hop a channel")
    state.front.input.storage.load(input, at: state.front.input.start)
    let report = advance()
    state.back.output.storage.store(from: 0, count: output.count, into: &output, at: 0)
    return report
  }

  /// Cleans a hop whose channels lie in buffers of their own, as audio systems hand them over.
  /// - Parameters:
  ///   - input: a pointer for each channel, to `hopSampleCount` samples each.
  ///   - output: likewise; a channel's may be its input.
  /// - Real-time safe.
  @unsafe @discardableResult
  public func process(
    _ input: UnsafePointer<UnsafePointer<Float>>,
    into output: UnsafePointer<UnsafeMutablePointer<Float>>
  ) -> HopReport {
    for channel in 0..<channelCount {
      let start = state.front.input.index(frame: 0, channel: channel)
      // The caller answers for a hop of samples behind every pointer.
      let hop = unsafe UnsafeBufferPointer(start: input[channel], count: hopSampleCount)
      unsafe state.front.input.storage.load(hop.span, at: start)
    }
    let report = advance()
    for channel in 0..<channelCount {
      let start = state.back.output.index(frame: 0, channel: channel)
      let hop = unsafe UnsafeMutableBufferPointer(start: output[channel], count: hopSampleCount)
      var samples = unsafe hop.mutableSpan
      state.back.output.storage.store(from: start, count: hopSampleCount, into: &samples, at: 0)
    }
    return report
  }

  /// The same for pointers as `AVAudioPCMBuffer.floatChannelData` has them.
  @unsafe @discardableResult
  public func process(
    _ input: UnsafePointer<UnsafeMutablePointer<Float>>,
    into output: UnsafePointer<UnsafeMutablePointer<Float>>
  ) -> HopReport {
    unsafe process(constant(input), into: output)
  }

  /// The local SNR of one channel at the last hop, in dB; see `HopReport`. The lowest there is before
  /// the first hop.
  public func localSNRDB(channel: Int) -> Float {
    precondition((0..<channelCount).contains(channel), "there is no such channel")
    return state.localSNR(channel: channel)
  }

  /// Makes the stream like a new one, to the bit. The options stay. Real-time safe.
  public func reset() { state.reset() }

  private func advance() -> HopReport {
    let replaced = state.replaceAbsurdSamples()
    state.advance(IsolationSettings(controls.options))
    return HopReport(localSNRDB: state.highestLocalSNR, replacedSampleCount: replaced)
  }
}

@available(*, unavailable)
extension VoiceIsolator: Sendable {}
