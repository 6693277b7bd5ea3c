/// Text that stays on its line of a terminal, whatever is in the names it quotes: control characters,
/// line ends and changes of direction become `\u{1B}`.
package func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var line = ""
  for scalar in text.unicodeScalars {
    if isControl(scalar) {
      line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    } else {
      line.unicodeScalars.append(scalar)
    }
  }
  return line
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}
