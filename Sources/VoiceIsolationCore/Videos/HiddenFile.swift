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

    /// Appends bytes.
    /// - Returns: whether all were written; else `errno` says why.
    func write(_ bytes: [UInt8]) -> Bool { descriptor.append(bytes) }

    deinit {
      _ = unsafe unlink(path)
      TemporaryFiles.remove(path)
    }
  }
#endif
