import VoiceIsolationCore

/// How it went with all files together.
struct Totals {
  private(set) var doneCount = 0
  private(set) var failedCount = 0
  private(set) var skippedCount = 0
  /// Of the sounds that are done.
  private(set) var seconds = 0.0

  mutating func add(_ outcome: Outcome) {
    switch outcome {
    case .done(let report):
      doneCount += 1
      seconds += report.seconds
    case .failed: failedCount += 1
    case .skipped: skippedCount += 1
    }
  }
}
