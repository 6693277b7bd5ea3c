public import DeepFilterNet
public import VoiceIsolationCore

/// What a provider does to a clip.
public struct ClipOptions: Equatable, Sendable {
  /// How much of everything else is removed.
  public var isolation: IsolationOptions
  /// Whether the channels share one network.
  public var mode: ChannelMode
  /// What is mended before, so that the network can work on it.
  public var conditioning: Conditioning
  /// Whether more channels than two become two. Mono and stereo stay what they are.
  public var mixesToStereo: Bool
  /// How many threads work on a clip; `nil`: as many as there are processors. The result does not
  /// depend on it.
  public var threads: Int?

  /// What most clips are best served with.
  public init(
    isolation: IsolationOptions = .init(), mode: ChannelMode = .each,
    conditioning: Conditioning = .init(), mixesToStereo: Bool = false, threads: Int? = nil
  ) {
    self.isolation = isolation
    self.mode = mode
    self.conditioning = conditioning
    self.mixesToStereo = mixesToStereo
    self.threads = threads
  }
}
