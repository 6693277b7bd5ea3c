#if canImport(CVoiceIsolationSndfile)
  /// The samples of one track, as ffmpeg decodes them: without what coders put before and behind
  /// them, and with silence where pieces are missing, so that what follows is heard when it was.
  final class TrackDecoder {
    private let path: String
    private let channelCount: Int
    private let child: ChildProcess
    /// What ffmpeg complained about though it went on; known at the end.
    private(set) var complaint: String?

    /// - Parameter sampleRateHz: another rate than the track's own.
    init(
      _ media: MediaFile, _ track: MediaStream, sampleRateHz: Int? = nil
    ) throws(SoundFileError) {
      self.path = media.path
      self.channelCount = track.channelCount
      let gaps = media.hasTimes ? "aresample=async=1:min_hard_comp=\(Self.shortestGap)" : "anull"
      // Scaled so that nothing exceeds full scale.
      let mix = track.isMixed ? ",aresample=ocl=stereo:rematrix_maxval=1" : ""
      self.child = try FFmpeg.start(
        FFmpeg.lentInput + [
          "-map", "0:\(track.index)",
          "-af", gaps + mix,
          "-ar", String(sampleRateHz ?? track.sampleRateHz), "-ac", String(track.channelCount),
          "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1",
        ],
        lending: media.file, givesOutput: true, for: media.path, isCancelled: media.isCancelled)
    }

    /// In seconds. A lost packet leaves 20 ms or more; times that are noted in ms differ by 1.
    private static let shortestGap = 0.012

    /// Reads the next samples, channels interleaved.
    /// - Parameter samples: replaced by what is read; empty at the end.
    func read(into samples: inout [Float], limit: Int) throws(SoundFileError) {
      samples.removeAll(keepingCapacity: true)
      samples.append(contentsOf: repeatElement(0, count: limit * channelCount))
      // Lends the array. As on the wire, floats are little-endian on all machines that Swift has.
      let byteCount = unsafe samples.withUnsafeMutableBytes { unsafe child.read($0) }
      let frameCount = byteCount / (4 * channelCount)
      samples.removeLast(samples.count - frameCount * channelCount)
      guard frameCount < limit, complaint == nil else { return }
      let end = child.finish()
      guard end.isSuccess else {
        throw SoundFileError(.programFailed("ffmpeg", end.failure), path: path)
      }
      complaint = end.log.lastLine ?? ""
    }
  }
#endif
