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
    private let unfinishedHeader: UnfinishedWaveHeader?
    private var position = 0

    init(path: String) throws(SoundFileError) {
      guard let file = FileDescriptor(path: path, flags: O_RDONLY),
        let status = FileStatus(descriptor: file.number)
      else { throw SoundFileError(.cannotRead(systemMessage()), path: path) }
      if status.kind == .folder { throw SoundFileError(.isFolder, path: path) }
      if status.kind == .regular, status.byteCount == 0 {
        throw SoundFileError(.isEmpty, path: path)
      }
      (self.file, self.status) = (file, status)
      self.unfinishedHeader =
        status.kind == .regular
        ? UnfinishedWaveHeader(file, byteCount: status.byteCount) : nil
      if unfinishedHeader != nil {
        warnings.append("the header says that there is no sound; read to the end of the file")
      }
    }

    /// `nil` if libsndfile cannot; `SndfileHandle.openingMessage` says why.
    func open(_ info: inout SF_INFO) -> SndfileHandle? {
      // libsndfile fills the structures it is lent, and does not keep them.
      guard unfinishedHeader != nil else {
        // A descriptor of its own, to close: told not to, it still does when it cannot open.
        let copy = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
        return unsafe sf_open_fd(copy, Int32(SFM_READ), &info, 1).map { pointer in
          unsafe SndfileHandle(pointer, bytes: self)
        }
      }
      var calls = unsafe SF_VIRTUAL_IO(
        get_filelen: { unsafe sf_count_t(SoundFileSource.from($0).status.byteCount) },
        seek: { unsafe sf_count_t(SoundFileSource.from($2).seek(Int($0), whence: $1)) },
        read: { unsafe sf_count_t(SoundFileSource.from($2).read(into: $0, count: Int($1))) },
        write: { _, _, _ in 0 },
        tell: { unsafe sf_count_t(SoundFileSource.from($0).position) })
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      return unsafe sf_open_virtual(&calls, Int32(SFM_READ), &info, context).map { pointer in
        unsafe SndfileHandle(pointer, bytes: self)
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
        case SEEK_END: status.byteCount
        default: 0
        }
      position = max(0, base + offset)
      return position
    }

    /// Reads as the file is, but for the length in the header: the largest there is, which
    /// libsndfile takes for "to the end".
    private func read(into buffer: UnsafeMutableRawPointer?, count: Int) -> Int {
      // libsndfile's buffer holds `count` bytes.
      let got = unsafe pread(file.number, buffer, count, off_t(position))
      guard got > 0, let buffer = unsafe buffer else { return 0 }
      if let lengthOffset = unfinishedHeader?.lengthOffset {
        for offset in lengthOffset..<lengthOffset + 4
        where (position..<position + got).contains(offset) {
          // Within the bytes just read.
          unsafe buffer.storeBytes(of: 0xFF, toByteOffset: offset - position, as: UInt8.self)
        }
      }
      position += got
      return got
    }
  }
#endif
