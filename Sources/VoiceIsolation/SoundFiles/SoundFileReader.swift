#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// Reads a sound file in pieces, by libsndfile.
  final class SoundFileReader {
    let path: String
    let status: FileStatus
    let format: SoundFormat
    let sampleRateHz: Int
    let channelCount: Int
    /// Samples a channel by the header; `nil` if it does not say.
    let frameCount: Int?
    /// What is odd about the file though it can be read, in sentences for people.
    private(set) var warnings: [String]
    let handle: SndfileHandle
    private let source: SoundFileSource
    private var readFrameCount = 0

    /// Opens a file and reads its header.
    init(path: String) throws(SoundFileError) {
      self.path = path
      let source = try SoundFileSource(path: path)
      self.status = source.status
      var info = SF_INFO()
      guard let handle = source.open(&info) else {
        throw SoundFileError(.notASound(SndfileHandle.openingMessage), path: path)
      }
      self.handle = handle
      self.format = SoundFormat(code: Int(info.format))
      self.sampleRateHz = Int(info.samplerate)
      self.channelCount = Int(info.channels)
      self.frameCount = format.frameCount(
        byHeader: Int(info.frames), channelCount: channelCount,
        isPipe: status.kind != .regular)
      self.source = source
      self.warnings = source.warnings
      if let shortfall = HeaderShortfall(log: Self.log(of: handle)) {
        warnings.append(shortfall.description)
      }
    }

    /// Reads the next samples, channels interleaved.
    /// - Parameters:
    ///   - samples: replaced by what is read, `[frames × channels]`; empty at the end.
    ///   - limit: at most so many frames.
    func read(into samples: inout [Float], limit: Int) throws(SoundFileError) {
      let limit = min(limit, (frameCount ?? .max) - readFrameCount)
      samples.removeAll(keepingCapacity: true)
      samples.append(contentsOf: repeatElement(0, count: limit * channelCount))
      let count = max(0, handle.read(into: &samples, limit: limit, channelCount: channelCount))
      samples.removeLast((limit - count) * channelCount)
      readFrameCount += count
      guard count == 0 else { return }
      let error = handle.errorNumber
      if error == SF_ERR_SYSTEM {
        throw SoundFileError(.cannotRead(handle.message), path: path)
      }
      if readFrameCount == 0, source.hasMoreInPipe {
        throw SoundFileError(
          .notASound(
            "its header says that there is no sound, and some follows; write it to a file"),
          path: path)
      }
      if let frameCount, readFrameCount < frameCount - format.lengthUncertainty {
        warnings.append(
          "the file ends early: \(readFrameCount) of \(frameCount) samples could be read")
      } else if frameCount == nil, status.kind == .regular, !format.isMPEG {
        warnings.append("the file does not say where it ends; it may be cut off")
      } else if error != SF_ERR_NO_ERROR {
        warnings.append("the file is damaged at its end: \(handle.message)")
      }
    }

    /// What libsndfile noted down while it read the header.
    private static func log(of handle: SndfileHandle) -> String {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = handle.command(SFC_GET_LOG_INFO, &bytes)
      return String(decoding: bytes[..<max(0, min(count, bytes.count))], as: UTF8.self)
    }
  }
#endif
