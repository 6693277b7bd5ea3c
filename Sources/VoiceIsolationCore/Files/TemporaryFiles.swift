import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files that are being written under a temporary name, and the programs that work for this
/// process, known so that whoever ends the process early can remove them.
package enum TemporaryFiles {
  /// Guards `paths` and `children`.
  private static let queue = DispatchQueue(label: "voice-isolation.temporary-files")
  nonisolated(unsafe) private static var paths: Set<String> = []
  nonisolated(unsafe) private static var children: Set<pid_t> = []

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

  /// Notes down the program that `start` has started, if it has; none starts during `removeAll`.
  static func insertChild(_ start: () -> pid_t?) -> pid_t? {
    queue.sync {
      let number = start()
      if let number { _ = unsafe children.insert(number) }
      return number
    }
  }

  static func removeChild(_ number: pid_t) {
    queue.sync { _ = unsafe children.remove(number) }
  }

  /// Ends the programs, deletes the files and leaves the process: none can be begun in between.
  package static func removeAll(exitStatus: Int32) -> Never {
    queue.sync {
      for child in unsafe children { _ = kill(child, SIGKILL) }
      for path in unsafe paths { _ = unsafe unlink(path) }
      _exit(exitStatus)
    }
  }
}
