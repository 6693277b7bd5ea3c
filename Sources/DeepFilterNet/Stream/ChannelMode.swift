/// What the network sees of a sound with several channels.
public enum ChannelMode: Sendable {
  /// Every channel by itself.
  case each
  /// The mean of the channels: the network runs once, and what it says is done to all of them. For
  /// the cost of one network, an image that does not wander.
  case shared
}

extension ChannelMode {
  func networkCount(forChannels count: Int) -> Int { self == .shared ? 1 : count }
}
