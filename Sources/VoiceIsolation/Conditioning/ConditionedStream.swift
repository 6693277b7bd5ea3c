import DeepFilterNet

/// Channels that share a gain, on their way through the engine: mended before, restored behind, with the
/// long silences led past it. As many samples come out as go in, and they line up.
struct ConditionedStream: Sendable {
  private var stream: SoundStream
  private let isLive: Bool
  private var mender: Mender
  /// For a sound that nobody has measured yet.
  private var measurement: RunningMeasurement?
  private let newMeasurement: RunningMeasurement?
  /// Whether the sound has been found to begin with a long silence.
  private var beginsWithSilence = false
  private var silenceHold: SilenceHold?
  /// Samples a channel on their way through the engine: gone in, and come out.
  private var inCount = 0
  private var outCount = 0
  /// Silences to be put between the samples that come out, in order: before which, and how many.
  private var silences: [(place: Int, count: Int)] = []
  private var mended: [Float] = []
  private var cleaned: [Float] = []

  /// - Parameters:
  ///   - mendings: what is known to be mended, for each channel; otherwise `measurement` finds it.
  ///   - isLive: whether silence goes past what the engine still holds, which is then silence too.
  init(
    _ stream: SoundStream, mendings: [Mending]?, measurement: RunningMeasurement?,
    silenceHold: SilenceHold?, isLive: Bool
  ) {
    self.stream = stream
    self.mender = Mender(mendings ?? [Mending](repeating: Mending(), count: stream.channelCount))
    self.measurement = measurement
    self.newMeasurement = measurement
    self.silenceHold = silenceHold
    self.isLive = isLive
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
        pass(samples[place * channels..<(place + count) * channels], into: &output)
        place += count
      case .silence(let count):
        if hold.isAtStart, !beginsWithSilence { beginAnew(into: &output) }
        lead(past: count, into: &output)
        place += count
      }
    }
    silenceHold = hold
  }

  /// Appends the rest.
  mutating func finish(into output: inout [Float]) {
    flush(into: &output)
    for silence in silences { appendSilence(silence.count, to: &output) }
    silences.removeAll()
  }

  private mutating func pass(_ samples: ArraySlice<Float>, into output: inout [Float]) {
    mended.removeAll(keepingCapacity: true)
    if measurement != nil {
      measurement?.push(samples, &mender, into: &mended)
    } else {
      mended += samples
      mender.mend(&mended, from: 0)
    }
    passMended(into: &output)
  }

  private mutating func passMended(into output: inout [Float]) {
    inCount += mended.count / stream.channelCount
    // A second reference, not a copy, and gone before anybody writes.
    let samples = mended
    stream.push(samples.span, into: &cleaned)
    give(into: &output)
  }

  /// Behind a silence that it begins with, the sound is to come out as if it began there.
  private mutating func beginAnew(into output: inout [Float]) {
    flush(into: &output)
    measurement = newMeasurement
    beginsWithSilence = true
  }

  /// Has everything out of the engine, which is then as new.
  private mutating func flush(into output: inout [Float]) {
    mended.removeAll(keepingCapacity: true)
    measurement?.finish(&mender, into: &mended)
    passMended(into: &output)
    stream.finish(into: &cleaned)
    give(into: &output)
  }

  private mutating func lead(past count: Int, into output: inout [Float]) {
    if isLive {
      appendSilence(count, to: &output)
    } else if let last = silences.last, last.place == inCount {
      silences[silences.count - 1].count += count
    } else {
      silences.append((inCount, count))
    }
  }

  /// Appends what has come out of the engine, restored, and the silences in between.
  private mutating func give(into output: inout [Float]) {
    mender.restore(&cleaned, from: 0)
    let channels = stream.channelCount
    let count = cleaned.count / channels
    var place = 0
    while let silence = silences.first, silence.place <= outCount + count {
      let before = silence.place - outCount
      output += cleaned[place * channels..<before * channels]
      appendSilence(silence.count, to: &output)
      place = before
      silences.removeFirst()
    }
    output += cleaned[(place * channels)...]
    outCount += count
    cleaned.removeAll(keepingCapacity: true)
  }

  private func appendSilence(_ count: Int, to output: inout [Float]) {
    output.append(contentsOf: repeatElement(0, count: count * stream.channelCount))
  }
}
