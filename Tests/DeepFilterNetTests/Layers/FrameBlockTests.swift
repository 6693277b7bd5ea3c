import Testing

@testable import DeepFilterNet

@Suite("FrameBlock")
struct FrameBlockTests {
  @Test(
    "the last frames of a block are the history of the next, longer histories too",
    arguments: [0, 1, 2, 7], [1, 3])
  func advance(history: Int, frames: Int) {
    var block = FrameBlock(history: history, frames: frames, channels: 2, size: 3)
    // Numbers tell their frame; those before the first are zeros.
    let signals = [1000, 2000].map { lead in (0..<12 * 3).map { Float(lead + $0 / 3) } }
    for first in stride(from: 0, to: 12, by: frames) {
      block.load(signals, from: first)
      for channel in 0..<2 {
        for frame in -history..<frames {
          let number = block.storage[block.index(frame: frame, channel: channel) + 2]
          let age = first + frame
          let expected = age < 0 ? 0 : 1000 * (channel + 1) + age
          #expect(number == Float(expected))
        }
      }
      block.advance()
    }
    block.reset()
    #expect(block.storage.allSatisfy { $0 == 0 })
  }
}
