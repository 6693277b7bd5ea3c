import Foundation
import Testing

@testable import DeepFilterNet

@Suite("Elementwise")
struct ElementwiseTests {
  /// Whole eights, a rest, a rest alone, nothing.
  static let counts = [0, 1, 7, 8, 9, 481, 960]

  // Measured: 2.1e-7.
  @Test(
    "a skip is scaled, rectified and added to what comes from below", arguments: [5, 8, 21, 64],
    Instructions.available)
  func addSkip(features: Int, instructions: Instructions) {
    var random = SeededGenerator(seed: 1)
    let count = 5 * features
    let (scale, bias) = (random.floats(features, largest: 2), random.floats(features))
    let x = random.floats(count + 7)
    let fence = [Float](repeating: .nan, count: 10)
    let addend = random.floats(count)
    var y = fence + addend + fence
    Elementwise.addSkip(
      x, from: 3, scale: scale, bias: bias, to: &y, at: 10, count: count,
      kernels: Kernels(instructions: instructions))
    let expected = (0..<count).map { i in
      max(Double(scale[i % features]) * Double(x[3 + i]) + Double(bias[i % features]), 0)
        + Double(addend[i])
    }
    expectNear(Array(y[10..<10 + count]), expected, within: 4e-7)
    expectUntouched(y, outside: 10..<10 + count)
  }

  @Test("a sum is the sum", arguments: counts)
  func add(count: Int) {
    var random = SeededGenerator(seed: 2)
    let (x, start) = (random.floats(count), random.floats(count))
    var y = start
    Elementwise.add(x, to: &y)
    expectSameBits(y, zip(x, start).map { $0 + $1 })
  }

  // Measured: 1.7e-7.
  @Test("tanh of one is added to the other", arguments: counts, Instructions.available)
  func addTangent(count: Int, instructions: Instructions) {
    var random = SeededGenerator(seed: 3)
    let (x, start) = (random.floats(count, largest: 4), random.floats(count))
    var y = start
    Elementwise.addTangent(of: x, to: &y, kernels: Kernels(instructions: instructions))
    expectNear(y, zip(x, start).map { tanh(Double($0)) + Double($1) }, within: 3.5e-7)
  }

  // Measured: 5.6e-6, a fifty-fold 1.1e-7; by itself 8.2e-8.
  @Test("sigmoid within a range", arguments: counts, Instructions.available)
  func sigmoid(count: Int, instructions: Instructions) {
    let kernels = Kernels(instructions: instructions)
    var random = SeededGenerator(seed: 4)
    let start = random.floats(count, largest: 12)
    var y = start
    Elementwise.sigmoid(&y, scale: 50, offset: -15, kernels: kernels)
    expectNear(y, start.map { TextbookGRU.sigmoid(Double($0)) * 50 - 15 }, within: 1e-5)
    y = start
    Elementwise.sigmoid(&y, kernels: kernels)
    expectNear(y, start.map { TextbookGRU.sigmoid(Double($0)) }, within: 1.5e-7)
  }
}
