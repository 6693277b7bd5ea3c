/// A sound in pieces of any length: what comes out, taken together, is as long as what went in and
/// lines up with it, at its own sample rate. Memory does not grow with the sound.
///
/// The bits do not depend on how the sound is cut, on the number of threads, or on other channels.
/// One thread at a time may use an isolator.
public final class SoundIsolator {
  /// How many hops are worked on at once. The bits are the same, but for a model with float32
  /// weights in a build with a BLAS: there `.file` differs from `.live` by less than −110 dB.
  public enum Pace: Sendable {
    /// One: every hop (10 ms) comes out as soon as the model's delay allows, and at another rate than
    /// the model's the resamplers' too.
    case live
    /// Sixteen, or fewer with very many channels, which is faster.
    case file
  }

  /// The sample rates that a sound may have, Hz.
  public static let sampleRatesHz = 8_000...192_000

  /// Channels, interleaved in what goes in and comes out.
  public var channelCount: Int { stream.channelCount }
  /// After n samples a channel have gone in, at least n minus so many have come out; for some n it is
  /// no more. In samples at the sound's rate, and constant.
  ///
  /// At 48 kHz 1919 (40 ms) with `pace: .live`; with `.file`, up to 8 channels, 9119 (190 ms), and 39,839
  /// (830 ms) if several threads work on a single network.
  public var longestDelayInSamples: Int { stream.longestDelayInSamples }
  /// Samples replaced by 0 so far, because they were not finite or beyond ±64.
  public var replacedSampleCount: Int { stream.replacedSampleCount }
  /// Changes the options while the sound runs, from any thread; heard from the next block on.
  public let controls: IsolationControls

  private var stream: SoundStream

  /// - Parameters:
  ///   - model: the weights, shared with any other streams.
  ///   - sampleRateHz: that of the sound, within `sampleRatesHz`; nil: the model's. Another is
  ///     resampled to the model's and back: what lies above the lower of the two Nyquist frequencies
  ///     is lost.
  ///   - channelCount: 1 to 1024.
  ///   - mode: whether the channels share one network.
  ///   - options: what to begin with.
  ///   - pace: how soon samples come out.
  ///   - threads: at most so many work at once, on several channels or on a single one; 1 or more.
  /// - Precondition: rate, channels and threads are within these bounds.
  public init(
    model: DeepFilterModel, sampleRateHz: Int? = nil, channelCount: Int = 1,
    mode: ChannelMode = .each, options: IsolationOptions = .init(),
    pace: Pace = .file, threads: Int = 1
  ) {
    controls = IsolationControls(options)
    stream = SoundStream(
      model: model, sampleRateHz: sampleRateHz, channelCount: channelCount, mode: mode,
      controls: controls, pace: pace, threads: threads)
  }

  /// Takes the next samples and appends what is ready.
  /// - Parameters:
  ///   - input: `[samples × channels]`, full scale being ±1; any number of samples.
  ///   - output: likewise.
  /// - Precondition: `input` holds as many samples of each channel.
  public func push(_ input: Span<Float>, into output: inout [Float]) {
    stream.push(input, into: &output)
  }

  /// Ends the sound and appends what is still missing of it. After that a new sound may begin.
  public func finish(into output: inout [Float]) { stream.finish(into: &output) }
}

@available(*, unavailable)
extension SoundIsolator: Sendable {}
