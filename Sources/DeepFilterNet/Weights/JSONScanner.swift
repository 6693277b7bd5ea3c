/// Reads the kinds of JSON value that a safetensors header is made of, one after the other: objects,
/// arrays, strings, whole numbers.
///
/// The caller says what comes next, so nothing is recursive: nesting is as deep as the caller's
/// calls, whatever the file holds. Every error carries the byte's place in the file.
struct JSONScanner {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var position: Int
  /// The tensor that is being read, for errors.
  var name: String?

  /// - Parameter range: the JSON text within `bytes`.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Reads an object; `value` is to read the value of the key it is given. A key is in ASCII and
  /// comes once.
  mutating func object(
    value: (inout Self, _ key: String) throws(WeightFileError) -> Void
  ) throws(WeightFileError) {
    var keys: Set<String> = []
    try list(from: "{", to: "}") { (scanner) throws(WeightFileError) in
      scanner.skipSpace()
      let start = scanner.position
      let key = try scanner.asciiString()
      guard keys.insert(key).inserted else {
        throw scanner.error("the key \(WeightFileError.quoted(key)) comes twice", at: start)
      }
      try scanner.expect(":")
      scanner.skipSpace()
      try value(&scanner, key)
    }
  }

  /// Reads an array of whole numbers, each 0 or more.
  mutating func integers() throws(WeightFileError) -> [Int] {
    var values: [Int] = []
    try list(from: "[", to: "]") { (scanner) throws(WeightFileError) in
      values.append(try scanner.integer())
    }
    return values
  }

  /// Reads a string for comparing. Beyond ASCII, strings are compared by their normal forms, which
  /// takes time in the square of a run of accents: a small file could keep the reader for hours.
  mutating func asciiString() throws(WeightFileError) -> String {
    skipSpace()
    let start = position
    let string = try string()
    guard string.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw error("a name not in ASCII", at: start)
    }
    return string
  }

  /// Reads a string, its escapes replaced.
  mutating func string() throws(WeightFileError) -> String {
    try expect("\"")
    let start = position
    var utf8: [UInt8] = []
    while let character = take() {
      switch character {
      case "\"":
        let string = String(decoding: utf8, as: UTF8.self)
        // Decoding repairs what is not UTF-8, so only what is comes out as it went in.
        guard string.utf8.elementsEqual(utf8) else { throw error("text not in UTF-8", at: start) }
        return string
      case "\\":
        utf8.append(contentsOf: try escape().utf8)
      case "\0"..<" ":
        throw error("a control character in a string", at: position - 1)
      default:
        utf8.append(bytes[position - 1])
      }
    }
    throw error("a string without an end", at: start)
  }

  /// Makes sure that nothing but spaces is left.
  mutating func expectEnd() throws(WeightFileError) {
    while position < end, Unicode.Scalar(bytes[position]) == " " { position += 1 }
    guard position == end else { throw error("text after its end", at: position) }
  }

  func error(_ text: String, at offset: Int) -> WeightFileError {
    WeightFileError(.badHeader(text), name: name, byteOffset: offset)
  }

  // MARK: - Parts

  /// Reads items parted by commas between two brackets.
  private mutating func list(
    from open: Unicode.Scalar, to close: Unicode.Scalar,
    item: (inout Self) throws(WeightFileError) -> Void
  ) throws(WeightFileError) {
    try expect(open)
    if take(close) { return }
    repeat { try item(&self) } while take(",")
    guard take(close) else { throw error("“,” or “\(close)” was expected", at: position) }
  }

  private mutating func integer() throws(WeightFileError) -> Int {
    skipSpace()
    let start = position
    var value = 0
    while position < end, let digit = Unicode.Scalar(bytes[position]).decimalDigit {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = tens.addingReportingOverflow(digit)
      guard !isTooLarge, !isStillTooLarge else { throw error("a number too large", at: start) }
      value = sum
      position += 1
    }
    let hasLeadingZero = position > start + 1 && bytes[start] == UInt8(ascii: "0")
    guard position > start, !hasLeadingZero else {
      throw error("a whole number, 0 or more, was expected", at: start)
    }
    return value
  }

  /// What follows a backslash.
  private mutating func escape() throws(WeightFileError) -> Unicode.Scalar {
    let start = position - 1
    switch take() {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      var code = try hexadecimal()
      if 0xD800..<0xDC00 ~= code, take() == "\\", take() == "u" {
        let low = try hexadecimal()
        if 0xDC00..<0xE000 ~= low { code = 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00)) }
      }
      // Half a pair is no scalar.
      if let scalar = Unicode.Scalar(code) { return scalar }
      throw error("half a surrogate pair", at: start)
    default:
      throw error("an unknown escape", at: start)
    }
  }

  /// Four hexadecimal digits.
  private mutating func hexadecimal() throws(WeightFileError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = take()?.hexadecimalDigit else {
        throw error("four hexadecimal digits were expected", at: min(position, end))
      }
      value = value << 4 | digit
    }
    return value
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(WeightFileError) {
    guard take(character) else { throw error("“\(character)” was expected", at: position) }
  }

  /// Takes the next character after white space if it is this one.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < end, Unicode.Scalar(bytes[position]) == character else { return false }
    position += 1
    return true
  }

  /// Takes the next byte, whatever it is; a byte beyond ASCII stands for itself.
  private mutating func take() -> Unicode.Scalar? {
    guard position < end else { return nil }
    position += 1
    return Unicode.Scalar(bytes[position - 1])
  }

  private mutating func skipSpace() {
    while position < end, Unicode.Scalar(bytes[position]).isSpace { position += 1 }
  }
}

extension Unicode.Scalar {
  /// As JSON has it.
  fileprivate var isSpace: Bool {
    self == " " || self == "\t" || self == "\n" || self == "\r"
  }

  fileprivate var decimalDigit: Int? {
    ("0"..."9").contains(self) ? Int(value - 0x30) : nil
  }

  fileprivate var hexadecimalDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "A"..."F": value - 0x41 + 10
    case "a"..."f": value - 0x61 + 10
    default: nil
    }
  }
}
