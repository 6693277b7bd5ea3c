#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file, closed when the last reference goes.
final class FileDescriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// `nil` if the system refuses; `errno` says why.
  convenience init?(path: String, flags: Int32, permissions: mode_t = 0) {
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

  deinit { close(number) }

  /// The next byte, or `nil` at the end.
  func takeByte() -> UInt8? {
    var byte: UInt8 = 0
    // Lends the one byte.
    return unsafe read(number, &byte, 1) == 1 ? byte : nil
  }
}
