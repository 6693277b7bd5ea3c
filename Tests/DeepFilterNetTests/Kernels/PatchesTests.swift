import Testing

@testable import DeepFilterNet

@Suite("Patches")
struct PatchesTests {
  @Test("each position's patch holds what it sees of every frame, the oldest first")
  func gather() {
    // Two frames of two parts a position, 100 and 200 telling the frame.
    let frame = (0..<10).map { Float($0) }
    let x = frame.map { $0 + 100 } + [-1, -1] + frame.map { $0 + 200 }
    var y = [Float](repeating: -2, count: 3 * 2 * 6 + 2)
    Patches.gather(
      x, newest: 12, frameStride: 12, frames: 2, positions: 3, step: 2, width: 6, into: &y, at: 1)
    let expected: [Float] =
      [-2]
      + [100, 101, 102, 103, 104, 105, 200, 201, 202, 203, 204, 205]
      + [102, 103, 104, 105, 106, 107, 202, 203, 204, 205, 206, 207]
      + [104, 105, 106, 107, 108, 109, 204, 205, 206, 207, 208, 209]
      + [-2]
    #expect(y == expected)
  }
}
