/// Makes of how far a file is what is worth telling.
package struct ProgressMeter {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var told = -1

  package init() { start = clock.now }

  /// - Parameter fraction: 0 to 1.
  /// - Returns: `nil` unless it has moved by a thousandth.
  package mutating func advance(to fraction: Double) -> IsolationProgress? {
    let thousandths = Int(fraction * 1_000)
    guard thousandths != told else { return nil }
    told = thousandths
    return IsolationProgress(fraction, after: (clock.now - start) / .seconds(1))
  }
}
