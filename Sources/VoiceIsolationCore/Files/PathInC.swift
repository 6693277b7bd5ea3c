#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whether the system's calls see the whole path. A zero byte would end it, and make it the path of
/// another file; then `errno` says that it is not valid.
func isWholeInC(_ path: String) -> Bool {
  guard path.utf8.contains(0) else { return true }
  errno = EINVAL
  return false
}
