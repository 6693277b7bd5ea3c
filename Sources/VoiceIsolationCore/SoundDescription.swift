/// What is known of a sound before it is worked on.
package struct SoundDescription: Sendable {
  package let sampleRateHz: Int
  package let channelCount: Int
  /// What a look at the whole of it has found, for each channel; `nil`: it comes as it is read.
  package var mendings: [Mending]?
  /// Whether nothing is to be held back, to be measured or to be worked on at once.
  package var isLive = false

  package init(
    sampleRateHz: Int, channelCount: Int, mendings: [Mending]? = nil, isLive: Bool = false
  ) {
    self.isLive = isLive
    self.sampleRateHz = sampleRateHz
    self.channelCount = channelCount
    self.mendings = mendings
  }
}
