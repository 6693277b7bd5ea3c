#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reading a whole file without Foundation.
enum FileBytes {
  /// A weight file has some MB; a file beyond this is something else.
  private static let maximumByteCount = 1 << 30

  /// The bytes of a regular file.
  /// - Throws: `.unreadable` with the path and the system's reason.
  static func contents(ofFile path: String) throws(WeightFileError) -> [UInt8] {
    do throws(Unreadable) {
      return try regularContents(ofFile: path)
    } catch {
      throw WeightFileError(.unreadable("\(path.debugDescription): \(error.reason)"))
    }
  }

  private struct Unreadable: Error { let reason: String }

  private static func regularContents(ofFile path: String) throws(Unreadable) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw Unreadable(reason: "its path holds a zero byte") }
    // Not to wait for whoever may open the other end, should it be a pipe.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw systemError() }
    defer { _ = close(descriptor) }

    var status = stat()
    // A pointer to a variable of the type that the call fills.
    guard unsafe fstat(descriptor, &status) == 0 else { throw systemError() }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Unreadable(reason: "it is a directory")
    default: throw Unreadable(reason: "it is not a regular file")
    }
    guard status.st_size <= maximumByteCount else {
      throw Unreadable(reason: "it is larger than 1 GB")
    }
    return try contents(of: descriptor, upTo: Int(status.st_size))
  }

  /// Reads to the end of the file or `count` bytes, whichever is first.
  private static func contents(
    of descriptor: Int32, upTo count: Int
  ) throws(Unreadable) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var position = 0
    while position < count {
      // At most what is left of the buffer is written, from `position` < `count` on.
      let readCount = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[position...])
        return unsafe read(descriptor, rest.baseAddress, rest.count)
      }
      if readCount < 0 && errno == EINTR { continue }
      guard readCount >= 0 else { throw systemError() }
      if readCount == 0 { break }
      position += readCount
    }
    bytes.removeLast(count - position)
    return bytes
  }

  private static func systemError() -> Unreadable {
    // A C string that ends in a zero, copied at once.
    unsafe Unreadable(reason: String(cString: strerror(errno)))
  }
}
