/// A sound in pieces of any length: what comes out, taken together, is as long as what went in and
/// lines up with it, at its own sample rate. Memory does not grow with the sound.
///
/// The bits do not depend on how the sound is cut, on the number of threads, or on other channels.
/// One thread at a time may use an isolator.
public final class SoundIsolator {
  /// How many hops are worked on at once. The bits are the same, but for a model with float32
  /// weights in a build with a BLAS: there `.file` differs from `.live` by less than −110 dB.
  public enum Pace: Sendable {
    /// One: every hop (10 ms) comes out as soon as the model's delay allows.
    case live
    /// Sixteen, or fewer with very many channels, which is faster.
    case file
  }

  /// The sample rates that a sound may have, Hz.
  public static let sampleRatesHz = 8_000...192_000

  /// Channels, interleaved in what goes in and comes out.
  public let channelCount: Int
  /// Samples replaced by 0 so far, because they were not finite or beyond ±64.
  public private(set) var replacedSampleCount = 0
  /// Changes the options while the sound runs, from any thread; heard from the next block on.
  public let controls: IsolationControls

  private let threads: Int
  private let model: DeepFilterModel
  private var channels: [StreamState]
  /// For several threads on a single channel.
  private var pipeline: BlockPipeline?
  /// Samples of the block that are there.
  private var filled = 0
  /// Samples a channel that have come in and not yet gone out.
  private var owed = 0
  /// Samples a channel that still come out before the sound begins.
  private var early: Int
  /// For a sound at another rate than the model's.
  private var conversion: RateConversion?
  private let isConverting: Bool

  /// - Parameters:
  ///   - model: the weights, shared with any other streams.
  ///   - sampleRateHz: that of the sound, within `sampleRatesHz`; nil: the model's. Another is
  ///     resampled to the model's and back: what lies above the lower of the two Nyquist frequencies
  ///     is lost.
  ///   - channelCount: 1 to 1024; each is cleaned by itself.
  ///   - options: what to begin with.
  ///   - pace: how soon samples come out.
  ///   - threads: at most so many work at once, on several channels or on a single one; 1 or more.
  public init(
    model: DeepFilterModel, sampleRateHz: Int? = nil, channelCount: Int = 1,
    options: IsolationOptions = .init(),
    pace: Pace = .file, threads: Int = 1
  ) {
    precondition((1...1024).contains(channelCount), "a sound has 1 to 1024 channels")
    precondition(threads > 0, "one thread at least does the work")
    let rate = sampleRateHz ?? model.sampleRateHz
    precondition(
      rate == model.sampleRateHz || Self.sampleRatesHz.contains(rate), "no such sample rate")
    self.channelCount = channelCount
    self.threads = threads
    controls = IsolationControls(options)
    self.model = model
    let channel = StreamState(
      model: model, channelCount: 1,
      frameCount: Self.frameCount(model, channelCount: channelCount, pace: pace),
      blas: pace == .file)
    channels = [StreamState](repeating: channel, count: channelCount)
    if channelCount == 1 && threads > 1 && pace == .file {
      pipeline = BlockPipeline(for: channel, threads: threads)
    }
    early = model.delayInSamples
    isConverting = rate != model.sampleRateHz
    if isConverting {
      conversion = RateConversion(
        soundRateHz: rate, modelRateHz: model.sampleRateHz, channelCount: channelCount)
    }
  }

  /// Frames of a block. Fewer where there are many channels, so that they do not fill the memory; but
  /// not where a BLAS might see another block for it.
  private static func frameCount(
    _ model: DeepFilterModel, channelCount: Int, pace: Pace
  ) -> Int {
    switch pace {
    case .live: 1
    case .file: model.network.isQuantized ? min(16, max(1, 128 / channelCount)) : 16
    }
  }

  /// Takes the next samples and appends what is ready.
  /// - Parameters:
  ///   - input: `[samples × channels]`, full scale being ±1; any number of samples.
  ///   - output: likewise.
  /// - Precondition: `input` holds as many samples of each channel.
  public func push(_ input: Span<Float>, into output: inout [Float]) {
    precondition(input.count % channelCount == 0, "a sample of every channel, or of none")
    guard var conversion = conversion.take() else {
      pushAtModelRate(input, into: &output)
      return
    }
    replacedSampleCount += conversion.take(input)
    clean(&conversion, into: &output)
    self.conversion = conversion
  }

  /// Ends the sound and appends what is still missing of it. After that a new sound may begin.
  public func finish(into output: inout [Float]) {
    guard var conversion = conversion.take() else {
      finishAtModelRate(into: &output)
      return
    }
    conversion.endInput()
    clean(&conversion, into: &output)
    finishAtModelRate(into: &conversion.cleaned)
    conversion.finish(into: &output)
    self.conversion = conversion
  }

  private func clean(_ conversion: inout RateConversion, into output: inout [Float]) {
    conversion.clean { pushAtModelRate($0, into: &$1) }
    conversion.give(into: &output)
  }

  private func pushAtModelRate(_ input: Span<Float>, into output: inout [Float]) {
    let count = input.count / channelCount
    let block = channels[0].front.blockSampleCount
    var taken = 0
    while taken < count {
      let piece = min(block - filled, count - taken)
      for channel in 0..<channelCount {
        let first = taken * channelCount + channel
        channels[channel].front.load(
          input, from: first, step: channelCount, count: piece, at: filled)
      }
      taken += piece
      filled += piece
      owed += piece
      if filled == block { advance(into: &output) }
    }
  }

  private func finishAtModelRate(into output: inout [Float]) {
    while owed > 0 {
      for channel in 0..<channelCount { channels[channel].front.loadZeros(from: filled) }
      advance(into: &output)
    }
    for channel in 0..<channelCount { channels[channel].reset() }
    pipeline?.reset()
    filled = 0
    early = model.delayInSamples
  }

  /// Cleans a full block and appends what of it belongs to the sound.
  private func advance(into output: inout [Float]) {
    // Another rate's samples have been looked at before they were resampled, which takes the loudest
    // a little beyond what they were.
    if !isConverting {
      for channel in 0..<channelCount {
        replacedSampleCount += channels[channel].front.replaceAbsurdSamples()
      }
    }
    let settings = IsolationSettings(controls.options)
    advance(settings)
    filled = 0
    if let pipeline, !pipeline.hasOutput { return }

    let block = channels[0].front.blockSampleCount
    let first = min(early, block)
    let count = min(block - first, owed)
    early -= first
    owed -= count
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: count * channelCount))
    for channel in 0..<channelCount {
      channels[channel].back.output.storage.store(
        from: first, count: count, into: &output, at: start + channel, step: channelCount)
    }
  }

  /// Channels side by side, or the parts of a single one's way.
  private func advance(_ settings: IsolationSettings) {
    if pipeline != nil {
      pipeline?.advance(&channels[0], settings)
    } else {
      Parallel.forEach(&channels, threads: threads) { $0.advance(settings) }
    }
  }
}

@available(*, unavailable)
extension SoundIsolator: Sendable {}
