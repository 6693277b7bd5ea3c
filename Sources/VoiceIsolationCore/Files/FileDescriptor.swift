#if canImport(Darwin)
  package import Darwin
#elseif canImport(Musl)
  package import Musl
#else
  package import Glibc
#endif

/// An open file, closed when the last reference goes.
package final class FileDescriptor {
  package let number: Int32
  /// The system's number for why reading ended, if that was not the end.
  private(set) var failure: Int32?

  init(_ number: Int32) { self.number = number }

  /// `nil` if the system refuses; `errno` says why.
  package convenience init?(path: String, flags: Int32, permissions: mode_t = 0) {
    guard isWholeInC(path) else { return nil }
    // Lends the path to the call.
    let number = unsafe open(path, flags | O_CLOEXEC, permissions)
    guard number >= 0 else { return nil }
    self.init(number)
  }

  /// Up to `count` bytes of a regular file from `offset` on; fewer where it ends, or cannot be read.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // Lends the array and its length.
    let got = unsafe pread(number, &bytes, count, off_t(offset))
    return Array(bytes.prefix(max(0, got)))
  }

  /// Another number for a file that is open, and stays so.
  convenience init?(copyOf number: Int32) {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.init(copy)
  }

  deinit { close(number) }

  /// The next bytes, as many as there are up to `count` before the end.
  func take(count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    // Within the array.
    unsafe bytes.withUnsafeMutableBytes { buffer in
      while got < count,
        let piece = unsafe take(into: buffer.baseAddress! + got, count: count - got)
      {
        got += piece
      }
    }
    bytes.removeLast(count - got)
    return bytes
  }

  /// The next bytes that are there, at least one.
  /// - Returns: their number; `nil` at the end, or if the system refuses.
  func take(into buffer: UnsafeMutableRawPointer, count: Int) -> Int? {
    while true {
      // The caller's buffer holds `count` bytes.
      let got = unsafe read(number, buffer, count)
      if got > 0 { return got }
      if got == 0 { return nil }
      if !waits(for: POLLIN) {
        failure = errno
        return nil
      }
    }
  }

  /// After a call that failed: whether to call again, which waits until there is reason to, as whoever
  /// opened the file may have asked for calls that do not wait.
  func waits(for event: Int32) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN else { return false }
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    // Lends the one request.
    return unsafe poll(&request, 1, -1) >= 0 || errno == EINTR
  }

  /// Writes all of its own bytes to another file.
  func copy(to other: FileDescriptor) -> Bool {
    var offset = 0
    while true {
      let piece = bytes(at: offset, count: 1 << 16)
      if piece.isEmpty { return true }
      guard other.append(piece) else { return false }
      offset += piece.count
    }
  }

  /// Writes all of some bytes.
  /// - Returns: whether the system took them; `errno` says why not.
  package func append(_ bytes: [UInt8]) -> Bool {
    var written = 0
    return unsafe bytes.withUnsafeBytes { buffer in
      while written < buffer.count {
        // What is left of the array.
        let got = unsafe write(number, buffer.baseAddress! + written, buffer.count - written)
        if got >= 0 { written += got } else if !waits(for: POLLOUT) { return false }
      }
      return true
    }
  }
}
