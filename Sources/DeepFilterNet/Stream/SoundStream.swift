/// What `SoundIsolator` does, as a value: a copy is a stream of its own from there on.
package struct SoundStream: Sendable {
  /// Channels, interleaved in what goes in and comes out.
  package let channelCount: Int
  /// Samples replaced by 0 so far, because they were not finite or beyond ±64.
  package private(set) var replacedSampleCount = 0
  package let controls: IsolationControls
  /// After n samples a channel at least n minus so many have come out; see `SoundIsolator`.
  let longestDelayInSamples: Int

  private let threads: Int
  private let model: DeepFilterModel
  /// One a channel, or one for all that share a network.
  private var states: [StreamState]
  /// For several threads on a single state.
  private var pipeline: BlockPipeline?
  /// Samples of the block that are there.
  private var filled = 0
  /// Samples a channel that have come in and not yet gone out.
  private var owed = 0
  /// Samples a channel that still come out before the sound begins.
  private var early: Int
  /// For a sound at another rate than the model's; lent out while it works.
  private var conversion: RateConversion?
  private let isConverting: Bool

  /// - Parameters:
  ///   - relatedChannelCount: how many channels of the same sound there are in all streams that share
  ///     the memory; the more, the fewer frames at once.
  package init(
    model: DeepFilterModel, sampleRateHz: Int? = nil, channelCount: Int = 1,
    relatedChannelCount: Int? = nil, mode: ChannelMode = .each, controls: IsolationControls,
    pace: SoundIsolator.Pace = .file, threads: Int = 1
  ) {
    precondition((1...1024).contains(channelCount), "a sound has 1 to 1024 channels")
    precondition(threads > 0, "one thread at least does the work")
    let rate = sampleRateHz ?? model.sampleRateHz
    self.channelCount = channelCount
    self.threads = threads
    self.controls = controls
    self.model = model
    let frameCount = Self.frameCount(
      model, channelCount: relatedChannelCount ?? channelCount, pace: pace)
    // Each with memory of its own from the start.
    states = (0..<mode.networkCount(forChannels: channelCount)).map { _ in
      StreamState(
        model: model, channelCount: mode == .shared ? channelCount : 1, mode: mode,
        frameCount: frameCount, blas: pace == .file)
    }
    if states.count == 1 && threads > 1 && pace == .file {
      pipeline = BlockPipeline(for: states[0], threads: threads)
    }
    early = model.delayInSamples
    let filters = RateFilters(model, soundRateHz: rate)
    conversion = filters.map { RateConversion(filters: $0, channelCount: channelCount) }
    isConverting = filters != nil
    longestDelayInSamples = StreamTiming(
      model: model, soundRateHz: rate, filters: filters,
      blockSampleCount: states[0].blockSampleCount,
      blocksUnderWay: pipeline == nil ? 0 : BlockPipeline.blocksUnderWay
    ).longestDelay()
  }

  /// Frames of a block. Fewer where there are many channels, so that they do not fill the memory; but
  /// not where a BLAS might see another block for it.
  private static func frameCount(
    _ model: DeepFilterModel, channelCount: Int, pace: SoundIsolator.Pace
  ) -> Int {
    switch pace {
    case .live: 1
    case .file: model.network.isQuantized ? min(16, max(1, 128 / channelCount)) : 16
    }
  }

  /// Takes the next samples and appends what is ready; see `SoundIsolator.push`.
  package mutating func push(_ input: Span<Float>, into output: inout [Float]) {
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
  package mutating func finish(into output: inout [Float]) {
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

  /// Goes on as if all that has come in had been louder by a power of two: the next samples are to be,
  /// and all that comes out from here on is. So a gain that changes leaves no mark in the signal.
  package mutating func scale(byPowerOfTwo exponent: Int) {
    if pipeline != nil {
      pipeline?.scale(&states[0], byPowerOfTwo: exponent)
    } else {
      for state in states.indices { states[state].scale(byPowerOfTwo: exponent) }
    }
    conversion?.scale(byPowerOfTwo: exponent)
  }

  private mutating func clean(_ conversion: inout RateConversion, into output: inout [Float]) {
    conversion.clean { pushAtModelRate($0, into: &$1) }
    conversion.give(into: &output)
  }

  private mutating func pushAtModelRate(_ input: Span<Float>, into output: inout [Float]) {
    let count = input.count / channelCount
    let block = states[0].front.blockSampleCount
    var taken = 0
    while taken < count {
      let piece = min(block - filled, count - taken)
      for channel in 0..<channelCount {
        let (state, place) = place(ofChannel: channel)
        states[state].front.load(
          input, from: taken * channelCount + channel, step: channelCount, count: piece,
          channel: place, at: filled)
      }
      taken += piece
      filled += piece
      owed += piece
      if filled == block { advance(into: &output) }
    }
  }

  private mutating func finishAtModelRate(into output: inout [Float]) {
    while owed > 0 {
      for channel in 0..<channelCount {
        let (state, place) = place(ofChannel: channel)
        states[state].front.loadZeros(channel: place, from: filled)
      }
      advance(into: &output)
    }
    for state in states.indices { states[state].reset() }
    pipeline?.reset()
    filled = 0
    early = model.delayInSamples
  }

  /// Which state a channel is in, and its number there.
  private func place(ofChannel channel: Int) -> (state: Int, channel: Int) {
    states.count == channelCount ? (channel, 0) : (0, channel)
  }

  /// Cleans a full block and appends what of it belongs to the sound.
  private mutating func advance(into output: inout [Float]) {
    // Another rate's samples have been looked at before they were resampled, which takes the loudest
    // a little beyond what they were.
    if !isConverting {
      for state in states.indices {
        replacedSampleCount += states[state].front.replaceAbsurdSamples()
      }
    }
    advance(IsolationSettings(controls.options))
    filled = 0
    if let pipeline, !pipeline.hasOutput { return }

    let block = states[0].front.blockSampleCount
    let first = min(early, block)
    let count = min(block - first, owed)
    early -= first
    owed -= count
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: count * channelCount))
    for channel in 0..<channelCount {
      let (state, place) = place(ofChannel: channel)
      states[state].back.store(
        from: first, count: count, channel: place, into: &output, at: start + channel,
        step: channelCount)
    }
  }

  /// States side by side, or the parts of a single one's way.
  private mutating func advance(_ settings: IsolationSettings) {
    if pipeline != nil {
      pipeline?.advance(&states[0], settings)
    } else {
      Parallel.forEach(&states, threads: threads) { $0.advance(settings) }
    }
  }
}
