import DeepFilterNet

/// Channels that share a gain, on their way through the engine: mended before, restored behind, with the
/// long silences led past it. As many samples come out as go in, and they line up.
struct ConditionedStream: Sendable {
  private var stream: SoundStream
  private var mender: Mender
  /// For a sound that nobody has measured yet.
  private var measurement: RunningMeasurement?
  private let newMeasurement: RunningMeasurement?
  private var silenceHold: SilenceHold?
  private var isSilent = false
  /// Samples a channel that the engine still owes, and that have come out already.
  private var surplusCount = 0
  private var block: [Float] = []
  private var mended: [Float] = []
  private var cleaned: [Float] = []

  /// - Parameter mendings: what is known to be mended, for each channel; otherwise `measurement` finds
  ///   it.
  init(
    _ stream: SoundStream, sampleRateHz: Int, mendings: [Mending]?,
    measurement: RunningMeasurement?,
    silenceHold: SilenceHold?
  ) {
    self.stream = stream
    self.mender = Mender(
      mendings ?? [Mending](repeating: Mending(), count: stream.channelCount))
    self.measurement = measurement
    self.newMeasurement = measurement
    self.silenceHold = silenceHold
  }

  var replacedSampleCount: Int { stream.replacedSampleCount }
  var mendings: [Mending] { mender.mendings }

  /// Takes the next samples, `[samples × channels]`, and appends what is ready.
  mutating func push(_ samples: [Float], into output: inout [Float]) {
    let channels = stream.channelCount
    guard var hold = silenceHold.take() else {
      pass(samples[...], into: &output)
      return
    }
    var place = 0
    while let part = hold.next(samples, from: place) {
      switch part {
      case .sound(let count):
        isSilent = false
        pass(samples[place * channels..<(place + count) * channels], into: &output)
        place += count
      case .silence(let count):
        if !isSilent { beginSilence(isFirst: hold.isAtStart, into: &output) }
        output.append(contentsOf: repeatElement(0, count: count * channels))
        place += count
      }
    }
    silenceHold = hold
  }

  /// Appends the rest.
  mutating func finish(into output: inout [Float]) {
    passMeasured(isEnd: true, into: &output)
    stream.finish(into: &cleaned)
    give(into: &output)
  }

  private mutating func pass(_ samples: ArraySlice<Float>, into output: inout [Float]) {
    guard measurement != nil else {
      mended += samples
      mender.mend(&mended, from: 0)
      passMended(into: &output)
      return
    }
    measurement?.take(samples)
    passMeasured(isEnd: false, into: &output)
  }

  /// - Parameter isEnd: whether to hold nothing back.
  private mutating func passMeasured(isEnd: Bool, into output: inout [Float]) {
    while let next = measurement?.next(after: mender.mendings, isEnd: isEnd, into: &block) {
      let rise = next.mendings[0].gainExponent - mender.mendings[0].gainExponent
      if rise != 0 {
        passMended(into: &output)
        stream.scale(byPowerOfTwo: rise)
      }
      if next.mendings != mender.mendings {
        mender.change(
          to: next.mendings, over: next.isFirst ? 0 : block.count / stream.channelCount)
      }
      let start = mended.count
      mended += block
      mender.mend(&mended, from: start)
    }
    passMended(into: &output)
  }

  private mutating func passMended(into output: inout [Float]) {
    do {
      // A second reference, not a copy, and gone before anybody writes.
      let samples = mended
      stream.push(samples.span, into: &cleaned)
    }
    mended.removeAll(keepingCapacity: true)
    give(into: &output)
  }

  /// Appends all that came before, so that nothing waits for the silence to end.
  ///
  /// Behind a silence that it begins with, the sound is to come out as if it began there. Behind a later
  /// one, the engine is to go on as if there had been none: a copy of it is what ends here, and what the
  /// engine itself still owes is superfluous.
  private mutating func beginSilence(isFirst: Bool, into output: inout [Float]) {
    isSilent = true
    if isFirst {
      finish(into: &output)
      measurement = newMeasurement
      return
    }
    passMeasured(isEnd: true, into: &output)
    var copy = stream
    copy.finish(into: &cleaned)
    let owedCount = cleaned.count / stream.channelCount
    give(into: &output)
    surplusCount = owedCount
  }

  /// Appends what has come out of the engine, restored.
  private mutating func give(into output: inout [Float]) {
    let superfluous = min(surplusCount, cleaned.count / stream.channelCount)
    cleaned.removeFirst(superfluous * stream.channelCount)
    surplusCount -= superfluous
    mender.restore(&cleaned)
    output += cleaned
    cleaned.removeAll(keepingCapacity: true)
  }
}
