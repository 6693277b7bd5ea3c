import VoiceIsolationCore

/// A line on a terminal that is drawn again whenever its text changes. It fits into 80 columns.
package struct ProgressBar {
  private let title: String
  private let write: (String) -> Void
  private var shown = ""

  /// - Parameter title: what stands before it; may be empty.
  package init(title: String, write: @escaping (String) -> Void) {
    let name = printable(title)
    self.title = name.count > 32 ? name.prefix(31) + "…" : name
    self.write = write
  }

  /// - Parameters:
  ///   - fraction: how far it is, 0 to 1.
  ///   - note: what stands after the percentage; may be empty.
  ///   - seconds: how long it took to come there.
  package mutating func show(_ fraction: Double, note: String = "", after seconds: Double) {
    let percent = Int(fraction * 100)
    let filled = percent * 20 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
    let parts = ["\(percent) %", note, Self.timeLeft(fraction, after: seconds)]
    let text =
      (title.isEmpty ? "" : title + " ") + "[\(bar)] "
      + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    guard text != shown else { return }
    let isShorter = text.count < shown.count
    shown = text
    write("\r\(text)" + (isShorter ? "\u{1B}[K" : ""))
  }

  /// Leaves an empty line, if anything was drawn.
  package mutating func clear() {
    if !shown.isEmpty { write("\r\u{1B}[K") }
    shown = ""
  }

  /// Empty as long as it is a guess, and at the end.
  private static func timeLeft(_ fraction: Double, after seconds: Double) -> String {
    guard fraction < 1, let seconds = IsolationProgress(fraction, after: seconds).secondsLeft else {
      return ""
    }
    let left = Int(min(seconds, 359_999).rounded(.up))
    let (hours, minutes) = (left / 3_600, left / 60 % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(left % 60)) left"
      : "\(minutes):\(twoDigits(left % 60)) left"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
