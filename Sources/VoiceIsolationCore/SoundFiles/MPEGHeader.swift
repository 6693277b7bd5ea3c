/// What the beginning of an MPEG file says.
enum MPEGHeader {
  /// Whether the first frame is not sound but tells how many follow: the notes that LAME ("Xing" or
  /// "Info") and Fraunhofer's coder ("VBRI") leave there.
  static func tellsLength(_ file: FileDescriptor) -> Bool {
    var start = 0
    // Titles and pictures come before, in blocks that begin with their length, 7 bits a byte.
    while case let head = file.bytes(at: start, count: 10), head.count == 10,
      head.starts(with: "ID3".utf8)
    {
      start += 10 + head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
    // A frame's own header and side information take 36 bytes at most; some padding may precede.
    let frame = file.bytes(at: start, count: 256)
    return ["Xing", "Info", "VBRI"].contains { frame.firstRange(of: Array($0.utf8)) != nil }
  }
}
