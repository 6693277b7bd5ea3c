import DeepFilterNet
import Foundation

/// The loads that are under way in this process. Who asks for a file that is being loaded waits for
/// that load; it ends early when nobody waits any more. Nothing is kept of one that has ended.
///
/// Unchecked: `lock` guards all of it, and is held for some steps only, never for a caller's code.
final class SharedLoads: @unchecked Sendable {
  typealias Report = @Sendable (Double) -> Void

  static let ofProcess = SharedLoads()

  private let lock = NSLock()
  private var loads: [String: Load] = [:]
  private var lastNumber = 0

  private final class Load: @unchecked Sendable {
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
    var isCancelled = false
  }

  private struct Waiter {
    let continuation: CheckedContinuation<DeepFilterModel, any Error>
    let progress: Report?
  }

  /// Joins the load of a place, or begins one.
  /// - Parameters:
  ///   - progress: is called in order, and at most once more after the caller was cancelled.
  ///   - start: loads the model, and calls the function that it is given on its way.
  /// - Throws: what `start` throws, or `CancellationError`. Whom others wait with leaves at once; the
  ///   last one when the load has cleared up.
  func model(
    at place: String, progress: Report?,
    start: @escaping @Sendable (@escaping Report) async throws -> DeepFilterModel
  ) async throws -> DeepFilterModel {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        join(place, number, Waiter(continuation: continuation, progress: progress), start: start)
      }
    } onCancel: {
      leave(place, number)
    }
  }

  private func join(
    _ place: String, _ number: Int, _ waiter: Waiter,
    start: @escaping @Sendable (@escaping Report) async throws -> DeepFilterModel
  ) {
    lock.lock()
    defer { lock.unlock() }
    // A cancellation from now on finds the waiter.
    if Task.isCancelled { return waiter.continuation.resume(throwing: CancellationError()) }
    if let load = loads[place] {
      load.waiters[number] = waiter
      return
    }
    let load = Load()
    load.waiters[number] = waiter
    loads[place] = load
    load.task = Task {
      let result: Result<DeepFilterModel, any Error>
      do {
        result = .success(try await start { share in self.report(share, of: load) })
      } catch {
        result = .failure(error)
      }
      finish(load, of: place, result)
    }
  }

  private func leave(_ place: String, _ number: Int) {
    lock.lock()
    defer { lock.unlock() }
    guard let load = loads[place], let waiter = load.waiters[number] else { return }
    if load.waiters.count > 1 {
      load.waiters[number] = nil
      waiter.continuation.resume(throwing: CancellationError())
    } else {
      load.isCancelled = true
      load.task?.cancel()
      // Who comes now begins anew.
      loads[place] = nil
    }
  }

  private func report(_ share: Double, of load: Load) {
    // An array of their own: of a dictionary that both hold, the thread sanitizer does not know that
    // whoever changes it has seen the other let go.
    let reports = lock.withLock { load.waiters.values.compactMap(\.progress) }
    for report in reports { report(share) }
  }

  private func finish(
    _ load: Load, of place: String, _ result: Result<DeepFilterModel, any Error>
  ) {
    lock.lock()
    defer { lock.unlock() }
    if loads[place] === load { loads[place] = nil }
    for waiter in load.waiters.values {
      waiter.continuation.resume(
        with: load.isCancelled ? .failure(CancellationError()) : result)
    }
    load.waiters = [:]
  }
}
