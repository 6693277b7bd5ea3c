import Dispatch

/// Does what waits for the disk on a thread of its own, not on one of the few that all tasks share.
func onDisk<Value: Sendable>(
  _ work: @escaping @Sendable () throws(ModelDownloadError) -> Value
) async throws(ModelDownloadError) -> Value {
  let result: Result<Value, ModelDownloadError> = await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
  }
  return try result.get()
}
