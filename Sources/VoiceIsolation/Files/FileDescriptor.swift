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
    // Lends the path to the call.
    let number = unsafe open(path, flags | O_CLOEXEC, permissions)
    guard number >= 0 else { return nil }
    self.init(number)
  }

  deinit { close(number) }
}
