#if canImport(CVoiceIsolationSndfile)
  import Dispatch

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Takes what a program prints, so that it never waits for a reader, and keeps the end of it.
  final class MessageTail: Sendable {
    private static let byteLimit = 8_192
    private let queue = DispatchQueue(label: "voice-isolation.messages")
    private let reading = DispatchGroup()
    /// Touched on the queue alone.
    nonisolated(unsafe) private var bytes: [UInt8] = []

    /// - Parameter descriptor: where what the program prints arrives; it is not needed any more.
    init(copyOf descriptor: FileDescriptor) {
      let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
      queue.async(group: reading) { self.take(FileDescriptor(number)) }
    }

    /// Waits until the program has ended, but not longer than this.
    /// - Returns: whether it has.
    func isOver(withinMilliseconds time: Int) -> Bool {
      reading.wait(timeout: .now() + .milliseconds(time)) == .success
    }

    /// What was printed last. Waits until the program has ended.
    func text() -> String {
      queue.sync { String(decoding: unsafe bytes, as: UTF8.self) }
    }

    private func take(_ file: FileDescriptor) {
      var piece = [UInt8](repeating: 0, count: 4_096)
      while true {
        // Lends the array and its length.
        let count = unsafe read(file.number, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        unsafe bytes += piece[..<count]
        unsafe bytes.removeFirst(max(0, unsafe bytes.count - Self.byteLimit))
      }
    }
  }
#endif
