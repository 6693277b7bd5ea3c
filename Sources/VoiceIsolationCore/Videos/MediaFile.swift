#if canImport(CVoiceIsolationSndfile)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A file that ffmpeg knows, with what is in it.
  struct MediaFile {
    let path: String
    let file: FileDescriptor
    let status: FileStatus
    /// ffmpeg's names of the container, between commas.
    let formatName: String
    /// Whether it calls itself a QuickTime movie.
    let isQuickTime: Bool
    /// Whether its notes have names that only QuickTime's newer way of writing them has room for.
    let hasLongNoteNames: Bool
    let streams: [MediaStream]
    let durationSeconds: Double?
    /// Asked while a program works on it.
    let isCancelled: @Sendable () -> Bool

    /// Looks into a file that is no sound file. `nil` if it is nothing that ffmpeg should be asked
    /// about; what it says is thrown if it can make nothing of it.
    /// - Parameter isCancelled: asked now and then while a program works on it, which ends if so.
    init?(
      path: String, isCancelled: @escaping @Sendable () -> Bool
    ) throws(SoundFileError) {
      // A pipe would wait here for who is to write to it.
      guard FileStatus(path: path)?.kind == .regular,
        let file = FileDescriptor(path: path, flags: O_RDONLY),
        let status = FileStatus(descriptor: file.number), status.kind == .regular,
        !Self.isTextOrBlank(file), !Self.isPlainSound(file)
      else { return nil }
      let (output, end) = try FFmpeg.probe(
        file, Self.entries, path: path, isCancelled: isCancelled)
      guard end.isSuccess, let formatName = output["format.format_name"] else {
        throw SoundFileError(.notASound(end.failure), path: path)
      }
      if Self.leadsElsewhere(formatName) { return nil }
      self.path = path
      self.isCancelled = isCancelled
      self.file = file
      self.status = status
      self.formatName = formatName
      self.isQuickTime = output["format.tags.major_brand"]?.hasPrefix("qt") ?? false
      self.hasLongNoteNames = output.names(under: "format.tags.").contains {
        $0.hasPrefix("com_")
      }
      self.durationSeconds = output.double("format.duration")
      var streams: [MediaStream] = []
      while let next = MediaStream(output, prefix: "streams.stream.\(streams.count).") {
        streams.append(next)
      }
      self.streams = streams
    }

    /// Whether packets say when they are heard, so that some that are missing leave a gap. In other
    /// containers what is missing is not known.
    var hasTimes: Bool {
      !["caf", "aac", "ac3", "eac3", "mp3", "dts", "amr", "ape", "wv", "tta", "w64"]
        .contains { formatName.hasPrefix($0) }
    }

    /// The sound tracks in their order.
    var tracks: [MediaStream] { streams.filter { $0.kind == .audio } }

    /// The track to work on.
    /// - Parameter number: which, from 1; `nil`: the one that players take.
    func track(_ number: Int?) throws(SoundFileError) -> MediaStream {
      let tracks = tracks
      guard let first = tracks.first else { throw SoundFileError(.noSound, path: path) }
      guard let number else {
        return tracks.first { $0.dispositions.contains("default") } ?? first
      }
      guard (1...tracks.count).contains(number) else {
        throw SoundFileError(.noSuchTrack(number, count: tracks.count), path: path)
      }
      return tracks[number - 1]
    }

    /// When the first sample of a track is heard, in seconds of the file.
    func startSeconds(of track: MediaStream) throws(SoundFileError) -> Double {
      // The first packets may hold nothing but what a coder needs to begin.
      let (output, _) = try FFmpeg.probe(
        file, "frame=pts_time",
        ["-select_streams", String(track.index), "-read_intervals", "%+#16"], path: path,
        isCancelled: isCancelled)
      return output.double("frames.frame.0.pts_time") ?? track.startSeconds ?? 0
    }

    private static let entries = """
      stream=index,codec_type,codec_name,codec_tag_string,sample_rate,channels,channel_layout,\
      bit_rate,bits_per_raw_sample,sample_fmt,start_time,duration\
      :stream_disposition:stream_tags:format=format_name,duration:format_tags
      """

    /// Whether it begins like a text, or with nothing but zeros. No sound does, and of texts ffmpeg
    /// makes playlists, which name other files.
    private static func isTextOrBlank(_ file: FileDescriptor) -> Bool {
      let bytes = file.bytes(at: 0, count: 256)
      return bytes.allSatisfy { $0 == 0 }
        || bytes.allSatisfy { $0 >= 32 || (9...13).contains($0) }
    }

    /// Whether it is a container of libsndfile's with something in it that libsndfile refuses.
    private static func isPlainSound(_ file: FileDescriptor) -> Bool {
      guard let layout = ChunkLayout.of(file) else { return false }
      return layout.magic != "caff"
    }

    /// Whether it is a list of other files after all.
    private static func leadsElsewhere(_ formatName: String) -> Bool {
      ["hls", "concat", "dash", "imf", "sdp", "rtsp", "image2", "webm_dash_manifest"]
        .contains { formatName.hasPrefix($0) }
    }
  }
#endif
