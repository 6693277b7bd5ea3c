/// How long a download may take, and how large it may be.
public struct DownloadLimits: Equatable, Sendable {
  /// Seconds without a byte after which it is given up.
  public var silenceSeconds: Double
  /// Seconds after which it is given up, whatever comes.
  public var wholeSeconds: Double
  /// The most bytes that a weight file may have.
  public var maximumByteCount: Int

  /// - Precondition: all are more than 0.
  public init(
    silenceSeconds: Double = 30, wholeSeconds: Double = 600, maximumByteCount: Int = 64_000_000
  ) {
    precondition(silenceSeconds > 0 && wholeSeconds > 0 && maximumByteCount > 0)
    self.silenceSeconds = silenceSeconds
    self.wholeSeconds = wholeSeconds
    self.maximumByteCount = maximumByteCount
  }
}
