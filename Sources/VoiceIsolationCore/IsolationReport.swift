/// What was done to one file.
public struct IsolationReport: Equatable, Sendable {
  /// Samples a channel; as many in the output as in the input.
  public package(set) var frameCount = 0
  /// Samples a second, of the input and the output.
  public package(set) var sampleRateHz = 0
  /// Channels, of the input and the output.
  public package(set) var channelCount = 0
  /// The time it took, in seconds, reading and writing included.
  public package(set) var elapsedSeconds = 0.0
  /// Samples of the input taken as zero, because they were not finite or beyond ±64.
  public package(set) var replacedSampleCount = 0
  /// Samples of the output beyond the range of its format, which were held at its ends.
  public package(set) var clippedSampleCount = 0
  /// What was done to each channel so that the network could work on it; of a sound that was measured
  /// while it ran, at its end.
  public package(set) var mendings: [Mending] = []
  /// What is odd about the input, though it could be read; sentences for people.
  public package(set) var warnings: [String] = []

  package init() {}

  /// Length of the sound.
  public var seconds: Double {
    sampleRateHz > 0 ? Double(frameCount) / Double(sampleRateHz) : 0
  }

  /// Seconds of sound a second of time.
  public var timesRealTime: Double { elapsedSeconds > 0 ? seconds / elapsedSeconds : 0 }
}
