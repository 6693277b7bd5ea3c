#if canImport(CVoiceIsolationSndfile)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A file for the time being, beside an output and under a hidden name; gone with its object, or
  /// with the process if that is told to stop.
  final class HiddenFile {
    let path: String
    private let descriptor: FileDescriptor

    init(beside output: OutputFile) throws(SoundFileError) {
      let written = FilePath(output.writtenPath)
      let path = FilePath.join(written.folder, OutputFile.temporaryName(for: FilePath("/")))
      let created = TemporaryFiles.create(path) {
        FileDescriptor(path: path, flags: O_RDWR | O_CREAT | O_EXCL, permissions: 0o600)
      }
      guard let descriptor = created else {
        throw SoundFileError(.cannotWrite(systemMessage()), path: output.path)
      }
      self.path = path
      self.descriptor = descriptor
    }

    /// - Returns: whether all were written; else `errno` says why.
    func write(_ bytes: [UInt8]) -> Bool {
      var count = 0
      while count < bytes.count {
        // Lends the array and what is left of its length.
        let written = unsafe bytes.withUnsafeBytes {
          unsafe pwrite(
            descriptor.number, $0.baseAddress! + count, bytes.count - count, off_t(count))
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        count += written
      }
      return true
    }

    deinit {
      _ = unsafe unlink(path)
      TemporaryFiles.remove(path)
    }
  }
#endif
