#if canImport(CVoiceIsolationSndfile)
  /// What goes into an output beside the cleaned track, untouched.
  struct Company {
    /// The input's streams in their order, the cleaned one's original in its place.
    private(set) var streams: [MediaStream] = []
    /// Covers, where they are attachments.
    private(set) var attachedPictures: [MediaStream] = []
    /// What is left out, in sentences for people.
    private(set) var warnings: [String] = []

    init(of media: MediaFile, track: MediaStream, in container: MediaContainer) {
      for stream in media.streams {
        if stream.index == track.index {
          streams.append(stream)
        } else if stream.isRewritten || !Self.isWanted(stream, container.company) {
          continue
        } else if stream.isPicture, container.isMatroska {
          attachedPictures.append(stream)
        } else if Self.fits(stream, container) {
          streams.append(stream)
        } else {
          let kind = stream.kind?.rawValue ?? "unknown"
          warnings.append(
            "stream \(stream.index) (\(kind), \(stream.codec ?? stream.tag)) is left out: "
              + "\(container.muxer) has no room for it")
        }
      }
    }

    /// The codec that subtitles are written in; `copy` where they can stay as they are.
    static func codec(of subtitles: MediaStream, in container: MediaContainer) -> String {
      let isText = ["subrip", "ass", "ssa", "webvtt", "text", "mov_text"].contains(subtitles.codec)
      guard isText else { return "copy" }
      if container.isQuickTimeLike { return subtitles.codec == "mov_text" ? "copy" : "mov_text" }
      if container.muxer == "webm" { return subtitles.codec == "webvtt" ? "copy" : "webvtt" }
      return subtitles.codec == "mov_text" ? "srt" : "copy"
    }

    private static func isWanted(_ stream: MediaStream, _ company: MediaContainer.Company) -> Bool {
      switch company {
      case .everything: true
      case .sounds: stream.kind == .audio || stream.isPicture
      case .nothing: false
      }
    }

    private static func fits(_ stream: MediaStream, _ container: MediaContainer) -> Bool {
      guard stream.kind == .attachment || stream.codec != nil else { return false }
      return switch stream.kind {
      case .attachment: container.isMatroska
      case .data:
        stream.codec != "bin_data" && (container.isQuickTimeLike || container.muxer == "mpegts")
      case .video: !stream.isPicture || container.isQuickTimeLike
      case .audio, .subtitle: true
      case nil: false
      }
    }
  }
#endif
