package import DeepFilterNet

/// Keeps the voice in a sound, which is conditioned before and restored behind the engine.
package struct VoiceProcess {
  private struct Part: Sendable {
    /// The channels in it.
    let channels: Range<Int>
    var stream: ConditionedStream
    var input: [Float] = []
    /// What is ready of this part, and not yet of the others.
    var output: [Float] = []
  }

  private var parts: [Part]
  /// Of a sound that is to stay as it is, and so goes past the engine, at any rate.
  private var untouchedReplacedCount: Int?
  private let channelCount: Int
  private let threads: Int

  /// - Parameters:
  ///   - sound: if nobody has looked at it, it is measured while it runs.
  package init(
    model: DeepFilterModel, sound: SoundDescription, mode: ChannelMode, options: IsolationOptions,
    conditioning: Conditioning, threads: Int
  ) {
    self.init(
      model: model, sound: sound, mode: mode, controls: IsolationControls(options),
      conditioning: conditioning, threads: threads)
    if options.strength == 0 {
      untouchedReplacedCount = 0
      parts = []
    }
  }

  /// The same with options that change while the sound runs.
  init(
    model: DeepFilterModel, sound: SoundDescription, mode: ChannelMode,
    controls: IsolationControls, conditioning: Conditioning, threads: Int
  ) {
    let (rate, channelCount) = (sound.sampleRateHz, sound.channelCount)
    self.channelCount = channelCount
    self.threads = threads
    let partCount = mode == .shared ? 1 : channelCount
    let width = channelCount / partCount
    parts = (0..<partCount).map { part in
      let channels = part * width..<(part + 1) * width
      let stream = SoundStream(
        model: model, sampleRateHz: rate, channelCount: width,
        relatedChannelCount: channelCount, mode: mode, controls: controls,
        pace: sound.isLive ? .live : .file, threads: max(1, threads / partCount))
      let measurement =
        conditioning.needsMeasurement && sound.mendings == nil
        ? RunningMeasurement(
          conditioning, sampleRateHz: rate, channelCount: width,
          holdBlockCount: sound.isLive ? 0 : 200)
        : nil
      let conditioned = ConditionedStream(
        stream, sampleRateHz: rate,
        mendings: sound.mendings.map { Array($0[channels]) },
        measurement: measurement,
        silenceHold: conditioning.silence
          ? SilenceHold(sampleRateHz: rate, channelCount: width) : nil)
      return Part(channels: channels, stream: conditioned)
    }
  }

  package var replacedSampleCount: Int {
    untouchedReplacedCount ?? parts.reduce(0) { $0 + $1.stream.replacedSampleCount }
  }
  package var mendings: [Mending] {
    untouchedReplacedCount == nil
      ? parts.flatMap(\.stream.mendings)
      : [Mending](repeating: Mending(), count: channelCount)
  }

  package mutating func push(_ input: [Float], into output: inout [Float]) {
    if untouchedReplacedCount != nil {
      let start = output.count
      output += input
      untouchedReplacedCount? += SampleReplacement.apply(
        to: &output, from: start, count: input.count)
      return
    }
    let channelCount = channelCount
    Parallel.forEach(&parts, threads: threads) { part in
      part.input.removeAll(keepingCapacity: true)
      for first in stride(from: 0, to: input.count, by: channelCount) {
        for channel in part.channels { part.input.append(input[first + channel]) }
      }
      part.stream.push(part.input, into: &part.output)
    }
    give(into: &output)
  }

  package mutating func finish(into output: inout [Float]) {
    Parallel.forEach(&parts, threads: threads) { $0.stream.finish(into: &$0.output) }
    give(into: &output)
  }

  /// Appends what is ready in all parts.
  private mutating func give(into output: inout [Float]) {
    let count = parts.map { $0.output.count / $0.channels.count }.min() ?? 0
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: count * channelCount))
    for part in parts.indices {
      let (channels, width) = (parts[part].channels, parts[part].channels.count)
      for i in 0..<count {
        for channel in channels {
          output[start + i * channelCount + channel] =
            parts[part].output[i * width + channel - channels.lowerBound]
        }
      }
      parts[part].output.removeFirst(count * width)
    }
  }
}
