#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's words for an error number; `nil`: for the last one.
package func systemMessage(_ number: Int32? = nil) -> String {
  // A C string of the library's, copied at once.
  guard let text = unsafe strerror(number ?? errno) else { return "unknown error" }
  return unsafe String(cString: text)
}
