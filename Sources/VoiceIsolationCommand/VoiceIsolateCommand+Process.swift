#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension VoiceIsolateCommand {
  /// Runs the command for this process: its arguments, its streams, its signals.
  /// - Returns: the exit status.
  public static func runProcess() -> Int32 {
    // A stream that is closed would give its number to the next file opened, and messages would
    // end up in it.
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      // Lends the path to the call.
      _ = unsafe open("/dev/null", O_RDWR)
    }
    // A reader that leaves, or a limit on file sizes, is an error of the call and not the end.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    Interruption.install()
    let command = VoiceIsolateCommand(
      standardOutput: { Self.print($0, to: STDOUT_FILENO) },
      standardError: { Self.print($0, to: STDERR_FILENO) },
      isTerminal: isatty(STDERR_FILENO) == 1)
    guard let arguments else {
      command.standardError("voice-isolate: an argument is not UTF-8; rename the file\n")
      return 2
    }
    return command.run(arguments: arguments)
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

  /// Writes at once. What nobody can receive is dropped: the files still want to be done.
  private static func print(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // Lends the bytes that are left.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
