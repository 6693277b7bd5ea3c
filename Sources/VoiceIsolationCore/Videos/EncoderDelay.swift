#if canImport(CVoiceIsolationSndfile)
  import Dispatch

  /// What becomes of the time of a sound on its way through an encoder and a container.
  ///
  /// Encoders put some samples before a sound, and containers note them down, or do not, each in its
  /// way and each version of ffmpeg in its own. So it is not looked up but measured, by a burst of
  /// noise.
  struct EncoderDelay: Equatable {
    /// Samples that are decoded before the first one that was encoded.
    var leadFrameCount = 0
    /// By how much the first decoded sample is noted later than the first one that was encoded.
    var shiftSeconds = 0.0

    /// Nothing happens to it.
    static let none = EncoderDelay()

    /// Guards `known`.
    private static let queue = DispatchQueue(label: "voice-isolation.encoder-delay")
    /// What was measured before, by all that it depends on.
    nonisolated(unsafe) private static var known: [String: EncoderDelay] = [:]

    /// The delay of a track that is encoded so.
    /// - Parameters:
    ///   - startsLate: whether the sound begins later than the file. If not, QuickTime's edit lists
    ///     leave out what the encoder put before.
    static func of(
      _ track: MediaStream, as encoding: TrackEncoding, in container: MediaContainer,
      startsLate: Bool, beside output: OutputFile,
      isCancelled: @escaping @Sendable () -> Bool
    ) throws(SoundFileError) -> EncoderDelay {
      let options = EncodingArguments(encoding, container, track, startSeconds: 0)
      let key = (options.input + options.options(stream: 0) + options.output("\(startsLate)"))
        .joined(separator: " ")
      // On the queue, so by one thread at a time.
      if let delay = queue.sync(execute: { unsafe known[key] }) { return delay }
      let delay = try measure(
        encoding, in: container, of: track, startsLate: startsLate, beside: output,
        isCancelled: isCancelled)
      // What programs said that were ended in the middle is not to be remembered.
      if !isCancelled() { queue.sync { unsafe known[key] = delay } }
      return delay
    }

    private static func measure(
      _ encoding: TrackEncoding, in container: MediaContainer, of track: MediaStream,
      startsLate: Bool, beside output: OutputFile,
      isCancelled: @escaping @Sendable () -> Bool
    ) throws(SoundFileError) -> EncoderDelay {
      let file = try HiddenFile(beside: output)
      // A time that no container's rounding puts half-way between two of its own.
      let start = startsLate ? 1.00025 : 0
      let arguments = EncodingArguments(encoding, container, track, startSeconds: start)
      let child = try FFmpeg.start(
        arguments.input + ["-map", "0:0"] + arguments.options(stream: 0)
          + arguments.output("file:" + file.path),
        takesInput: true, for: output.path, isCancelled: isCancelled)
      let burst = Self.burst
      let lead = [Float](repeating: 0, count: Self.burstOffset)
      let tail = [Float](repeating: 0, count: 8_192)
      let sound = (lead + burst + tail).flatMap {
        repeatElement($0, count: track.channelCount)
      }
      // Lends the array.
      _ = unsafe sound.withUnsafeBytes { unsafe child.write($0) }
      let end = child.finish()
      guard end.isSuccess else {
        throw SoundFileError(.programFailed("ffmpeg", end.failure), path: output.path)
      }
      let written = try MediaFile(path: file.path, isCancelled: isCancelled)
      guard let media = written, let written = media.tracks.first else { return .none }
      var samples: [Float] = []
      let decoder = try TrackDecoder(media, written, sampleRateHz: track.sampleRateHz)
      try decoder.read(into: &samples, limit: sound.count)
      let first = stride(from: 0, to: samples.count, by: written.channelCount).map { samples[$0] }
      guard let place = Self.place(of: burst, in: first) else { return .none }
      var delay = EncoderDelay(leadFrameCount: place - Self.burstOffset)
      let shift = try media.startSeconds(of: written) - start
      // What has no times begins at 0 whatever it is told.
      if abs(shift) < 0.2 { delay.shiftSeconds = shift }
      return delay
    }

    /// Where a sound begins in another one.
    private static func place(of burst: [Float], in sound: [Float]) -> Int? {
      guard sound.count > burst.count else { return nil }
      var (best, place) = (Float(0), Int?.none)
      for start in 0..<sound.count - burst.count {
        var sum = Float(0)
        for index in burst.indices { sum += burst[index] * sound[start + index] }
        if sum > best { (best, place) = (sum, start) }
      }
      return place
    }

    private static let burstOffset = 4_096

    /// Noise without the highest frequencies, which coders leave out.
    private static let burst: [Float] = {
      var (state, sums) = (UInt32(1), [Float](repeating: 0, count: 3))
      return (0..<1_024).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        var value = Float(state >> 16) / 65_536 - 0.5
        for index in sums.indices {
          sums[index] += 0.5 * (value - sums[index])
          value = sums[index]
        }
        return value
      }
    }()
  }
#endif
