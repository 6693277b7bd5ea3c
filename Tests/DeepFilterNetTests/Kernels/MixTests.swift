import Testing

@testable import DeepFilterNet

@Suite("Mix")
struct MixTests {
  private let count = 480

  private func signals() -> (input: [Float], clean: [Float]) {
    var random = SeededGenerator(seed: 1)
    var input = random.floats(count)
    input[5] = -0.0
    return (input, random.floats(count))
  }

  @Test("a share of 0 leaves the cleaned sound's bits")
  func nothing() {
    let (input, clean) = signals()
    var y = clean
    Mix.add(input, from: 0, to: &y, at: 0, count: count, from: 0, to: 0)
    expectSameBits(y, clean)
  }

  @Test("a share of 1 gives the input's bits, whatever the cleaned sound is")
  func everything() {
    let (input, _) = signals()
    var y = [Float](repeating: .nan, count: count)
    Mix.add(input, from: 0, to: &y, at: 0, count: count, from: 1, to: 1)
    expectSameBits(y, input)
  }

  // Measured: 1.9e-7.
  @Test(
    "in between, the shares add up to 1 and move evenly",
    arguments: [(0.25, 0.25), (0, 1), (1, 0), (0.5, 0.063), (0, 0.001)] as [(Float, Float)])
  func shares(old: Float, new: Float) {
    let (input, clean) = signals()
    let fence = [Float](repeating: .nan, count: 8)
    var y = fence + clean + fence
    Mix.add(fence + input, from: 8, to: &y, at: 8, count: count, from: old, to: new)
    let expected = (0..<count).map { i in
      let share = Double(old) + (Double(new) - Double(old)) * Double(i + 1) / Double(count)
      return share * Double(input[i]) + (1 - share) * Double(clean[i])
    }
    expectNear(Array(y[8..<8 + count]), expected, within: 4e-7)
    expectUntouched(y, outside: 8..<8 + count)
  }

  @Test("a ramp has no step, at its ends neither")
  func ramp() {
    // Ones mixed into zeros: the output is the share itself.
    let ones = [Float](repeating: 1, count: count)
    var y = [Float](repeating: 0, count: 3 * count)
    for (hop, (old, new)) in [(Float(0.1), Float(0.1)), (0.1, 0.9), (0.9, 0.9)].enumerated() {
      Mix.add(ones, from: 0, to: &y, at: hop * count, count: count, from: old, to: new)
    }
    let steps = zip(y.dropFirst(), y).map { $0 - $1 }
    // Measured: 5.8e-8 off.
    #expect(steps.allSatisfy { $0 > -1.2e-7 && $0 < 0.8 / 480 + 1.2e-7 })
  }
}
