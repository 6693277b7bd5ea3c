/// A header whose writer did not live to put the length of the sound into it: it says 0 bytes, and
/// sound follows all the same. In WAV, RF64, AIFF, CAF, W64 and AU.
struct UnfinishedHeader: Equatable {
  /// The numbers of the header as they should have been.
  private(set) var corrections: [HeaderCorrection]

  /// `nil` if the file is not one of these.
  init?(_ file: FileDescriptor, byteCount: Int) {
    guard let layout = ChunkLayout.of(file) else {
      self.init(simpleHeader: file, byteCount: byteCount)
      return
    }
    var (offset, longLengthOffset) = (layout.start, Int?.none)
    for _ in 0..<Chunk.mostOfAFile {
      guard let chunk = Chunk(file, at: offset, layout, fileByteCount: byteCount) else { break }
      if chunk.name == layout.soundName {
        self.init(file, chunk, layout, longLengthOffset: longLengthOffset, byteCount: byteCount)
        return
      }
      // RF64 has the length where 64 bits are, behind that of the whole.
      if chunk.name == "ds64" { longLengthOffset = offset + layout.headByteCount + 8 }
      guard let end = chunk.end else { break }
      offset = end
    }
    return nil
  }

  /// - Parameter chunk: that of the sound.
  private init?(
    _ file: FileDescriptor, _ chunk: Chunk, _ layout: ChunkLayout, longLengthOffset: Int?,
    byteCount: Int
  ) {
    let start = chunk.offset + layout.headByteCount
    let isLong = longLengthOffset != nil && chunk.byteCount == 0xFFFF_FFFF
    var length = chunk.byteCount
    if isLong, let longLengthOffset {
      length = layout.length(of: file.bytes(at: longLengthOffset, count: 8))
    }
    guard length == 0, start < byteCount,
      !Self.areChunks(file, from: start, to: byteCount, layout)
    else { return nil }
    let head = layout.countsHead ? layout.headByteCount : 0
    let rest = byteCount - start + head
    let most = layout.lengthByteCount == 4 ? 0xFFFF_FFFF : Int.max
    self.corrections = [
      HeaderCorrection(
        offset: chunk.offset + layout.nameByteCount,
        bytes: layout.bytes(
          ofLength: longLengthOffset == nil ? min(rest, most) : most,
          count: layout.lengthByteCount))
    ]
    if let longLengthOffset {
      corrections.append(
        HeaderCorrection(offset: longLengthOffset, bytes: layout.bytes(ofLength: rest, count: 8)))
    }
  }

  /// AU has no chunks: after its name come the place and the length of the sound.
  private init?(simpleHeader file: FileDescriptor, byteCount: Int) {
    let head = file.bytes(at: 0, count: 12)
    guard head.count == 12, head[8...].allSatisfy({ $0 == 0 }) else { return nil }
    let isBigEndian = head.starts(with: ".snd".utf8)
    guard isBigEndian || head.starts(with: "dns.".utf8) else { return nil }
    let layout = ChunkLayout(start: 0, magic: "", isBigEndian: isBigEndian)
    let start = layout.length(of: Array(head[4..<8]))
    guard start >= 24, start < byteCount else { return nil }
    let length = min(byteCount - start, 0xFFFF_FFFF)
    self.corrections = [
      HeaderCorrection(offset: 8, bytes: layout.bytes(ofLength: length, count: 4))
    ]
  }

  /// Whether nothing but whole chunks lies in a range, as behind a sound that is truly empty.
  private static func areChunks(
    _ file: FileDescriptor, from start: Int, to end: Int, _ layout: ChunkLayout
  ) -> Bool {
    var offset = start
    for _ in 0..<Chunk.mostOfAFile where offset < end {
      guard let next = Chunk(file, at: offset, layout, fileByteCount: end)?.end else {
        return false
      }
      offset = next
    }
    return offset >= end
  }
}
