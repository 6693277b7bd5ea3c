#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The bytes of an input, and libsndfile's way to them.
  final class SoundFileSource {
    let status: FileStatus
    private(set) var warnings: [String] = []
    private let file: FileDescriptor
    private let unfinishedHeader: UnfinishedHeader?
    /// What libsndfile takes for the length of the file.
    private var apparentByteCount: Int
    private var position = 0

    init(path: String) throws(SoundFileError) {
      guard !path.utf8.contains(0) else {
        throw SoundFileError(.cannotRead("its name holds a zero byte"), path: path)
      }
      guard let file = FileDescriptor(path: path, flags: O_RDONLY),
        let status = FileStatus(descriptor: file.number)
      else { throw SoundFileError(.cannotRead(systemMessage()), path: path) }
      if status.kind == .folder { throw SoundFileError(.isFolder, path: path) }
      if status.kind == .regular, status.byteCount == 0 {
        throw SoundFileError(.isEmpty, path: path)
      }
      (self.file, self.status, self.apparentByteCount) = (file, status, status.byteCount)
      self.unfinishedHeader =
        status.kind == .regular
        ? UnfinishedHeader(file, byteCount: status.byteCount) : nil
      if unfinishedHeader != nil {
        warnings.append("the header says that there is no sound; read to the end of the file")
      }
    }

    /// `nil` if libsndfile cannot; `SndfileHandle.openingMessage` says why.
    func open(_ info: inout SF_INFO) -> SndfileHandle? {
      if unfinishedHeader != nil { return openVirtual(&info) }
      // libsndfile closes what it cannot open, whatever it is told, so it gets a descriptor to keep.
      let copy = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
      // libsndfile fills the structure it is lent.
      let handle = unsafe sf_open_fd(copy, Int32(SFM_READ), &info, Int32(SF_TRUE)).map { pointer in
        unsafe SndfileHandle(pointer, bytes: self)
      }
      let isMPEG = SoundFormat(code: Int(info.format)).container == SF_FORMAT_MPEG
      guard handle != nil, isMPEG, status.kind == .regular, !MPEGHeader.tellsLength(file) else {
        return handle
      }
      // libsndfile guesses the length from the bytes of the first frame and of the file, and reads
      // no further, though there may be six times as much. From this it guesses too much.
      apparentByteCount = status.byteCount << 10
      info = SF_INFO()
      defer { info.frames = .max }
      return openVirtual(&info)
    }

    private func openVirtual(_ info: inout SF_INFO) -> SndfileHandle? {
      // libsndfile fills the structures it is lent, and does not keep them.
      var calls = unsafe SF_VIRTUAL_IO(
        get_filelen: { unsafe sf_count_t(SoundFileSource.from($0).apparentByteCount) },
        seek: { unsafe sf_count_t(SoundFileSource.from($2).seek(Int($0), whence: $1)) },
        read: { unsafe sf_count_t(SoundFileSource.from($2).read(into: $0, count: Int($1))) },
        write: { _, _, _ in 0 },
        tell: { unsafe sf_count_t(SoundFileSource.from($0).position) })
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      return unsafe sf_open_virtual(&calls, Int32(SFM_READ), &info, context).map { pointer in
        unsafe SndfileHandle(pointer, bytes: self)
      }
    }

    /// Whether a pipe holds bytes that nobody has read yet. Takes one.
    var hasMoreInPipe: Bool { status.kind == .pipe && file.takeByte() != nil }

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
      // libsndfile's buffer holds `count` bytes.
      if position > status.byteCount, position < apparentByteCount {
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
  }
#endif
