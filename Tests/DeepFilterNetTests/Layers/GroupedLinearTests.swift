import Testing

@testable import DeepFilterNet

@Suite("Linear layers over blocks")
struct GroupedLinearTests {
  // Measured: 1.1e-6, at 96 inputs.
  @Test(
    "a grouped layer's weights are [groups, inputs, outputs]",
    arguments: [[32, 96, 16], [16, 32, 16], [8, 64, 32], [16, 16, 60], [1, 5, 3]])
  func grouped(shape: [Int]) {
    var random = SeededGenerator(seed: UInt64(shape[1]))
    let weight = random.tensor(shape, largest: 0.3)
    let layer = PackedMatrix(groupedLinear: weight)
    var x = FrameBlock(history: 1, frames: 3, channels: 2, size: shape[0] * shape[1])
    // What is history does not count.
    x.storage.fill(with: .nan)
    x.load((0..<2).map { _ in random.floats(3 * x.size) }, from: 0)
    var y = FrameBlock(history: 2, frames: 3, channels: 2, size: shape[0] * shape[2])
    for rectified in [false, true] {
      layer.apply(to: x, into: &y, rectified: rectified, kernels: Kernels())
      for channel in 0..<2 {
        let expected = TextbookLinear.grouped(x.frames(of: channel).doubles, weight: weight)
        expectNear(
          y.frames(of: channel), rectified ? expected.rectified : expected, within: 2.2e-6)
      }
    }
    #expect(y.storage[..<y.start].allSatisfy { $0 == 0 }, "the history is left alone")
  }

  // Measured: 3.8e-7.
  @Test("a dense layer goes over every position of a block", arguments: [1, 10, 64])
  func dense(outputs: Int) {
    var random = SeededGenerator(seed: UInt64(outputs))
    let weight = random.tensor([outputs, 16, 1, 1], largest: 0.5)
    let bias = random.floats(outputs)
    let layer = PackedMatrix(dense: weight, bias: bias)
    var x = FrameBlock(frames: 3, channels: 2, size: 5 * 16)
    x.load((0..<2).map { _ in random.floats(3 * x.size) }, from: 0)
    var y = FrameBlock(frames: 3, channels: 2, size: 5 * outputs)
    layer.apply(to: x, into: &y, kernels: Kernels())
    for channel in 0..<2 {
      expectNear(
        y.frames(of: channel),
        TextbookLinear.dense(x.frames(of: channel).doubles, weight: weight, bias: bias),
        within: 8e-7)
    }
  }
}
