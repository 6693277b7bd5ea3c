/// How far a file is, or several together.
public struct IsolationProgress: Equatable, Sendable {
  /// 0 to 1.
  public let fraction: Double
  /// How long it will still take, in seconds; `nil` as long as that would be a guess.
  public let secondsLeft: Double?

  /// - Parameter seconds: how long it took to come there.
  package init(_ fraction: Double, after seconds: Double) {
    self.fraction = fraction
    secondsLeft = seconds >= 1 && fraction >= 0.005 ? seconds / fraction - seconds : nil
  }
}
