import VoiceIsolationCore

// C's streams are variables, which only `silenceLibraries` touches.
#if canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @unsafe @preconcurrency import Glibc
#endif

extension VoiceIsolateCommand {
  /// Runs the command for this process: its arguments, its streams, its signals.
  /// - Returns: the exit status.
  public static func runProcess() -> Int32 {
    // A stream that is closed would give its number to the next file opened, and messages would
    // end up in it. Open for reading, it is still an error to write to.
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      // Lends the path to the call.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
    // A reader that leaves, or a limit on file sizes, is an error of the call and not the end.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    silenceLibraries()
    Interruption.install()
    guard let arguments else {
      _ = print("voice-isolate: an argument is not UTF-8; rename the file\n", to: STDERR_FILENO)
      return 2
    }
    return run(arguments: arguments, standardOutput: STDOUT_FILENO, standardError: STDERR_FILENO)
  }

  /// What the process was called with, the program's name left out. `nil` if one is no text in
  /// UTF-8: `CommandLine.arguments` would repair it, to the name of another file.
  private static var arguments: [String]? {
    let count = Int(CommandLine.argc)
    // As many pointers as the count says, to C strings that live as long as the process.
    let pointers = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count)
    let texts = unsafe pointers.dropFirst().map { pointer in
      unsafe pointer.flatMap { unsafe String(validatingCString: $0) }
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }

  /// Runs the command with open files as its streams.
  /// - Returns: the exit status; 1 also if standard output did not take all.
  package static func run(
    arguments: [String], standardOutput: Int32, standardError: Int32
  ) -> Int32 {
    var failure: Int32?
    let command = VoiceIsolateCommand(
      standardOutput: { text in
        if !print(text, to: standardOutput) { failure = failure ?? errno }
      },
      // What nobody can receive there is dropped: the files still want to be done.
      standardError: { _ = print($0, to: standardError) },
      isTerminal: isatty(standardError) == 1)
    let status = command.run(arguments: arguments)
    guard let failure else { return status }
    command.standardError("voice-isolate: standard output: \(systemMessage(failure))\n")
    return max(1, status)
  }

  /// Keeps libraries from printing through C's streams, as libsndfile does about some damaged files.
  /// The files under those streams stay what they are: an output may be `/dev/stdout`.
  package static func silenceLibraries() {
    // Musl's streams are constants.
    #if !canImport(Musl)
      // Lends the texts to the call.
      guard let nowhere = unsafe fopen("/dev/null", "we") else { return }
      // Before there is a second thread.
      unsafe stdout = nowhere
      unsafe stderr = nowhere
    #endif
  }

  /// Writes at once.
  /// - Returns: whether all was written; else `errno` says why.
  private static func print(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // Lends the bytes that are left.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
