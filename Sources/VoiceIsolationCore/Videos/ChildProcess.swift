#if canImport(CVoiceIsolationSndfile)
  #if canImport(Musl)
    @unsafe @preconcurrency import Musl
  #else
    // `environ` is a variable, which nobody here changes.
    @unsafe @preconcurrency import Glibc
  #endif

  /// A program that works beside this process and is fed, or read, through it.
  ///
  /// It never outlives its object, nor this process if that is told to stop. Its arguments are handed
  /// over one by one, and no shell sees them.
  package final class ChildProcess {
    /// The number under which the program finds the file that it is lent.
    static let lentDescriptor: Int32 = 3

    /// What it prints on standard output; `nil`: nobody wants it.
    let output: FileDescriptor?
    private let number: pid_t
    private let messages: MessageTail
    /// What it reads at standard input; `nil`: there is nothing, or no more.
    private var input: FileDescriptor?
    private var isRunning = true
    private let isCancelled: @Sendable () -> Bool

    /// How often whoever waits for it looks whether it is still wanted.
    private static let patienceMilliseconds: Int32 = 20

    /// Starts a program that is found on the `PATH`.
    /// - Parameters:
    ///   - file: lent to it as `lentDescriptor`.
    ///   - takesInput: whether it is fed by `write`; otherwise there is nothing to read for it.
    ///   - givesOutput: whether `output` is read.
    ///   - isCancelled: asked while somebody waits for it; it is ended if it is not wanted any more.
    /// - Returns: `nil` if the system does not; `errno` says why, `ENOENT` that there is no such
    ///   program.
    package init?(
      _ program: String, _ arguments: [String], lending file: FileDescriptor? = nil,
      takesInput: Bool = false, givesOutput: Bool = false,
      isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
      guard let nowhere = FileDescriptor(path: "/dev/null", flags: O_RDWR),
        let errors = Channel()
      else { return nil }
      let input = takesInput ? Channel() : nil
      let output = givesOutput ? Channel() : nil
      guard (input != nil) == takesInput, (output != nil) == givesOutput else { return nil }
      let lent = [input?.theirs ?? nowhere, output?.theirs ?? nowhere, errors.theirs, file]
      let descriptors = lent.compactMap { $0?.number }
      guard let number = Self.spawn(program, arguments, descriptors) else { return nil }
      self.number = number
      self.isCancelled = isCancelled
      self.input = input?.ours
      self.output = output?.ours
      self.messages = MessageTail(copyOf: errors.ours)
    }

    /// Hands bytes to its standard input, as many as there are.
    /// - Returns: whether it took them; it does not once it has ended.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard let input else { return false }
      var rest = unsafe bytes
      while unsafe !rest.isEmpty {
        waitForTurn(of: input, POLLOUT)
        // A signal would end this process where the program has ended. Lends what is left.
        let count = unsafe send(
          input.number, rest.baseAddress, rest.count,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return false }
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }

    /// Fills bytes from its standard output.
    /// - Returns: how many; fewer than there is room for at the end alone.
    func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
      guard let output else { return 0 }
      var filled = 0
      while filled < bytes.count {
        waitForTurn(of: output, POLLIN)
        // Lends the part that is not filled yet.
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
        let count = unsafe recv(output.number, rest.baseAddress, rest.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        filled += count
      }
      return filled
    }

    /// Waits until a call would not wait, because there is something or the program has ended; sees to
    /// that if it is not wanted any more.
    private func waitForTurn(of file: FileDescriptor, _ event: Int32) {
      var request = pollfd(fd: file.number, events: Int16(event), revents: 0)
      // Lends the one request.
      while unsafe poll(&request, 1, Self.patienceMilliseconds) == 0 { endIfCancelled() }
    }

    private func endIfCancelled() {
      if isCancelled() { _ = kill(number, SIGKILL) }
    }

    /// All of its standard output, if that is no more than `limit` bytes.
    package func readAll(limit: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: limit)
      // Lends the array.
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read($0) }
      return Array(bytes.prefix(count))
    }

    /// Tells it that no more input comes.
    package func endInput() { input = nil }

    /// Ends its input and waits until it has ended.
    package func finish() -> ChildEnd {
      endInput()
      while !messages.isOver(withinMilliseconds: Int(Self.patienceMilliseconds)) {
        endIfCancelled()
      }
      let text = messages.text()
      return ChildEnd(status: wait(), log: ChildLog(text))
    }

    deinit {
      guard isRunning else { return }
      _ = kill(number, SIGKILL)
      _ = wait()
    }

    /// The status with which it ended, as the system has it; −1 if nobody knows.
    private func wait() -> Int32 {
      var status: Int32 = -1
      // Before its number may become another's.
      TemporaryFiles.removeChild(number)
      // The system fills the number it is lent.
      while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
      isRunning = false
      return status
    }

    /// - Parameter descriptors: what become its numbers 0, 1 and so on.
    private static func spawn(
      _ program: String, _ arguments: [String], _ descriptors: [Int32]
    ) -> pid_t? {
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      unsafe posix_spawn_file_actions_init(&actions)
      unsafe posix_spawnattr_init(&attributes)
      defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
      }
      for (number, descriptor) in descriptors.enumerated() {
        _ = unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
      // What this process ignores, the program is to know; and a key that stops this process is not
      // to reach the program first, whose end would then look like a failure: a group of its own.
      var (none, usual) = (sigset_t(), sigset_t())
      unsafe sigemptyset(&none)
      unsafe sigemptyset(&usual)
      for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] {
        _ = unsafe sigaddset(&usual, signal)
      }
      unsafe posix_spawnattr_setsigmask(&attributes, &none)
      unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
      let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
      unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
      // Copies that live until the call is over, with the `nil` that ends them.
      var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
      defer { for index in unsafe words.indices { unsafe free(words[index]) } }
      var failure: Int32 = 0
      let child = TemporaryFiles.insertChild {
        var number: pid_t = 0
        failure = unsafe posix_spawnp(&number, program, &actions, &attributes, &words, environ)
        return failure == 0 ? number : nil
      }
      errno = failure
      return child
    }
  }
#endif
