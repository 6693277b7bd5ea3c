#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// Reads a sound file in pieces, by libsndfile.
  final class SoundFileReader: SoundReader {
    let path: String
    let status: FileStatus
    let format: SoundFormat
    let sampleRateHz: Int
    /// Of what is read, and so of what is written.
    let channelCount: Int
    /// Samples a channel by the header; `nil` if it does not say.
    let frameCount: Int?
    /// What is odd about the file though it can be read, in sentences for people.
    private(set) var warnings: [String]
    let handle: SndfileHandle
    private let source: SoundFileSource
    private let fileChannelCount: Int
    /// Where more channels than two are to become two.
    private let mix: StereoMix?
    private var readFrameCount = 0
    private(set) var replacedSampleCount = 0

    /// Opens a file and reads its header.
    /// - Parameters:
    ///   - path: `-`: the standard input.
    ///   - raw: what the file holds, if it has no header.
    ///   - mixesToStereo: whether more channels than two become two.
    convenience init(
      path: String, raw: RawSound? = nil, mixesToStereo: Bool = false
    ) throws(SoundFileError) {
      try self.init(SoundFileSource(path: path, raw: raw), mixesToStereo: mixesToStereo)
    }

    private init(_ source: SoundFileSource, mixesToStereo: Bool) throws(SoundFileError) {
      self.path = source.path
      self.status = source.status
      var info = SF_INFO()
      switch source.open(&info) {
      case .success(let handle): self.handle = handle
      case .failure(let error): throw SoundFileError(.notASound(error.message), path: path)
      }
      let format = SoundFormat(code: Int(info.format))
      self.format =
        if let header = source.pipedHeader, header.isRewritten {
          format.asWAV(isExtensible: header.isExtensible)
        } else {
          format
        }
      self.sampleRateHz = Int(info.samplerate)
      self.fileChannelCount = Int(info.channels)
      self.mix =
        mixesToStereo && fileChannelCount > 2
        ? StereoMix(handle, channelCount: fileChannelCount) : nil
      self.channelCount = mix == nil ? fileChannelCount : 2
      self.frameCount = format.frameCount(
        byHeader: Int(info.frames), channelCount: fileChannelCount, isPipe: source.isPiped)
      if format.endsByHeader {
        let most = SoundFormat.mostSamples(byteCount: source.byteCount) / fileChannelCount
        guard let frameCount, frameCount <= most else {
          throw SoundFileError(
            .notASound("its header promises more sound than it has room for"), path: path)
        }
      }
      self.source = source
      self.warnings = source.warnings
      if !source.isPiped, let shortfall = HeaderShortfall(log: Self.log(of: handle)) {
        warnings.append(shortfall.description)
      }
    }

    /// Whether it can be read only once, while it comes.
    var isPiped: Bool { source.isPiped }

    /// The same sound once more, from its start. This reader is not to be used any more.
    func again() throws(SoundFileError) -> SoundFileReader {
      try SoundFileReader(source, mixesToStereo: mix != nil)
    }

    /// Reads the next samples, channels interleaved.
    /// - Parameters:
    ///   - samples: replaced by what is read, `[frames × channels]`; empty at the end.
    ///   - limit: at most so many frames.
    func read(into samples: inout [Float], limit: Int) throws(SoundFileError) {
      let limit = min(limit, (frameCount ?? .max) - readFrameCount)
      samples.removeAll(keepingCapacity: true)
      samples.append(contentsOf: repeatElement(0, count: limit * fileChannelCount))
      let count = max(0, handle.read(into: &samples, limit: limit, channelCount: fileChannelCount))
      samples.removeLast((limit - count) * fileChannelCount)
      readFrameCount += count
      replacedSampleCount += mix?.apply(to: &samples) ?? 0
      guard count == 0 else { return }
      if let failure = source.failure {
        throw SoundFileError(.cannotRead(systemMessage(failure)), path: path)
      }
      let error = handle.errorNumber
      if error == SF_ERR_SYSTEM {
        throw SoundFileError(.cannotRead(handle.message), path: path)
      }
      if let frameCount, readFrameCount < frameCount - format.lengthUncertainty {
        warnings.append(
          "the file ends early: \(readFrameCount) of \(frameCount) samples could be read")
      } else if frameCount == nil, !source.isPiped, source.raw == nil, !format.isMPEG {
        warnings.append("the file does not say where it ends; it may be cut off")
      } else if error != SF_ERR_NO_ERROR {
        warnings.append("the file is damaged at its end: \(handle.message)")
      }
    }

    func makeWriter(to output: OutputFile) throws(SoundFileError) -> any SoundWriter {
      try SoundFileWriter(to: output, like: self)
    }

    /// What libsndfile noted down while it read the header.
    private static func log(of handle: SndfileHandle) -> String {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = handle.command(SFC_GET_LOG_INFO, &bytes)
      return String(decoding: bytes[..<max(0, min(count, bytes.count))], as: UTF8.self)
    }
  }
#endif
