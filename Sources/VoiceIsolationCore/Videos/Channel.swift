#if canImport(CVoiceIsolationSndfile)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A way from this process to another, or back. Sockets: unlike pipes they are closed for all other
  /// programs from the first moment, and writing to one that nobody reads can be an error and not a
  /// signal.
  struct Channel {
    let ours: FileDescriptor
    let theirs: FileDescriptor

    /// `nil` if the system has no more; `errno` says so.
    init?() {
      var ends: [Int32] = [-1, -1]
      #if canImport(Musl)
        let kind = SOCK_STREAM | SOCK_CLOEXEC
      #else
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      #endif
      // The system fills the two elements it is lent.
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
      self.ours = FileDescriptor(ends[0])
      // Beyond the numbers that the other program is to find them under.
      let (low, high) = (FileDescriptor(ends[1]), fcntl(ends[1], F_DUPFD_CLOEXEC, 16))
      guard high >= 0 else { return nil }
      _ = low
      self.theirs = FileDescriptor(high)
    }
  }
#endif
