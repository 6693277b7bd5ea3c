import Testing

@testable import DeepFilterNet

@Suite("Patches")
struct PatchesTests {
  @Test(
    "each position's patch holds what it sees of every frame, the oldest first",
    arguments: Instructions.available)
  func gather(instructions: Instructions) {
    // Two frames of two parts a position, 100 and 200 telling the frame.
    let frame = (0..<10).map { Float($0) }
    let x = frame.map { $0 + 100 } + [-1, -1] + frame.map { $0 + 200 }
    var y = [Float](repeating: -2, count: 3 * 2 * 6 + 2)
    Patches.gather(
      x, newest: 12, frameStride: 12, frames: 2, positions: 3, step: 2, width: 6, into: &y, at: 1,
      kernels: Kernels(instructions: instructions))
    let expected: [Float] =
      [-2]
      + [100, 101, 102, 103, 104, 105, 200, 201, 202, 203, 204, 205]
      + [102, 103, 104, 105, 106, 107, 202, 203, 204, 205, 206, 207]
      + [104, 105, 106, 107, 108, 109, 204, 205, 206, 207, 208, 209]
      + [-2]
    #expect(y == expected)
  }

  @Test("patches of any width", arguments: [1, 2, 3, 4, 6, 9, 17, 40])
  func widths(width: Int) {
    let x = (0..<200).map { Float($0) }
    let expected = (0..<4 * 2 * width).map { place in
      let (position, frame, i) = (place / (2 * width), place / width % 2, place % width)
      return Float(20 + frame * 100 + position * 3 + i)
    }
    for kernels in Kernels.onAllInstructions {
      var y = [Float](repeating: -2, count: expected.count + 2)
      Patches.gather(
        x, newest: 120, frameStride: 100, frames: 2, positions: 4, step: 3, width: width,
        into: &y, at: 1, kernels: kernels)
      #expect(y == [-2] + expected + [-2], "\(kernels)")
    }
  }
}
