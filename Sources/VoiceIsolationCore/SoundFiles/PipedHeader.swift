/// The header of a WAV file that comes through a pipe: read as far as the sound begins, and no further,
/// so that the sound can be heard while it comes.
struct PipedHeader {
  /// As a reader is to see it. Where the length of the sound is not known, it is one of RF64 that
  /// promises more than will ever come.
  let bytes: [UInt8]
  /// Bytes of sound; `nil`: until the pipe ends.
  let soundByteCount: Int?
  /// Whether it was made RF64.
  var isRewritten: Bool { soundByteCount == nil }
  /// Whether the samples' format is described at length.
  let isExtensible: Bool
  /// The first of the sound's bytes, which had to be looked at.
  let soundStart: [UInt8]

  enum Result {
    case header(PipedHeader)
    /// Something else, or a header that is not to be followed; what has been read of it.
    case other([UInt8])
  }

  private static let extensible: [UInt8] = [0xFE, 0xFF]

  /// More than this before the sound is no header to wait for.
  private static let mostBytes = 4 << 20

  static func read(from file: FileDescriptor) -> Result {
    var all = file.take(count: 12)
    guard let layout = ChunkLayout.all.first(where: { $0.start == 12 && $0.begins(all) }),
      layout.soundName == "data"
    else { return .other(all) }
    var chunks: [UInt8] = []
    var longLength: Int?
    var format: [UInt8] = []
    while true {
      let head = file.take(count: 8)
      all += head
      guard head.count == 8, head[..<4].allSatisfy({ (32..<127).contains($0) }) else {
        return .other(all)
      }
      let length = layout.length(of: Array(head[4...]))
      let name = String(decoding: head[..<4], as: UTF8.self)
      if name == layout.soundName {
        // PCM, floats, the two laws, and what is said at length: samples of as many bytes each.
        guard [[1, 0], [3, 0], [6, 0], [7, 0], extensible].contains(format) else {
          return .other(all)
        }
        let isLong = length == 0xFFFF_FFFF
        return .header(
          PipedHeader(
            file, all: all, chunks: chunks, format: format,
            length: isLong ? longLength ?? length : length))
      }
      guard length <= mostBytes - all.count else { return .other(all) }
      let body = file.take(count: length + length % 2)
      all += body
      guard body.count >= length else { return .other(all) }
      switch name {
      case "ds64" where length >= 16: longLength = layout.length(of: Array(body[8..<16]))
      case "fmt ":
        format = Array(body.prefix(2))
        fallthrough
      default: chunks += head + body
      }
    }
  }

  private init(
    _ file: FileDescriptor, all: [UInt8], chunks: [UInt8], format: [UInt8], length: Int
  ) {
    // Who does not know the length writes 0, or about 2³¹ bytes or more.
    var isUnknown = (0x7FFF_0000...0x8000_0000).contains(length) || length >= 0xFFFF_0000
    var start: [UInt8] = []
    if length == 0 {
      start = file.take(count: 8)
      // Four letters and a length that is not too great: the next chunk.
      let isChunk = start.count == 8 && start[..<4].allSatisfy { (32..<127).contains($0) }
      isUnknown = !start.isEmpty && !(isChunk && start[7] == 0)
    }
    soundStart = isUnknown ? start : []
    soundByteCount = isUnknown ? nil : length
    isExtensible = format == Self.extensible
    if isUnknown {
      let most: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0x40]
      let unknown = [UInt8](repeating: 0xFF, count: 4)
      let lengths = most + most + [UInt8](repeating: 0, count: 12)
      bytes =
        Array("RF64".utf8) + unknown + Array("WAVEds64".utf8) + [28, 0, 0, 0] + lengths + chunks
        + Array("data".utf8) + unknown
    } else {
      bytes = all
    }
  }

  /// Bytes of a file that holds header and sound.
  var fileByteCount: Int {
    bytes.count + (soundByteCount ?? 1 << 62)
  }
}
