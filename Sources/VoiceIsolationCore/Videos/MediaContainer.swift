#if canImport(CVoiceIsolationSndfile)
  /// A container that ffmpeg writes a cleaned track into.
  package struct MediaContainer: Equatable {
    /// What is taken along of the other streams.
    enum Company { case everything, sounds, nothing }

    /// ffmpeg's name of what writes it.
    let muxer: String
    let fileExtensions: [String]
    /// Codecs that it holds, by ffmpeg's names; `pcm` stands for the plain ones. The first is the
    /// usual one.
    let codecs: [String]
    var company = Company.everything
    /// What else the muxer is told.
    var arguments: [String] = []

    var isQuickTimeLike: Bool { ["mp4", "ipod", "mov", "3gp", "3g2"].contains(muxer) }
    /// Whether covers are attachments in it.
    var isMatroska: Bool { ["matroska", "webm"].contains(muxer) }

    static let all = [
      MediaContainer(
        muxer: "mp4", fileExtensions: ["mp4", "m4v", "f4v"],
        codecs: ["aac", "alac", "mp3", "ac3", "eac3", "opus", "flac", "mp2"]),
      MediaContainer(
        muxer: "ipod", fileExtensions: ["m4a", "m4b", "m4r"], codecs: ["aac", "alac", "ac3"],
        company: .sounds),
      MediaContainer(
        muxer: "mov", fileExtensions: ["mov", "qt"],
        codecs: ["aac", "alac", "mp3", "ac3", "eac3", "pcm"]),
      MediaContainer(
        muxer: "matroska", fileExtensions: ["mkv", "mk3d"],
        codecs: [
          "flac", "aac", "opus", "vorbis", "mp3", "mp2", "ac3", "eac3", "alac", "pcm", "tta",
          "wavpack",
        ], arguments: ["-default_mode", "passthrough"]),
      MediaContainer(
        muxer: "matroska", fileExtensions: ["mka"],
        codecs: [
          "flac", "aac", "opus", "vorbis", "mp3", "mp2", "ac3", "eac3", "alac", "pcm", "tta",
          "wavpack",
        ], company: .sounds, arguments: ["-default_mode", "passthrough"]),
      MediaContainer(
        muxer: "webm", fileExtensions: ["webm"], codecs: ["opus", "vorbis"],
        arguments: ["-default_mode", "passthrough"]),
      MediaContainer(
        muxer: "webm", fileExtensions: ["weba"], codecs: ["opus", "vorbis"], company: .sounds,
        arguments: ["-default_mode", "passthrough"]),
      MediaContainer(
        muxer: "avi", fileExtensions: ["avi"], codecs: ["mp3", "mp2", "ac3", "pcm"]),
      MediaContainer(
        muxer: "asf", fileExtensions: ["wmv", "asf"], codecs: ["wmav2", "wmav1", "mp3"]),
      MediaContainer(
        muxer: "asf", fileExtensions: ["wma"], codecs: ["wmav2", "wmav1"], company: .sounds),
      MediaContainer(
        muxer: "mpegts", fileExtensions: ["ts", "mts", "m2ts"],
        codecs: ["aac", "mp2", "mp3", "ac3", "eac3"],
        arguments: ["-muxdelay", "0", "-muxpreload", "0"]),
      MediaContainer(
        muxer: "vob", fileExtensions: ["vob", "mpg", "mpeg"], codecs: ["mp2", "ac3"],
        arguments: ["-muxdelay", "0", "-muxpreload", "0"]),
      MediaContainer(muxer: "flv", fileExtensions: ["flv"], codecs: ["aac", "mp3"]),
      MediaContainer(muxer: "ogg", fileExtensions: ["ogv"], codecs: ["vorbis", "opus", "flac"]),
      MediaContainer(muxer: "3gp", fileExtensions: ["3gp"], codecs: ["aac"]),
      MediaContainer(muxer: "3g2", fileExtensions: ["3g2"], codecs: ["aac"]),
      MediaContainer(
        muxer: "adts", fileExtensions: ["aac", "adts"], codecs: ["aac"], company: .nothing),
      MediaContainer(muxer: "ac3", fileExtensions: ["ac3"], codecs: ["ac3"], company: .nothing),
      MediaContainer(
        muxer: "eac3", fileExtensions: ["eac3", "ec3"], codecs: ["eac3"], company: .nothing),
      MediaContainer(muxer: "wv", fileExtensions: ["wv"], codecs: ["wavpack"], company: .nothing),
      MediaContainer(muxer: "tta", fileExtensions: ["tta"], codecs: ["tta"], company: .nothing),
    ]

    /// The container that a name asks for; `nil`: none.
    package static func named(_ path: String) -> MediaContainer? {
      let name = FilePath(path).fileExtension.lowercased()
      return all.first { $0.fileExtensions.contains(name) }
    }

    /// The container that a file is in; `nil` if it is none that is written.
    static func of(_ media: MediaFile) -> MediaContainer? {
      let formats = media.formatName.split(separator: ",").map(String.init)
      if let named = named(media.path), named.isOne(of: formats) { return named }
      if media.isQuickTime { return all.first { $0.muxer == "mov" } }
      return all.first { $0.isOne(of: formats) }
    }

    private func isOne(of formats: [String]) -> Bool {
      let name = ["ipod": "m4a", "adts": "aac", "vob": "mpeg"][muxer] ?? muxer
      return formats.contains(name)
    }

    /// The codec of a cleaned track: the original's own where it has room and ffmpeg an encoder for
    /// it, otherwise one that loses nothing of what had lost nothing, otherwise the usual one.
    package func codec(for original: String) -> String {
      if holds(original), TrackEncoding.isKnown(original) { return original }
      let isLossless =
        TrackEncoding.isExact(original)
        || ["truehd", "mlp", "ape", "shorten", "tak", "wmalossless"].contains(original)
      return (isLossless ? codecs.first(where: TrackEncoding.isExact) : nil) ?? codecs[0]
    }

    private func holds(_ codec: String) -> Bool {
      codecs.contains(codec) || (codecs.contains("pcm") && TrackEncoding.isPlain(codec))
    }
  }
#endif
