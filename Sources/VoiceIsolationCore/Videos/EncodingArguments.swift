#if canImport(CVoiceIsolationSndfile)
  /// What `ffmpeg` is told of a track that it encodes from the samples at its standard input.
  struct EncodingArguments {
    private let encoding: TrackEncoding
    private let container: MediaContainer
    private let track: MediaStream
    private let startSeconds: Double

    /// - Parameter startSeconds: when the first sample is to be heard.
    init(
      _ encoding: TrackEncoding, _ container: MediaContainer, _ track: MediaStream,
      startSeconds: Double
    ) {
      self.encoding = encoding
      self.container = container
      self.track = track
      self.startSeconds = startSeconds
    }

    /// The samples. Times stay what they are in the files.
    var input: [String] {
      [
        "-copyts", "-itsoffset", Self.decimal(startSeconds), "-protocol_whitelist", "pipe",
        "-f", "f32le", "-ar", String(track.sampleRateHz), "-ac", String(track.channelCount),
        "-i", "pipe:0",
      ]
    }

    /// - Parameter stream: its number in the output.
    func options(stream: Int) -> [String] {
      var options = encoding.options.flatMap { ["\($0.name):\(stream)", $0.value] }
      if let layout = track.channelLayout, track.channelCount > 2 {
        // Raw samples have no places; this gives them theirs and changes nothing else.
        let map = (0..<track.channelCount).map(String.init).joined(separator: "|")
        options += ["-filter:\(stream)", "channelmap=map=\(map):channel_layout=\(layout)"]
      }
      return options
    }

    /// What is written, the same bytes for the same input, and where to.
    func output(_ url: String) -> [String] {
      var options = ["-fflags", "+bitexact", "-strict", "experimental"] + container.arguments
      if container.isQuickTimeLike {
        // In milliseconds, as usual, a track could not begin where it did.
        options += ["-movie_timescale", String(encoding.sampleRateHz)]
      }
      return options + ["-y", "-f", container.muxer, url]
    }

    /// A number as ffmpeg reads it, to the microsecond.
    private static func decimal(_ seconds: Double) -> String {
      let count = Int((seconds * 1_000_000).rounded())
      let digits = String(abs(count) % 1_000_000)
      let zeros = String(repeating: "0", count: 6 - digits.count)
      return "\(count < 0 ? "-" : "")\(abs(count) / 1_000_000).\(zeros)\(digits)"
    }
  }
#endif
