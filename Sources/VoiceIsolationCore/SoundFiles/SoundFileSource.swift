#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The bytes of an input, and libsndfile's way to them.
  final class SoundFileSource {
    let path: String
    let status: FileStatus
    private(set) var warnings: [String] = []
    /// For samples without a header.
    let raw: RawSound?
    /// The header of a WAV file that is read while it comes through a pipe.
    let pipedHeader: PipedHeader?
    private let file: FileDescriptor
    let byteCount: Int
    private let unfinishedHeader: UnfinishedHeader?
    /// What libsndfile takes for the length of the file.
    private var apparentByteCount: Int
    private var position = 0
    /// What of a pipe has been read before libsndfile asks for it.
    private var beginning: [UInt8]
    private var isReadingHeader = true
    /// How much of it has gone past since.
    private var goneByteCount = 0
    /// The samples of all channels, which are read together.
    private var frameByteCount = 1

    /// - Parameters:
    ///   - path: of a file; `-`: the standard input.
    ///   - raw: what the file holds, if it has no header.
    init(path: String, raw: RawSound? = nil) throws(SoundFileError) {
      guard !path.utf8.contains(0) else {
        throw SoundFileError(.cannotRead("its name holds a zero byte"), path: path)
      }
      // Opened anew, a file has a place of its own to be read from; a socket cannot be.
      let opened =
        path == "-"
        ? FileDescriptor(path: "/dev/stdin", flags: O_RDONLY)
          ?? FileDescriptor(copyOf: STDIN_FILENO)
        : FileDescriptor(path: path, flags: O_RDONLY)
      guard var file = opened, let status = FileStatus(descriptor: file.number)
      else { throw SoundFileError(.cannotRead(systemMessage()), path: path) }
      if status.kind == .folder { throw SoundFileError(.isFolder, path: path) }
      if status.kind == .regular, status.byteCount == 0 {
        throw SoundFileError(.isEmpty, path: path)
      }
      (self.path, self.status, self.raw) = (path, status, raw)
      var byteCount = status.byteCount
      var (header, beginning): (PipedHeader?, [UInt8]) = (nil, [])
      if status.kind != .regular, raw == nil {
        switch PipedHeader.read(from: file) {
        case .header(let found):
          (header, beginning) = (found, found.bytes + found.soundStart)
        case .other([]) where file.failure == nil:
          throw SoundFileError(.isEmpty, path: path)
        case .other(let bytes):
          let spooled = SpooledFile.make(beginning: bytes, rest: file)
          if let failure = file.failure {
            throw SoundFileError(.cannotRead(systemMessage(failure)), path: path)
          }
          guard let spooled else {
            throw SoundFileError(
              .cannotRead("no temporary file can be written: \(systemMessage())"), path: path)
          }
          file = spooled
          byteCount = FileStatus(descriptor: file.number)?.byteCount ?? 0
        }
      }
      let isPiped = header != nil || (raw != nil && status.kind != .regular)
      (self.file, self.pipedHeader, self.beginning) = (file, header, beginning)
      self.byteCount = isPiped ? header?.fileByteCount ?? 1 << 62 : byteCount
      self.apparentByteCount = self.byteCount
      self.isPiped = isPiped
      self.unfinishedHeader =
        isPiped || raw != nil ? nil : UnfinishedHeader(file, byteCount: byteCount)
      if unfinishedHeader != nil {
        warnings.append("the header says that there is no sound; read to the end of the file")
      }
    }

    /// The system's number for why no more could be read.
    var failure: Int32? { file.failure }

    /// Whether it is read while it comes, once.
    let isPiped: Bool

    func open(_ info: inout SF_INFO) -> Result<SndfileHandle, SndfileHandle.OpeningError> {
      position = 0
      if let raw {
        info.format = Int32(raw.encoding.code)
        info.samplerate = Int32(clamping: raw.sampleRateHz)
        info.channels = Int32(clamping: raw.channelCount)
      }
      if isPiped || unfinishedHeader != nil {
        let handle = openVirtual(&info)
        isReadingHeader = false
        let format = SoundFormat(code: Int(info.format))
        frameByteCount = format.byteCount(channelCount: Int(info.channels)) ?? 1
        return handle
      }
      let handle = openFile(&info)
      let isMPEG = SoundFormat(code: Int(info.format)).container == SF_FORMAT_MPEG
      guard case .success = handle, isMPEG, !MPEGHeader.tellsLength(file) else { return handle }
      // libsndfile guesses the length from the bytes of the first frame and of the file, and reads
      // no further, though there may be six times as much. From this it guesses too much.
      apparentByteCount = byteCount << 10
      info = SF_INFO()
      defer { info.frames = .max }
      return openVirtual(&info)
    }

    private func openFile(
      _ info: inout SF_INFO
    ) -> Result<SndfileHandle, SndfileHandle.OpeningError> {
      // A name of the open file, if the system has one. By that libsndfile finds no file of Apple's
      // kind that belongs to it (`._name`, `.AppleDouble/name`), and takes none in the current folder
      // for one, as it does for a file without a name.
      let path = "/proc/self/fd/\(file.number)"
      lseek(file.number, 0, SEEK_SET)
      // Lends the path to the call.
      let isNamed = unsafe access(path, R_OK) == 0
      // libsndfile closes what it cannot open, whatever it is told, so it gets a descriptor to keep.
      let copy = isNamed ? -1 : fcntl(file.number, F_DUPFD_CLOEXEC, 0)
      return unsafe SndfileHandle.open(bytes: self, mayWait: false) {
        // libsndfile fills the structure it is lent.
        isNamed
          ? unsafe sf_open(path, Int32(SFM_READ), &info)
          : unsafe sf_open_fd(copy, Int32(SFM_READ), &info, Int32(SF_TRUE))
      }
    }

    private func openVirtual(
      _ info: inout SF_INFO
    ) -> Result<SndfileHandle, SndfileHandle.OpeningError> {
      // libsndfile fills the structures it is lent, and does not keep them.
      var calls = unsafe SF_VIRTUAL_IO(
        get_filelen: { unsafe sf_count_t(SoundFileSource.from($0).apparentByteCount) },
        seek: { unsafe sf_count_t(SoundFileSource.from($2).seek(Int($0), whence: $1)) },
        read: { unsafe sf_count_t(SoundFileSource.from($2).read(into: $0, count: Int($1))) },
        write: { _, _, _ in 0 },
        tell: { unsafe sf_count_t(SoundFileSource.from($0).position) })
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      return unsafe SndfileHandle.open(bytes: self, mayWait: isPiped) {
        unsafe sf_open_virtual(&calls, Int32(SFM_READ), &info, context)
      }
    }

    /// - Parameter context: what `open` handed over, an object that lives as long as the handle.
    private static func from(_ context: UnsafeMutableRawPointer?) -> SoundFileSource {
      unsafe Unmanaged<SoundFileSource>.fromOpaque(context!).takeUnretainedValue()
    }

    private func seek(_ offset: Int, whence: Int32) -> Int {
      let base =
        switch whence {
        case SEEK_CUR: position
        case SEEK_END: apparentByteCount
        default: 0
        }
      position = max(0, base + offset)
      return position
    }

    /// Reads as the file is, but for the numbers that its header should have had. Far behind the end,
    /// where nothing but a look at the apparent last bytes leads, there are zeros.
    private func read(into buffer: UnsafeMutableRawPointer?, count: Int) -> Int {
      if isPiped { return unsafe readPipe(into: buffer, count: count) }
      // libsndfile's buffer holds `count` bytes.
      if position > byteCount, position < apparentByteCount {
        unsafe buffer?.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        position += count
        return count
      }
      let got = unsafe pread(file.number, buffer, count, off_t(position))
      guard got > 0, let buffer = unsafe buffer else { return 0 }
      for correction in unfinishedHeader?.corrections ?? [] {
        for (index, byte) in correction.bytes.enumerated() {
          let offset = correction.offset + index - position
          // Within the bytes just read.
          if (0..<got).contains(offset) {
            unsafe buffer.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
          }
        }
      }
      position += got
      return got
    }

    /// What has been read already, or what the pipe has now: whole samples of all channels. Nothing
    /// where the pipe has gone past.
    private func readPipe(into buffer: UnsafeMutableRawPointer?, count: Int) -> Int {
      guard let buffer = unsafe buffer, count > 0 else { return 0 }
      if isReadingHeader, position + count > beginning.count {
        // libsndfile looks at the first bytes of the sound, and comes back to them.
        beginning += file.take(count: position + count - beginning.count)
      }
      var got = 0
      if position < beginning.count {
        // libsndfile's buffer holds `count` bytes.
        got = min(count, beginning.count - position)
        unsafe beginning.withUnsafeBytes {
          unsafe buffer.copyMemory(from: $0.baseAddress! + position, byteCount: got)
        }
      } else if position != beginning.count + goneByteCount {
        return 0
      }
      // A short read that ends within a frame would be the end for libsndfile, or shift the channels.
      let soundStart = pipedHeader?.bytes.count ?? 0
      while !isReadingHeader, got < count,
        got == 0 || (position + got - soundStart) % frameByteCount != 0,
        let piece = unsafe file.take(into: buffer + got, count: count - got)
      {
        got += piece
        goneByteCount += piece
      }
      position += got
      return got
    }
  }
#endif
