import DeepFilterNet

/// Sound through the engine in one way or another. Channels are interleaved.
enum Streams {
  /// Hop by hop, as far as whole hops go; delayed.
  static func live(_ isolator: VoiceIsolator, _ sound: [Float]) -> [Float] {
    let (hop, channels) = (isolator.hopSampleCount, isolator.channelCount)
    var result: [Float] = []
    var output = [Float](repeating: 0, count: hop * channels)
    for start in stride(from: 0, through: sound.count - hop * channels, by: hop * channels) {
      let input = planar(sound[start..<start + hop * channels], channels: channels)
      var samples = output.mutableSpan
      isolator.process(input.span, into: &samples)
      result += interleaved(output, channels: channels)
    }
    return result
  }

  /// In pieces of the lengths given, again and again.
  static func pushed(
    _ isolator: SoundIsolator, _ sound: [Float], pieces: [Int] = [4096]
  ) -> [Float] {
    var result: [Float] = []
    var (start, turn) = (0, 0)
    while start < sound.count {
      let count = min(pieces[turn % pieces.count] * isolator.channelCount, sound.count - start)
      let piece = Array(sound[start..<start + count])
      isolator.push(piece.span, into: &result)
      start += count
      turn += 1
    }
    isolator.finish(into: &result)
    return result
  }

  /// How many samples of one channel have come out when 0, 1, … of them have gone in, one by one.
  static func outputCounts(_ isolator: SoundIsolator, count: Int) -> [Int] {
    let sample = [Float](repeating: 0, count: 1)
    var output: [Float] = []
    var counts = [0]
    for _ in 0..<count {
      isolator.push(sample.span, into: &output)
      counts.append(counts[counts.count - 1] + output.count)
      output.removeAll(keepingCapacity: true)
    }
    return counts
  }

  /// In pieces of the lengths given, again and again; delayed.
  static func calledBack(
    _ isolator: CallbackIsolator, _ sound: [Float], pieces: [Int]
  ) -> [Float] {
    let channels = isolator.channelCount
    var result: [Float] = []
    var (start, turn) = (0, 0)
    while true {
      let count = pieces[turn % pieces.count] * channels
      if start + count > sound.count { return result }
      let input = planar(sound[start..<start + count], channels: channels)
      var output = [Float](repeating: .nan, count: count)
      var samples = output.mutableSpan
      isolator.process(input.span, into: &samples)
      result += interleaved(output, channels: channels)
      start += count
      turn += 1
    }
  }

  /// Channels side by side, from sounds of the same length.
  static func interleaved(_ channels: [[Float]]) -> [Float] {
    channels[0].indices.flatMap { i in channels.map { $0[i] } }
  }

  static func channel(_ channel: Int, of sound: [Float], channels: Int) -> [Float] {
    stride(from: channel, to: sound.count, by: channels).map { sound[$0] }
  }

  private static func planar(_ samples: ArraySlice<Float>, channels: Int) -> [Float] {
    (0..<channels).flatMap { channel in
      stride(from: samples.startIndex + channel, to: samples.endIndex, by: channels)
        .map { samples[$0] }
    }
  }

  private static func interleaved(_ planes: [Float], channels: Int) -> [Float] {
    let count = planes.count / channels
    return (0..<count).flatMap { i in (0..<channels).map { planes[$0 * count + i] } }
  }
}
