import Foundation
import Testing
import VoiceIsolation

/// A value that threads share.
final class Locked<Value: Sendable>: @unchecked Sendable {
  // Guarded by the lock: hence the @unchecked.
  private let lock = NSLock()
  private var guarded: Value

  init(_ value: Value) { guarded = value }

  var value: Value { lock.withLock { guarded } }
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&guarded) } }
}

/// The kinds of `VoiceIsolationError` that providers throw.
enum FailureKind { case noAudio, modelDownloadFailed, processingFailed, other }

/// Expects an error of a kind, and returns it.
@discardableResult
func expectFailure(
  _ kind: FailureKind, sourceLocation: SourceLocation = #_sourceLocation,
  _ work: () async throws -> Void
) async -> VoiceIsolationError? {
  var error: VoiceIsolationError?
  do {
    try await work()
  } catch let failure as VoiceIsolationError {
    error = failure
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  let thrown: FailureKind? = error.map {
    switch $0 {
    case .noAudio: .noAudio
    case .modelDownloadFailed: .modelDownloadFailed
    case .processingFailed: .processingFailed
    case .unsupportedBlock, .blockChanged: .other
    }
  }
  #expect(thrown == kind, sourceLocation: sourceLocation)
  return error
}
