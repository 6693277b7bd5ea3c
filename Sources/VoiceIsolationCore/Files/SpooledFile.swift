#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file without a name, for bytes that somebody must go back and forth in. It is gone when it is
/// closed, whatever becomes of the process.
enum SpooledFile {
  /// An empty one, in the folder for temporary files; `nil` if the system refuses, `errno` says why.
  static func make() -> FileDescriptor? {
    // A C string that the environment owns, copied at once.
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let path = FilePath.join(folder.isEmpty ? "/tmp" : folder, "voice-isolation-XXXXXX")
    var name = Array(path.utf8CString)
    // Lends the name, which the system completes.
    let number = unsafe mkstemp(&name)
    guard number >= 0 else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = unsafe unlink(name)
    return FileDescriptor(number)
  }

  /// The rest of a pipe, behind what has been read of it.
  static func make(beginning: [UInt8], rest: FileDescriptor) -> FileDescriptor? {
    guard let file = make(), file.append(beginning) else { return nil }
    while true {
      let piece = rest.take(count: 1 << 16)
      if piece.isEmpty { return file }
      if !file.append(piece) { return nil }
    }
  }
}
