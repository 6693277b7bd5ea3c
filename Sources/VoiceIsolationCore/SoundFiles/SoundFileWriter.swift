#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import DeepFilterNet

  /// Writes a sound file in pieces, in the format of the one it comes from, by libsndfile.
  final class SoundFileWriter: SoundWriter {
    private let path: String
    private let sink: SoundFileSink
    private let handle: SndfileHandle
    private let format: SoundFormat
    private let channelCount: Int
    private let frameCount: Int?
    /// For a format whose header is finished last, on its way to where there is no way back.
    private let spooled: FileDescriptor?
    private let output: OutputFile
    /// For formats of integers; others take the samples as they are.
    private var quantizer: SampleQuantizer?
    private var steps: [Int32] = []
    private var sampleCount = 0

    /// Samples so far that were beyond the range of the format.
    var clippedSampleCount: Int { quantizer?.clippedSampleCount ?? 0 }

    /// Begins a file like `reader`'s, or of the kind that the output's name asks for, with the same
    /// notes in it.
    convenience init(to output: OutputFile, like reader: SoundFileReader) throws(SoundFileError) {
      try self.init(
        to: output, format: reader.format, sampleRateHz: reader.sampleRateHz,
        channelCount: reader.channelCount, frameCount: reader.frameCount)
      SoundFileNotes.copy(
        from: reader.handle, to: handle, as: format, channelCount: reader.channelCount)
    }

    /// The same for sound that is in no such file, as if it were in one of `format`.
    init(
      to output: OutputFile, format: SoundFormat, sampleRateHz rate: Int,
      channelCount channels: Int, frameCount: Int?
    ) throws(SoundFileError) {
      self.path = output.path
      let fileExtension = FilePath(output.path).fileExtension
      guard
        let wanted = format.forWriting.fitting(
          fileExtension: fileExtension, sampleRateHz: rate, channelCount: channels)
      else { throw SoundFileError(.cannotWriteExtension(fileExtension), path: output.path) }
      let isStream = output.kind != .regular
      let held = wanted.holding(frameCount: frameCount, channelCount: channels)
      // The lengths of a stream need not be true.
      guard let format = isStream && wanted.isWAV ? wanted : held else {
        throw SoundFileError(.tooLarge(wanted.name), path: output.path)
      }
      guard format.isWritable(sampleRateHz: rate, channelCount: channels) else {
        let isForRate = format.isWritable(sampleRateHz: 48_000, channelCount: channels)
        throw SoundFileError(
          isForRate ? .cannotWriteRate(format.name, hz: rate) : .cannotWriteFormat(format.name),
          path: output.path)
      }
      (self.output, self.format, self.channelCount) = (output, format, channels)
      self.frameCount = frameCount
      if isStream, !format.isStreamable {
        guard let file = SpooledFile.make() else {
          throw SoundFileError(
            .cannotWrite("no temporary file can be made: \(systemMessage())"), path: output.path)
        }
        (self.spooled, self.sink) = (file, SoundFileSink(file, isSeekable: true))
      } else {
        self.spooled = nil
        self.sink = SoundFileSink(output.descriptor, isSeekable: output.kind == .regular)
      }
      var info = SF_INFO()
      info.samplerate = Int32(rate)
      info.channels = Int32(channels)
      info.format = Int32(format.code)
      switch sink.open(&info) {
      case .success(let handle): self.handle = handle
      case .failure(let error):
        throw SoundFileError(
          .cannotWrite(sink.failure.map(systemMessage) ?? error.message), path: output.path)
      }
      self.quantizer = format.bitCount.map(SampleQuantizer.init(bitCount:))
      SoundFileSettings.apply(to: handle, format: format, isLengthKnown: frameCount != nil)
      // Without what it had about the peak of floats, the header is shorter now.
      if format.isFloat { sink.endAtHeader() }
    }

    /// Writes the next samples, channels interleaved.
    func write(_ samples: [Float]) throws(SoundFileError) {
      let written: Int
      if quantizer != nil {
        steps.removeAll(keepingCapacity: true)
        quantizer?.append(samples.span, to: &steps)
        written = handle.write(steps)
      } else if format.isMPEG {
        // Far beyond full scale, where nothing can be heard, LAME ends the process; and at a NaN,
        // which only a model with absurd weights makes.
        let most = SampleReplacement.largest
        written = handle.write(samples.map { $0.isNaN ? 0 : min(max($0, -most), most) })
      } else {
        written = handle.write(samples)
      }
      if !samples.isEmpty { endHeader() }
      if let failure = sink.failure {
        throw SoundFileError(.cannotWrite(systemMessage(failure)), path: path)
      }
      if written != samples.count {
        throw SoundFileError(.cannotWrite(handle.message), path: path)
      }
      sampleCount += written
    }

    /// The samples that were just written, as a reader of the file will get them: rounded.
    func lastWritten(_ samples: [Float]) -> [Float] {
      quantizer == nil ? samples : steps.map { Float($0) / 2_147_483_648 }
    }

    /// Writes what is still held back, and the header's lengths.
    func finish() throws(SoundFileError) {
      if sampleCount == 0, !format.canBeEmpty {
        throw SoundFileError(.cannotBeEmpty(format.name), path: path)
      }
      handle.close()
      endHeader()
      let writtenFrameCount = sampleCount / channelCount
      if let sound = PaddedSound(format, frameCount: writtenFrameCount, channelCount: channelCount)
      {
        sink.correctHeader(sound.corrections)
      }
      if let failure = sink.failure {
        throw SoundFileError(.cannotWrite(systemMessage(failure)), path: path)
      }
      if let spooled, !spooled.copy(to: output.descriptor) {
        throw SoundFileError(.cannotWrite(systemMessage()), path: path)
      }
    }

    /// Where there is no way back, the header says the true length if it is known, and otherwise what
    /// other programs say there, too.
    private func endHeader() {
      sink.endHeader { header in
        guard format.isWAV, let layout = ChunkLayout.all.first(where: { $0.begins(header) }),
          let start = layout.soundLengthOffset(in: header)
        else { return }
        let unknown = 0xFFFF_FFFF
        var soundByteCount = unknown
        if let frameCount, let frameByteCount = format.byteCount(channelCount: channelCount) {
          soundByteCount = min(unknown, frameCount * frameByteCount)
        }
        let whole = start - 4 + soundByteCount + soundByteCount % 2
        for (place, length) in [(start, soundByteCount), (4, min(unknown, whole))] {
          let length = soundByteCount == unknown ? unknown : length
          header.replaceSubrange(
            place..<place + 4, with: layout.bytes(ofLength: length, count: 4))
        }
      }
    }
  }
#endif
