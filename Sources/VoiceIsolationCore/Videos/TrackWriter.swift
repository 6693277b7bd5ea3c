#if canImport(CVoiceIsolationSndfile)
  /// Writes a media file like the one that a track comes from, with the track as it is told and
  /// everything else as it was, by ffmpeg.
  final class TrackWriter: SoundWriter {
    private(set) var clippedSampleCount = 0
    private(set) var warnings: [String]
    private let path: String
    private let channelCount: Int
    private let isInteger: Bool
    private let child: ChildProcess
    /// What ffmpeg reads until it ends.
    private let attachments: [HiddenFile]
    /// Samples to leave out, in place of which the encoder puts its own.
    private var surplusSampleCount: Int

    init(to output: OutputFile, like reader: TrackReader) throws(SoundFileError) {
      let (media, track) = (reader.media, reader.track)
      let container = try Self.container(of: output, media)
      let codec = track.codec ?? ""
      let encoding = TrackEncoding(codec: container.codec(for: codec), of: track)
      let start = try media.startSeconds(of: track)
      let isLate = abs(start) * Double(track.sampleRateHz) >= 0.5 || !container.isQuickTimeLike
      let delay =
        TrackEncoding.isExact(encoding.codec) || output.kind != .regular
        ? .none
        : try EncoderDelay.of(
          track, as: encoding, in: container, startsLate: isLate, beside: output,
          isCancelled: media.isCancelled)
      let arguments = EncodingArguments(
        encoding, container, track, startSeconds: start - delay.shiftSeconds)
      let company = Company(of: media, track: track, in: container)
      var command = FFmpeg.lentInput + arguments.input
      for (index, stream) in company.streams.enumerated() {
        command += Self.options(of: stream, at: index, cleaned: track, arguments, container)
      }
      self.attachments = try Self.attach(
        company.attachedPictures, of: media, after: company.streams.count, to: &command, output)
      command += ["-map_metadata", "0", "-map_chapters", "0", "-copyinkf"]
      if container.isQuickTimeLike {
        let flags =
          (media.hasLongNoteNames ? "+use_metadata_tags" : "")
          + (QuickTimeIndex.comesFirst(media.file) ? "+faststart" : "")
        if !flags.isEmpty { command += ["-movflags", flags] }
      }
      guard output.giveName() else {
        throw SoundFileError(.cannotWrite(systemMessage()), path: output.path)
      }
      self.child = try FFmpeg.start(
        command + arguments.output("file:" + output.writtenPath), lending: media.file,
        takesInput: true, for: output.path, isCancelled: media.isCancelled)
      self.path = output.path
      self.channelCount = track.channelCount
      self.isInteger = TrackEncoding.isExact(encoding.codec) && !track.isReal
      self.surplusSampleCount = max(0, delay.leadFrameCount) * track.channelCount
      self.warnings = company.warnings
      if encoding.codec != codec {
        warnings.append("the cleaned track is coded as \(encoding.codec), not \(codec)")
      }
      if encoding.isResampled {
        warnings.append(
          "the cleaned track has \(encoding.sampleRateHz) samples a second: \(encoding.codec) "
            + "cannot have \(track.sampleRateHz)")
      }
      // What the encoder swallows.
      let padding = max(0, -delay.leadFrameCount) * track.channelCount
      try hand([Float](repeating: 0, count: padding)[...])
    }

    func write(_ samples: [Float]) throws(SoundFileError) {
      let leftOut = min(surplusSampleCount, samples.count)
      surplusSampleCount -= leftOut
      if isInteger { clippedSampleCount += samples.count { !(-1...1).contains($0) } }
      try hand(samples[leftOut...])
    }

    private func hand(_ samples: ArraySlice<Float>) throws(SoundFileError) {
      // Lends them; as on the wire, floats are little-endian on all machines that Swift has.
      let isTaken = unsafe samples.withUnsafeBytes { unsafe child.write($0) }
      guard !isTaken else { return }
      throw failure(child.finish())
    }

    func finish() throws(SoundFileError) {
      let end = child.finish()
      guard end.isSuccess, !end.log.tellsOfLostOutput else { throw failure(end) }
      if let line = end.log.lastLine { warnings.append("ffmpeg says: \(line)") }
    }

    private func failure(_ end: ChildEnd) -> SoundFileError {
      if end.log.tellsOfLostOutput {
        // What stands before it names the hidden file.
        let words = end.failure.split(separator: ": ").last.map(String.init)
        return SoundFileError(.cannotWrite(words ?? end.failure), path: path)
      }
      return SoundFileError(.programFailed("ffmpeg", end.failure), path: path)
    }

    /// The container that the output's name asks for, or else the input's own.
    private static func container(
      of output: OutputFile, _ media: MediaFile
    ) throws(SoundFileError) -> MediaContainer {
      let name = FilePath(output.path).fileExtension
      let named = MediaContainer.named(output.path)
      guard named != nil || !SoundFormat.isUnwritten(fileExtension: name) else {
        throw SoundFileError(.cannotWriteExtension(name), path: output.path)
      }
      guard let container = named ?? MediaContainer.of(media) else {
        throw SoundFileError(.cannotWriteFormat(media.formatName), path: output.path)
      }
      if output.kind == .pipe || output.path == "-" {
        throw SoundFileError(.needsSeeking(container.muxer), path: output.path)
      }
      return container
    }

    /// What ffmpeg is told of one stream of the output.
    private static func options(
      of stream: MediaStream, at index: Int, cleaned track: MediaStream,
      _ arguments: EncodingArguments, _ container: MediaContainer
    ) -> [String] {
      let notes = ["-map_metadata:s:\(index)", "0:s:\(stream.index)"]
      guard stream.index == track.index else {
        let codec =
          stream.kind == .subtitle ? Company.codec(of: stream, in: container) : "copy"
        return ["-map", "0:\(stream.index)", "-c:\(index)", codec] + notes
      }
      let dispositions = stream.dispositions.joined(separator: "+")
      var options = ["-map", "1:0"] + arguments.options(stream: index) + notes
      options += ["-disposition:\(index)", dispositions.isEmpty ? "0" : dispositions]
      // Counts of the bytes that were there before, and who wrote them.
      let stale = ["BPS", "DURATION", "NUMBER_OF_", "_STATISTICS_", "encoder", "ENCODER"]
      for name in stream.noteNames where stale.contains(where: name.hasPrefix) {
        // Some end with a language: `BPS-eng`.
        for name in [name, name.replacing("_eng", with: "-eng")] {
          options += ["-metadata:s:\(index)", name + "="]
        }
      }
      return options
    }

    /// Covers become files that ffmpeg attaches again.
    private static func attach(
      _ pictures: [MediaStream], of media: MediaFile, after count: Int,
      to command: inout [String], _ output: OutputFile
    ) throws(SoundFileError) -> [HiddenFile] {
      var files: [HiddenFile] = []
      for (number, picture) in pictures.enumerated() where output.kind == .regular {
        let child = try FFmpeg.start(
          FFmpeg.lentInput + [
            "-map", "0:\(picture.index)", "-c", "copy", "-f", "image2pipe", "pipe:1",
          ],
          lending: media.file, givesOutput: true, for: media.path,
          isCancelled: media.isCancelled)
        let bytes = child.readAll(limit: 1 << 24)
        let file = try HiddenFile(beside: output)
        guard child.finish().isSuccess, file.write(bytes) else { continue }
        files.append(file)
        let kind = picture.codec == "png" ? "png" : "jpeg"
        let notes = "-metadata:s:\(count + number)"
        command += [
          "-attach", "file:" + file.path,
          notes, "mimetype=" + (picture.mimeType ?? "image/" + kind),
          notes, "filename=" + (picture.fileName ?? "cover." + (kind == "png" ? "png" : "jpg")),
        ]
      }
      return files
    }
  }
#endif
