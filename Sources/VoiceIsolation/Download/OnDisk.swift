import Dispatch
import Foundation

/// Does what waits for the disk on a thread of its own, not on one of the few that all tasks share.
func onDisk<Value: Sendable>(
  _ work: @escaping @Sendable () throws(ModelDownloadError) -> Value
) async throws(ModelDownloadError) -> Value {
  // The continuation alone is enough, but the thread sanitizer does not know that if it is resumed
  // before the task waits for it. It knows locks.
  let lock = NSLock()
  let result: Result<Value, ModelDownloadError> = await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(returning: lock.withLock { Result(catching: work) })
    }
  }
  return try lock.withLock { result }.get()
}
