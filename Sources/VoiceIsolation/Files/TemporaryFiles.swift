import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files that are being written under a temporary name, known so that whoever ends the process
/// early can remove them.
package enum TemporaryFiles {
  /// Guards `paths`.
  private static let queue = DispatchQueue(label: "voice-isolation.temporary-files")
  nonisolated(unsafe) private static var paths: Set<String> = []

  /// Makes a file that is known from its first moment: another thread that ends the process either
  /// removes it, or ends it before there is one.
  /// - Parameter make: makes the file and opens it; `nil` if the system refuses, with `errno` set.
  static func create(_ path: String, _ make: () -> FileDescriptor?) -> FileDescriptor? {
    var number: Int32 = 0
    // On the queue, so by one thread at a time.
    let file = queue.sync {
      let file = make()
      number = errno
      if file != nil { unsafe paths.insert(path) }
      return file
    }
    errno = number
    return file
  }

  static func remove(_ path: String) {
    queue.sync { _ = unsafe paths.remove(path) }
  }

  /// Deletes all of them and leaves the process: none can be begun in between.
  package static func removeAll(exitStatus: Int32) -> Never {
    queue.sync {
      for path in unsafe paths { _ = unsafe unlink(path) }
      _exit(exitStatus)
    }
  }
}
