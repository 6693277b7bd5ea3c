/// How long a download may take, and how large it may be.
package struct DownloadLimits: Sendable {
  /// Seconds without a byte after which it is given up.
  package var silenceSeconds: Double
  /// Seconds after which it is given up, whatever comes.
  package var wholeSeconds: Double
  /// The most bytes that a weight file may have.
  package var maximumByteCount: Int

  package init(
    silenceSeconds: Double = 30, wholeSeconds: Double = 600, maximumByteCount: Int = 64_000_000
  ) {
    precondition(silenceSeconds > 0 && wholeSeconds > 0 && maximumByteCount > 0)
    self.silenceSeconds = silenceSeconds
    self.wholeSeconds = wholeSeconds
    self.maximumByteCount = maximumByteCount
  }
}
