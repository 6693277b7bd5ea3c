/// A header that promises more bytes than the file has, as libsndfile's log tells it:
/// `data : 1000000 (should be 1000)`.
package struct HeaderShortfall: Equatable, CustomStringConvertible {
  package let promisedByteCount: Int
  package let foundByteCount: Int
  /// Whether the bytes are those of the sound; otherwise those of the whole file, which is all that
  /// libsndfile says of some formats.
  package let isOfSound: Bool

  /// `nil` if the file is whole, or its header holds a placeholder because its writer did not know
  /// the length.
  ///
  /// The log corrects other numbers in the same words (bytes a second, for one). And of formats that
  /// tell the sound's length, only that counts: the length of the whole is often wrong, by a byte of
  /// padding or by itself, in files that lack nothing.
  package init?(log: String) {
    for line in log.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let subject = Self.subjects[Self.trimmed(parts[0])],
        let end = parts[1].firstRange(of: " (should be "),
        let promised = Int(Self.trimmed(parts[1][..<end.lowerBound])),
        let found = Int(parts[1][end.upperBound...].prefix { $0.isNumber }),
        promised > found, !Self.isPlaceholder(promised)
      else { continue }
      self.isOfSound = subject.isSound
      self.promisedByteCount = promised - subject.headByteCount
      self.foundByteCount = max(0, found - subject.headByteCount)
      return
    }
    return nil
  }

  /// What libsndfile calls the lengths, and the bytes in them that come before the sound: in WAV and
  /// CAF, AIFF, IFF, AU; RF64, W64.
  private static let subjects: [String: (isSound: Bool, headByteCount: Int)] = [
    "data": (true, 0), "SSND": (true, 8), "BODY": (true, 0), "Data Size": (true, 0),
    "Riff size": (false, 0), "riff": (false, 0),
  ]

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The values that programs write which cannot go back to the header: about 2³¹, 2³² or 2⁶³.
  private static func isPlaceholder(_ byteCount: Int) -> Bool {
    (0x7FFF_F000...0x8000_0000).contains(byteCount)
      || (0xFFFF_F000...0x1_0000_0000).contains(byteCount) || byteCount > 1 << 62
  }

  package var description: String {
    "the file is cut off: its header promises \(promisedByteCount) bytes"
      + "\(isOfSound ? " of sound" : ""), \(foundByteCount) are there"
  }
}
