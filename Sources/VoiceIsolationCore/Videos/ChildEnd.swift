#if canImport(CVoiceIsolationSndfile)
  /// How a program ended.
  package struct ChildEnd {
    /// As the system has it; −1 if nobody knows.
    let status: Int32
    package let log: ChildLog

    package var isSuccess: Bool { status == 0 }

    /// What to say if it did not end well.
    package var failure: String {
      if let line = log.lastLine { return line }
      // The lowest bits are the signal's number.
      let signal = status & 0x7F
      return status > 0 && signal > 0 ? "it was ended by signal \(signal)" : "it said nothing"
    }
  }
#endif
