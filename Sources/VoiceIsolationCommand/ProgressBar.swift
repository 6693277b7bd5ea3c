import VoiceIsolation

/// A line on a terminal that is drawn again whenever its percentage changes.
struct ProgressBar {
  private let title: String
  private let write: (String) -> Void
  private var percent = -1

  init(path: String, write: @escaping (String) -> Void) {
    let name = printable(FilePath(path).name)
    self.title = name.count > 32 ? name.prefix(31) + "…" : name
    self.write = write
  }

  mutating func show(_ fraction: Double) {
    let percent = Int(fraction * 100)
    guard percent != self.percent else { return }
    self.percent = percent
    let filled = percent * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 30 - filled)
    write("\r\(title) [\(bar)] \(percent) %")
  }

  /// Leaves an empty line, if anything was drawn.
  func clear() {
    if percent >= 0 { write("\r\u{1B}[K") }
  }
}
