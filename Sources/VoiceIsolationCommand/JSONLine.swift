/// A JSON object on one line.
struct JSONLine {
  private var members: [String] = []

  mutating func add(_ name: String, _ value: String?) {
    add(name, raw: value.map(Self.quote) ?? "null")
  }
  mutating func add(_ name: String, _ value: Int) { add(name, raw: String(value)) }
  mutating func add(_ name: String, _ values: [String]) {
    add(name, raw: "[" + values.map(Self.quote).joined(separator: ",") + "]")
  }

  /// - Parameter values: finite.
  mutating func add(_ name: String, _ values: [Double]) {
    add(name, raw: "[" + values.map { String($0) }.joined(separator: ",") + "]")
  }

  /// - Parameter value: finite.
  mutating func add(_ name: String, _ value: Double) { add(name, raw: String(value)) }

  var text: String { "{" + members.joined(separator: ",") + "}" }

  private mutating func add(_ name: String, raw: String) {
    members.append(Self.quote(name) + ":" + raw)
  }

  private static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
