/// A piece of a container's file.
struct Chunk {
  /// The first four letters of its name.
  let name: String
  let offset: Int
  /// Bytes by the header, without the header itself.
  let byteCount: Int
  /// Where the next one begins; `nil` if the file ends within this one. Padding may be missing at
  /// the end of the file.
  let end: Int?

  /// No program writes as many; a file of zeros or of noise is not to be gone through.
  static let mostOfAFile = 10_000

  /// `nil` if there is no room for one, or its name is none.
  init?(_ file: FileDescriptor, at offset: Int, _ layout: ChunkLayout, fileByteCount: Int) {
    let head = file.bytes(at: offset, count: layout.headByteCount)
    guard head.count == layout.headByteCount, head[..<4].allSatisfy({ (32..<127).contains($0) })
    else { return nil }
    self.name = String(decoding: head[..<4], as: UTF8.self)
    self.offset = offset
    let length = layout.length(of: Array(head[layout.nameByteCount...]))
    self.byteCount = layout.countsHead ? max(0, length - layout.headByteCount) : length
    let start = offset + layout.headByteCount
    guard byteCount <= fileByteCount - start else {
      self.end = nil
      return
    }
    let (unpadded, alignment) = (start + byteCount, layout.alignment)
    self.end = (unpadded + alignment - 1) / alignment * alignment
  }
}
