/// Where the samples of several channels lie in an array: those of a channel `sampleStride` apart, from
/// `start + channel · channelStride` on.
struct SampleLayout {
  let start: Int
  let channelStride: Int
  let sampleStride: Int

  /// The channels one after the other.
  init(start: Int, channelStride: Int) {
    self.start = start
    self.channelStride = channelStride
    sampleStride = 1
  }

  /// A sample of each channel, and so on.
  init(start: Int = 0, interleaved channelCount: Int) {
    self.start = start
    channelStride = 1
    sampleStride = channelCount
  }

  func start(ofChannel channel: Int) -> Int { start + channel * channelStride }
}
