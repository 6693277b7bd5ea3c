import Foundation
import Testing

@testable import DeepFilterNet

@Suite("Gates")
struct GatesTests {
  // Measured: 1.8e-7.
  @Test(
    "a step of the state is the textbook's", arguments: [8, 24, 256], Instructions.available)
  func update(width: Int, instructions: Instructions) {
    var random = SeededGenerator(seed: UInt64(width))
    let before = random.floats(width)
    let (x, r) = (random.floats(3 * width, largest: 4), random.floats(3 * width, largest: 4))
    let fence = [Float](repeating: .nan, count: 8)
    var hidden = fence + before + fence
    var output = [Float](repeating: .nan, count: width + 16)
    Gates.update(
      &hidden, at: 8, width: width, inputPart: fence + x, from: 8, hiddenPart: fence + r, from: 8,
      output: &output, at: 8, kernels: Kernels(instructions: instructions))
    let expected = (0..<width).map { i in
      let update = TextbookGRU.sigmoid(Double(x[i]) + Double(r[i]))
      let reset = TextbookGRU.sigmoid(Double(x[width + i]) + Double(r[width + i]))
      let new = tanh(Double(x[2 * width + i]) + reset * Double(r[2 * width + i]))
      return (1 - update) * new + update * Double(before[i])
    }
    expectNear(Array(hidden[8..<8 + width]), expected, within: 3.5e-7)
    expectSameBits(output, hidden, "copy of the state")
    expectUntouched(output, outside: 8..<8 + width)
  }

  @Test("open and shut gates pass one side alone")
  func extremes() {
    // z = 1: the state stays. z = 0: it becomes n; with r = 0 n is tanh of the input part alone.
    for (z, expected) in [(Float(100), Float(0.5)), (-100, Float(tanh(0.25)))] {
      var hidden = [Float](repeating: 0.5, count: 8)
      var output = hidden
      let part = [z, -100, 0.25].flatMap { [Float](repeating: $0, count: 8) }
      let recurrent = [0, 0, 7].flatMap { [Float](repeating: $0, count: 8) }
      Gates.update(
        &hidden, at: 0, width: 8, inputPart: part, from: 0, hiddenPart: recurrent, from: 0,
        output: &output, at: 0)
      expectNear(hidden, [Double](repeating: Double(expected), count: 8), within: 1e-7)
    }
  }
}
