#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// Writes a sound file in pieces, in the format of the one it comes from, by libsndfile.
  final class SoundFileWriter {
    private let path: String
    private let sink: SoundFileSink
    private let handle: SndfileHandle
    /// For formats of integers; others take the samples as they are.
    private var quantizer: SampleQuantizer?
    private var steps: [Int32] = []

    /// Samples so far that were beyond the range of the format.
    var clippedSampleCount: Int { quantizer?.clippedSampleCount ?? 0 }

    /// Begins a file like `reader`'s, or of the kind that the output's name asks for, with the same
    /// notes in it.
    init(to output: OutputFile, like reader: SoundFileReader) throws(SoundFileError) {
      self.path = output.path
      self.sink = SoundFileSink(output)
      let (rate, channels) = (reader.sampleRateHz, reader.channelCount)
      let fileExtension = FilePath(output.path).fileExtension
      guard
        let wanted = reader.format.forWriting.fitting(
          fileExtension: fileExtension, sampleRateHz: rate, channelCount: channels)
      else { throw SoundFileError(.cannotWriteExtension(fileExtension), path: output.path) }
      guard let format = wanted.holding(frameCount: reader.frameCount, channelCount: channels)
      else { throw SoundFileError(.tooLarge(wanted.name), path: output.path) }
      guard format.isWritable(sampleRateHz: rate, channelCount: channels) else {
        throw SoundFileError(.cannotWriteFormat(format.name), path: output.path)
      }
      if output.kind == .pipe, !format.isStreamable {
        throw SoundFileError(.needsSeeking(format.name), path: output.path)
      }
      var info = SF_INFO()
      info.samplerate = Int32(rate)
      info.channels = Int32(channels)
      info.format = Int32(format.code)
      guard let handle = sink.open(&info) else {
        throw SoundFileError(
          .cannotWrite(sink.failure.map(systemMessage) ?? SndfileHandle.openingMessage),
          path: output.path)
      }
      self.handle = handle
      self.quantizer = format.bitCount.map(SampleQuantizer.init(bitCount:))
      SoundFileSettings.apply(to: handle, format: format, isLengthKnown: reader.frameCount != nil)
      SoundFileNotes.copy(from: reader.handle, to: handle, channelCount: channels)
    }

    /// Writes the next samples, channels interleaved.
    func write(_ samples: [Float]) throws(SoundFileError) {
      let written: Int
      if quantizer != nil {
        steps.removeAll(keepingCapacity: true)
        quantizer?.append(samples.span, to: &steps)
        written = handle.write(steps)
      } else {
        written = handle.write(samples)
      }
      if let failure = sink.failure {
        throw SoundFileError(.cannotWrite(systemMessage(failure)), path: path)
      }
      if written != samples.count {
        throw SoundFileError(.cannotWrite(handle.message), path: path)
      }
    }

    /// Writes what is still held back, and the header's lengths.
    func finish() throws(SoundFileError) {
      handle.close()
      if let failure = sink.failure {
        throw SoundFileError(.cannotWrite(systemMessage(failure)), path: path)
      }
    }
  }
#endif
