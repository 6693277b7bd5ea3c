#if canImport(CVoiceIsolationSndfile)
  /// What `ffprobe -of flat` prints: a line a value, `streams.stream.0.codec_name="aac"`. In names, all
  /// but letters and digits is `_`.
  package struct ProbeOutput: Equatable {
    private let values: [String: String]

    package init(_ text: String) {
      var values: [String: String] = [:]
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let name = String(Substring(line[..<equals]))
        values[name] = Self.unquoted(Substring(line[line.index(after: equals)...]))
      }
      self.values = values
    }

    /// `nil` also where it does not know.
    package subscript(name: String) -> String? {
      let value = values[name]
      return value == "N/A" || value == "unknown" || value == "" ? nil : value
    }

    package func int(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
    package func double(_ name: String) -> Double? { self[name].flatMap { Double($0) } }

    /// The names that begin with `prefix`, without it.
    package func names(under prefix: String) -> [String] {
      values.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        .sorted()
    }

    /// What stands between quotes; a line end in it is `\n`, and so on.
    private static func unquoted(_ text: Substring) -> String {
      guard text.hasPrefix("\"") else { return String(text) }
      var (value, isEscaped) = ("", false)
      for scalar in text.unicodeScalars.dropFirst().dropLast() {
        if !isEscaped, scalar == "\\" {
          isEscaped = true
          continue
        }
        let isLineEnd = isEscaped && (scalar == "n" || scalar == "r")
        value.unicodeScalars.append(isLineEnd ? "\n" : scalar)
        isEscaped = false
      }
      return value
    }
  }
#endif
