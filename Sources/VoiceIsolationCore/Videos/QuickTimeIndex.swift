#if canImport(CVoiceIsolationSndfile)
  /// Where a QuickTime file, or one of its kind, has its index.
  enum QuickTimeIndex {
    /// Whether the index comes before what it tells of, so that players need not wait for the end.
    static func comesFirst(_ file: FileDescriptor) -> Bool {
      var offset = 0
      for _ in 0..<64 {
        let head = file.bytes(at: offset, count: 16)
        guard head.count == 16 else { return false }
        let name = String(decoding: head[4..<8], as: UTF8.self)
        if name == "moov" { return true }
        if name == "mdat" { return false }
        let (short, long) = (number(head[..<4]), number(head[8...]))
        let (next, isOver) = offset.addingReportingOverflow(short == 1 ? long : short)
        guard next > offset, !isOver else { return false }
        offset = next
      }
      return false
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
      bytes.reduce(0) { $0 << 8 | Int($1) }
    }
  }
#endif
