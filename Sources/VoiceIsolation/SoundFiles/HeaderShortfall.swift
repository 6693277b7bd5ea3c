/// A header that promises more bytes of sound than the file has, as libsndfile's log tells it:
/// `data : 1000000 (should be 1000)`.
package struct HeaderShortfall: Equatable, CustomStringConvertible {
  package let promisedByteCount: Int
  package let foundByteCount: Int

  /// `nil` if the file is whole, or its header holds a placeholder because its writer did not know
  /// the length.
  package init?(log: String) {
    for line in log.split(separator: "\n") {
      guard let end = line.firstRange(of: " (should be ") else { continue }
      let promised = line[..<end.lowerBound].split(separator: " ").last.flatMap { Int($0) }
      let found = Int(line[end.upperBound...].prefix { $0.isNumber })
      guard let promised, let found, promised > found, !Self.isPlaceholder(promised) else {
        continue
      }
      self.promisedByteCount = promised
      self.foundByteCount = found
      return
    }
    return nil
  }

  /// The values that programs write which cannot go back to the header: about 2³¹ or 2³².
  private static func isPlaceholder(_ byteCount: Int) -> Bool {
    (0x7FFF_F000...0x8000_0000).contains(byteCount) || byteCount >= 0xFFFF_F000
  }

  package var description: String {
    "the file is cut off: its header promises \(promisedByteCount) bytes, "
      + "\(foundByteCount) are there"
  }
}
