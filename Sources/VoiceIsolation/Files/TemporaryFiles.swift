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

  static func insert(_ path: String) {
    // On the queue, so by one thread at a time.
    queue.sync { _ = unsafe paths.insert(path) }
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
