/// A block of frames of a signal on its way through the network, behind the frames that causal
/// layers still see: `[history + frames, channels, size]`.
///
/// "Channels" are the sound's; a frame's own axes (positions in frequency, features) are within
/// `size`, features last.
package struct FrameBlock: Sendable {
  package let history: Int
  package let frames: Int
  package let channels: Int
  /// Numbers of a frame of one channel.
  package let size: Int
  package var storage: [Float]

  package init(history: Int = 0, frames: Int, channels: Int, size: Int) {
    self.history = history
    self.frames = frames
    self.channels = channels
    self.size = size
    storage = [Float](repeating: 0, count: (history + frames) * channels * size)
  }

  /// Frames of the block times channels: the columns of a matrix product over it.
  package var columns: Int { frames * channels }

  /// Where the block begins in `storage`, behind the history.
  package var start: Int { history * channels * size }

  /// Where a frame of a channel begins in `storage`; frames before the block count −1, −2, …
  package func index(frame: Int, channel: Int) -> Int {
    ((history + frame) * channels + channel) * size
  }

  /// Makes the last frames of this block the history of the next.
  package mutating func advance() {
    if history > 0 { storage.moveNumbers(from: frames * channels * size, to: 0, count: start) }
  }

  /// Gives the block away, its history with it, for one of the same shape, and makes its last frames
  /// the history of the next.
  mutating func advance(givingTo other: inout FrameBlock) {
    swap(&self, &other)
    storage.copyNumbers(from: other.storage, at: frames * channels * size, count: start)
  }

  /// Takes over the numbers of a block of the same shape, in place.
  mutating func copy(from other: FrameBlock) {
    storage.copyNumbers(from: other.storage, count: storage.count)
  }

  package mutating func reset() { storage.fill(with: 0) }
}
