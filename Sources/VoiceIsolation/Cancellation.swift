import Foundation

/// Whether a task was cancelled, for a thread that is none of its own.
final class Cancellation: @unchecked Sendable {
  // Guarded by the lock: hence the @unchecked.
  private let lock = NSLock()
  private var isSet = false

  func set() { lock.withLock { isSet = true } }
  var isRequested: Bool { lock.withLock { isSet } }
}
