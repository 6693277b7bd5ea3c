@testable import DeepFilterNet

extension FrameBlock {
  /// One channel's frames, without the history.
  func frames(of channel: Int) -> [Float] {
    (0..<frames).flatMap { frame in
      let start = index(frame: frame, channel: channel)
      return storage[start..<start + size]
    }
  }

  /// Fills the block with one frame after the other of each channel's signal.
  /// - Parameters:
  ///   - signals: `[frames × size]` of each channel.
  ///   - first: the signal's frame that becomes the block's first.
  mutating func load(_ signals: [[Float]], from first: Int) {
    for channel in 0..<channels {
      for frame in 0..<frames {
        storage.copyNumbers(
          from: signals[channel], at: (first + frame) * size, count: size,
          to: index(frame: frame, channel: channel))
      }
    }
  }
}
