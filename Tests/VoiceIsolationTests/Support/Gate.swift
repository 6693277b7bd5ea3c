import Foundation

/// Something that happens once, and that others wait for.
///
/// Unchecked: `lock` guards what changes.
final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var state = false

  var isOpen: Bool { lock.withLock { state } }

  func open() { lock.withLock { state = true } }

  /// Waits without holding a thread.
  func opened() async {
    while !isOpen { try? await Task.sleep(nanoseconds: 2_000_000) }
  }
}
