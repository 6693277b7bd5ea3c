#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Where libsndfile's bytes go. It keeps the first failure, which libsndfile by itself forgets
  /// when it happens while a file is being closed.
  final class SoundFileSink {
    /// `nil`: the bytes are counted and dropped.
    private let file: FileDescriptor?
    /// Whether there is a way back; elsewhere what would overwrite is dropped.
    private let isSeekable: Bool
    /// Where there is none, what libsndfile writes is kept until the first samples are behind the
    /// header, which it writes more than once.
    private var header: [UInt8]?
    private var position = 0
    private var byteCount = 0
    /// Where the last write to the beginning ended: that of the header.
    private var headerByteCount = 0
    /// The system's number for what went wrong first.
    private(set) var failure: Int32?

    /// - Parameter isSeekable: whether there is a way back in the file.
    init(_ file: FileDescriptor, isSeekable: Bool) {
      self.file = file
      self.isSeekable = isSeekable
      if !isSeekable { header = [] }
    }

    /// Lets go of what was kept, the header with its last changes.
    func endHeader(_ change: (inout [UInt8]) -> Void) {
      guard var header = header.take(), let file else { return }
      change(&header)
      if !file.append(header) { failure = errno }
    }

    /// Takes a sound that nobody wants, to see whether it can be written.
    init() {
      self.file = nil
      self.isSeekable = true
    }

    func open(_ info: inout SF_INFO) -> Result<SndfileHandle, SndfileHandle.OpeningError> {
      var calls = unsafe SF_VIRTUAL_IO(
        get_filelen: { unsafe sf_count_t(SoundFileSink.from($0).byteCount) },
        seek: { unsafe sf_count_t(SoundFileSink.from($2).seek(Int($0), whence: $1)) },
        read: { unsafe sf_count_t(SoundFileSink.from($2).read(into: $0, count: Int($1))) },
        write: { unsafe sf_count_t(SoundFileSink.from($2).append($0, count: Int($1))) },
        tell: { unsafe sf_count_t(SoundFileSink.from($0).position) })
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      return unsafe SndfileHandle.open(bytes: self, mayWait: !isSeekable) {
        // libsndfile reads the structures it is lent, and does not keep them.
        unsafe sf_open_virtual(&calls, Int32(SFM_WRITE), &info, context)
      }
    }

    /// - Parameter context: what `open` handed over, an object that lives as long as the handle.
    private static func from(_ context: UnsafeMutableRawPointer?) -> SoundFileSink {
      unsafe Unmanaged<SoundFileSink>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Drops what lies behind the header, as of a longer one that was written before: libsndfile would
    /// count it as sound.
    func endAtHeader() {
      guard byteCount > headerByteCount else { return }
      if let kept = header?.prefix(headerByteCount) { header = Array(kept) }
      guard isSeekable || header != nil else { return }
      byteCount = headerByteCount
      if isSeekable, let file, ftruncate(file.number, off_t(byteCount)) != 0 {
        failure = failure ?? errno
      }
    }

    /// Writes over numbers of the finished file, where there is a way back.
    func correctHeader(_ corrections: (FileDescriptor, _ byteCount: Int) -> [HeaderCorrection]) {
      guard isSeekable, let file, failure == nil else { return }
      for correction in corrections(file, byteCount) {
        position = correction.offset
        // Lends the array and its length.
        _ = unsafe append(correction.bytes, count: correction.bytes.count)
      }
    }

    private func seek(_ offset: Int, whence: Int32) -> Int {
      let base =
        switch whence {
        case SEEK_CUR: position
        case SEEK_END: byteCount
        default: 0
        }
      position = max(0, base + offset)
      return position
    }

    private func read(into buffer: UnsafeMutableRawPointer?, count: Int) -> Int {
      guard isSeekable, let file else { return 0 }
      // libsndfile's buffer holds `count` bytes.
      let got = max(0, unsafe pread(file.number, buffer, count, off_t(position)))
      position += got
      return got
    }

    private func append(_ bytes: UnsafeRawPointer?, count: Int) -> Int {
      guard let bytes = unsafe bytes else { return 0 }
      if let start = header?.count {
        // As a header is written: anywhere within, or on from the end.
        let missing = max(0, position + count - start)
        header?.append(contentsOf: repeatElement(0, count: missing))
        // libsndfile's buffer holds `count` bytes.
        let new = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        unsafe header?.replaceSubrange(position..<position + count, with: new)
        if position == 0 { headerByteCount = count }
        position += count
        byteCount = max(byteCount, position)
        return count
      }
      var written = file == nil ? count : 0
      while let file, written < count, failure == nil {
        let (rest, place) = (count - written, position + written)
        if !isSeekable, place < byteCount {
          written += min(rest, byteCount - place)
          continue
        }
        // libsndfile's buffer holds `count` bytes, of which `rest` are left.
        let got =
          isSeekable
          ? unsafe pwrite(file.number, bytes + written, rest, off_t(place))
          : unsafe write(file.number, bytes + written, rest)
        if got >= 0 { written += got } else if !file.waits(for: POLLOUT) { failure = errno }
      }
      if position == 0 { headerByteCount = written }
      position += written
      byteCount = max(byteCount, position)
      return written
    }
  }
#endif
