#if canImport(CVoiceIsolationSndfile)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The programs that read and write what libsndfile cannot.
  enum FFmpeg {
    /// What both are told first: no word but of errors, and no piece of memory of more than 256 MB,
    /// which would be the silence of a gap that some damaged time stamp makes.
    private static let careful = [
      "-hide_banner", "-loglevel", "error", "-max_alloc", "268435456",
    ]

    /// The lent file, and nothing that it might lead to: other files by their names have no place
    /// beside a descriptor, and the network is no file.
    static let lentInput = [
      "-protocol_whitelist", "file", "-i", "file:/dev/fd/\(ChildProcess.lentDescriptor)",
    ]

    /// Starts `ffmpeg`.
    static func start(
      _ arguments: [String], lending file: FileDescriptor? = nil, takesInput: Bool = false,
      givesOutput: Bool = false, for path: String, isCancelled: @escaping @Sendable () -> Bool
    ) throws(SoundFileError) -> ChildProcess {
      try start(
        "ffmpeg", ["-nostdin"] + careful + arguments, lending: file, takesInput: takesInput,
        givesOutput: givesOutput, for: path, isCancelled: isCancelled)
    }

    /// What `ffprobe` says of a file.
    /// - Parameter entries: what is asked, in its own words.
    static func probe(
      _ file: FileDescriptor, _ entries: String, _ arguments: [String] = [], path: String,
      isCancelled: @escaping @Sendable () -> Bool
    ) throws(SoundFileError) -> (ProbeOutput, ChildEnd) {
      let child = try start(
        "ffprobe",
        careful + ["-of", "flat", "-show_entries", entries] + arguments + lentInput,
        lending: file, takesInput: false, givesOutput: true, for: path,
        isCancelled: isCancelled)
      let output = ProbeOutput(String(decoding: child.readAll(limit: 1 << 20), as: UTF8.self))
      return (output, child.finish())
    }

    private static func start(
      _ program: String, _ arguments: [String], lending file: FileDescriptor?, takesInput: Bool,
      givesOutput: Bool, for path: String, isCancelled: @escaping @Sendable () -> Bool
    ) throws(SoundFileError) -> ChildProcess {
      let child = ChildProcess(
        program, arguments, lending: file, takesInput: takesInput, givesOutput: givesOutput,
        isCancelled: isCancelled)
      guard let child else {
        throw SoundFileError(.programMissing(program, lastMessage), path: path)
      }
      return child
    }

    /// The system's words, `nil` if there simply is no such program.
    private static var lastMessage: String? { errno == ENOENT ? nil : systemMessage() }
  }
#endif
