#if canImport(CVoiceIsolationSndfile)
  /// Reads one sound track of a media file in pieces, by ffmpeg.
  final class TrackReader: SoundReader {
    let media: MediaFile
    let track: MediaStream
    let frameCount: Int?
    private(set) var warnings: [String] = []
    private let decoder: TrackDecoder
    /// Where the file says that the track ends, if it says so to the sample.
    private var end: Int?
    private var readFrameCount = 0

    private let number: Int?
    private let mixesToStereo: Bool

    var status: FileStatus { media.status }
    var isPiped: Bool { false }

    func again() throws(SoundFileError) -> TrackReader {
      try TrackReader(media, track: number, mixesToStereo: mixesToStereo)
    }

    var sampleRateHz: Int { track.sampleRateHz }
    var channelCount: Int { track.channelCount }

    /// - Parameters:
    ///   - number: which track, from 1; `nil`: the one that players take.
    ///   - mixesToStereo: whether more channels than two become two.
    init(
      _ media: MediaFile, track number: Int?, mixesToStereo: Bool = false
    ) throws(SoundFileError) {
      let original = try media.track(number)
      let track = mixesToStereo ? original.mixedToStereo : original
      guard track.codec != nil, track.sampleRateHz > 0, track.channelCount > 0 else {
        throw SoundFileError(
          .notASound("ffmpeg does not know how its track is coded (\(track.tag))"),
          path: media.path)
      }
      self.media = media
      self.track = track
      self.number = number
      self.mixesToStereo = mixesToStereo
      let seconds = track.durationSeconds ?? media.durationSeconds
      self.frameCount = seconds.flatMap {
        Int(exactly: ($0 * Double(track.sampleRateHz)).rounded())
      }
      // An edit list says what is heard; of other containers the length is a guess.
      self.end =
        media.formatName.hasPrefix("mov") && track.durationSeconds != nil ? frameCount : nil
      try FileIsolator.check(
        sampleRateHz: track.sampleRateHz, channelCount: track.channelCount, path: media.path)
      self.decoder = try TrackDecoder(media, track)
    }

    func read(into samples: inout [Float], limit: Int) throws(SoundFileError) {
      try decoder.read(into: &samples, limit: limit)
      if let end, readFrameCount + samples.count / channelCount > end {
        try endTrack(at: end, &samples)
      }
      readFrameCount += samples.count / channelCount
      if let frameCount, readFrameCount > 2 * frameCount + 3_600 * sampleRateHz {
        throw SoundFileError(
          .notASound("its time stamps make it hours longer than it says that it is"),
          path: media.path)
      }
      if samples.isEmpty, let complaint = decoder.complaint, !complaint.isEmpty {
        warnings.append("ffmpeg says: \(complaint)")
      }
    }

    func makeWriter(to output: OutputFile) throws(SoundFileError) -> any SoundWriter {
      let name = FilePath(output.path).fileExtension
      if SoundFormat.isWritten(fileExtension: name) {
        return try SoundFileWriter(
          to: output, format: SoundFormat(bitDepth: track.isReal ? nil : track.bitDepth ?? 16),
          sampleRateHz: sampleRateHz,
          channelCount: channelCount, frameCount: frameCount)
      }
      return try TrackWriter(to: output, like: self)
    }

    /// The last packet has more samples than the track; a header that is wrong lacks many more.
    private func endTrack(at end: Int, _ samples: inout [Float]) throws(SoundFileError) {
      self.end = nil
      var rest: [Float] = []
      try decoder.read(into: &rest, limit: Self.packetLimit)
      samples += rest
      let surplus = readFrameCount + samples.count / channelCount - end
      if surplus <= Self.packetLimit, rest.count < Self.packetLimit * channelCount {
        samples.removeLast(surplus * channelCount)
      }
    }

    /// No packet has so many samples.
    private static let packetLimit = 4_096
  }
#endif
