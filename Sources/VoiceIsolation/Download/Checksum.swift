/// What a checksum file says of the weight file beside it.
struct Checksum: Equatable, Sendable {
  /// The most bytes that such a file may have.
  static let maximumByteCount = 4_096

  /// 64 small hexadecimal digits.
  let digits: String

  /// `nil` if the text does not begin with a SHA-256 that stands alone, as `sha256sum` writes it:
  /// 64 hexadecimal digits, and maybe spaces and a name.
  init?(_ text: [UInt8]) {
    let digits = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
    let isHexadecimal = digits.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    let spaces = [" ", "\t", "\r", "\n"].map(UInt8.init(ascii:))
    guard digits.utf8.count == 64, isHexadecimal,
      text.count == 64 || spaces.contains(text[64])
    else { return nil }
    self.digits = digits
  }
}
