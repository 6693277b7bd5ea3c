#if canImport(CVoiceIsolationSndfile)
  /// One stream of a media file: a picture, a sound track, subtitles, an attachment, other data.
  package struct MediaStream: Equatable {
    enum Kind: String { case video, audio, subtitle, data, attachment }

    /// Its place in the file, from 0.
    let index: Int
    /// `nil`: none that ffmpeg has a name for.
    let kind: Kind?
    /// ffmpeg's name; `nil` if it does not know the codec.
    let codec: String?
    let tag: String
    /// What players may do with it: `default`, `forced`, `attached_pic` and so on.
    let dispositions: [String]
    /// Names of its notes, in which all but letters and digits is `_`.
    let noteNames: [String]
    let fileName: String?
    let mimeType: String?
    let sampleRateHz: Int
    private(set) var channelCount: Int
    /// ffmpeg's name for the places of the channels; `nil` if the file does not say.
    private(set) var channelLayout: String?
    /// Whether the file has more channels, of which two are made.
    private(set) var isMixed = false
    let bitRate: Int?
    /// Bits of a sample where samples are kept as they are.
    let bitDepth: Int?
    /// Whether samples are kept as they are, and real numbers.
    let isReal: Bool
    let startSeconds: Double?
    /// By the header.
    let durationSeconds: Double?

    /// - Parameter prefix: what its lines begin with.
    package init?(_ output: ProbeOutput, prefix: String) {
      guard let index = output.int(prefix + "index") else { return nil }
      self.index = index
      self.kind = output[prefix + "codec_type"].flatMap(Kind.init)
      let codec = output[prefix + "codec_name"]
      self.codec = codec == "none" ? nil : codec
      self.tag = output[prefix + "codec_tag_string"] ?? ""
      let flags = prefix + "disposition."
      self.dispositions = output.names(under: flags).filter { output[flags + $0] == "1" }
      let notes = prefix + "tags."
      self.noteNames = output.names(under: notes)
      self.fileName = output[notes + "filename"]
      self.mimeType = output[notes + "mimetype"]
      self.sampleRateHz = output.int(prefix + "sample_rate") ?? 0
      self.channelCount = output.int(prefix + "channels") ?? 0
      self.channelLayout = output[prefix + "channel_layout"]
      self.bitRate = output.int(prefix + "bit_rate")
      let depth = output.int(prefix + "bits_per_raw_sample").flatMap { $0 > 0 ? $0 : nil }
      let format = output[prefix + "sample_fmt"] ?? ""
      let widths = ["u8": 8, "u8p": 8, "s16": 16, "s16p": 16, "s32": 32, "s32p": 32]
      self.bitDepth = depth ?? widths[format]
      self.isReal =
        codec.map { $0.hasPrefix("pcm_f") || $0 == "wavpack" } ?? false
        && ["flt", "fltp", "dbl", "dblp"].contains(format)
      self.startSeconds = output.double(prefix + "start_time")
      self.durationSeconds = output.double(prefix + "duration")
    }

    /// The same with two channels in place of more.
    var mixedToStereo: MediaStream {
      guard channelCount > 2 else { return self }
      var stream = self
      (stream.channelCount, stream.channelLayout, stream.isMixed) = (2, "stereo", true)
      return stream
    }

    /// Whether it is a cover.
    var isPicture: Bool { kind == .video && dispositions.contains("attached_pic") }

    /// Whether it holds the chapters' names or the time code of a QuickTime file, which are written
    /// anew by whoever writes such a file.
    var isRewritten: Bool { kind == .data && ["text", "tmcd"].contains(tag) }
  }
#endif
