/// A WAV file whose writer did not live to put the length into the header: its `data` chunk says
/// 0 bytes, and sound follows all the same.
struct UnfinishedWaveHeader: Equatable {
  /// Where the length of the `data` chunk stands, 4 bytes.
  let lengthOffset: Int

  /// `nil` if the file is not one of these.
  init?(_ file: FileDescriptor, byteCount: Int) {
    let start = file.bytes(at: 0, count: 12)
    guard start.starts(with: "RIFF".utf8), start.dropFirst(8).elementsEqual("WAVE".utf8) else {
      return nil
    }
    var offset = 12
    while let chunk = Chunk(file, at: offset) {
      if chunk.name == "data" {
        let isUnfinished =
          chunk.byteCount == 0 && !Self.areChunks(file, from: offset + 8, to: byteCount)
        guard isUnfinished else { return nil }
        self.lengthOffset = offset + 4
        return
      }
      offset = chunk.end
    }
    return nil
  }

  /// Whether nothing but whole chunks lies in a range, as behind a sound that is truly empty.
  private static func areChunks(_ file: FileDescriptor, from start: Int, to end: Int) -> Bool {
    var offset = start
    while offset < end {
      guard let chunk = Chunk(file, at: offset), chunk.name.utf8.allSatisfy({ $0 >= 32 }) else {
        return false
      }
      offset = chunk.end
    }
    // The last one may lack its padding.
    return offset <= end + 1
  }

  private struct Chunk {
    let name: String
    let byteCount: Int
    /// Where the next one begins; chunks start at even places.
    let end: Int

    init?(_ file: FileDescriptor, at offset: Int) {
      let bytes = file.bytes(at: offset, count: 8)
      guard bytes.count == 8, bytes[..<4].allSatisfy({ $0 < 127 }) else { return nil }
      self.name = String(decoding: bytes[..<4], as: UTF8.self)
      self.byteCount = bytes[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      self.end = offset + 8 + byteCount + byteCount % 2
    }
  }
}
