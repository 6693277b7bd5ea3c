/// What a stream says of a hop.
public struct HopReport: Equatable, Sendable {
  /// The network's estimate of the ratio of voice to everything else at this moment, in dB, −15…35;
  /// of the channel where it is highest.
  public let localSNRDB: Float
  /// Samples of this hop, in all channels, that were replaced by 0 because they were not finite or
  /// beyond ±64.
  public let replacedSampleCount: Int
}
