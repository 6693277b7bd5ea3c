/// How a container is divided: chunks, each a name, a length and as many bytes.
struct ChunkLayout {
  /// Where the first chunk begins.
  let start: Int
  /// What the file begins with, and what follows at `kindOffset`.
  let magic: String
  var kind = ""
  var kindOffset = 8
  /// Bytes of the name, of which the first four are letters.
  var nameByteCount = 4
  var lengthByteCount = 4
  var isBigEndian = false
  /// Whether the length counts the name and itself.
  var countsHead = false
  /// Chunks begin at multiples of it.
  var alignment = 2
  /// The chunk that holds the sound.
  var soundName = "data"

  var headByteCount: Int { nameByteCount + lengthByteCount }

  static let all = [
    ChunkLayout(start: 12, magic: "RIFF", kind: "WAVE"),
    ChunkLayout(start: 12, magic: "RF64", kind: "WAVE"),
    ChunkLayout(start: 12, magic: "FORM", kind: "AIF", isBigEndian: true, soundName: "SSND"),
    ChunkLayout(start: 8, magic: "caff", lengthByteCount: 8, isBigEndian: true, alignment: 1),
    ChunkLayout(
      start: 40, magic: "riff", kind: "wave", kindOffset: 24, nameByteCount: 16,
      lengthByteCount: 8, countsHead: true, alignment: 8),
  ]

  /// The layout of a file; `nil` if it is none of these.
  static func of(_ file: FileDescriptor) -> ChunkLayout? {
    let start = file.bytes(at: 0, count: 40)
    return all.first { $0.begins(start) }
  }

  /// Whether a file that begins so is divided like this.
  func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: magic.utf8) && bytes.dropFirst(kindOffset).starts(with: kind.utf8)
  }

  /// Where a header says how long its sound is; `nil` if it does not go as far.
  func soundLengthOffset(in header: [UInt8]) -> Int? {
    var offset = start
    while offset + headByteCount <= header.count {
      let lengthOffset = offset + nameByteCount
      if header[offset..<lengthOffset].elementsEqual(soundName.utf8) { return lengthOffset }
      let length = length(of: Array(header[lengthOffset..<offset + headByteCount]))
      let end = offset + headByteCount + length
      offset = (end + alignment - 1) / alignment * alignment
    }
    return nil
  }

  /// A length as the file holds it.
  func bytes(ofLength length: Int, count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// The inverse; lengths beyond `Int` become its greatest.
  func length(of bytes: [UInt8]) -> Int {
    let number = (isBigEndian ? bytes : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: number)
  }
}
