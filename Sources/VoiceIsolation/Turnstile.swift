/// Lets so many pass at a time, in the order in which they came.
actor Turnstile {
  private var freeCount: Int
  private var waiting: [Waiter] = []
  private var nextNumber = 0

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// How many wait for their turn.
  var waitingCount: Int { waiting.count }

  init(places: Int) { freeCount = max(1, places) }

  /// Does the work when it is its turn.
  /// - Throws: what the work throws, or `CancellationError` if it was cancelled while it waited.
  nonisolated func pass<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await enter()
    do {
      let result = try await work()
      await leave()
      return result
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async throws {
    try Task.checkCancellation()
    if freeCount > 0 {
      freeCount -= 1
      return
    }
    let number = nextNumber
    nextNumber += 1
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        waiting.append(Waiter(number: number, continuation: $0))
        // The handler may have run before there was anything to find.
        if Task.isCancelled { giveUp(number) }
      }
    } onCancel: {
      Task { await giveUp(number) }
    }
  }

  private func giveUp(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).continuation.resume(throwing: CancellationError())
  }

  private func leave() {
    if waiting.isEmpty {
      freeCount += 1
    } else {
      // The place goes straight to the next, so that nobody comes between.
      waiting.removeFirst().continuation.resume()
    }
  }
}
