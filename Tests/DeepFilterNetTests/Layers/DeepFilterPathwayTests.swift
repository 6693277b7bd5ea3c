import Testing

@testable import DeepFilterNet

@Suite("DeepFilterPathway")
struct DeepFilterPathwayTests {
  private static let (features, outputs, positions) = (16, 10, 6)
  private static let frameCount = 12

  private func run(
    _ layer: DeepFilterPathway, _ state: inout DeepFilterPathway.State, _ signals: [[Float]],
    block: Int, blas: Bool = false
  ) -> [[Float]] {
    var input = FrameBlock(
      frames: block, channels: signals.count, size: Self.positions * Self.features)
    var output = [[Float]](repeating: [], count: signals.count)
    for first in stride(from: 0, to: Self.frameCount, by: block) {
      input.load(signals, from: first)
      layer.advance(
        &state, input: input,
        kernels: Kernels(instructions: blas ? .baseline : .ofMachine, blas: blas))
      for channel in signals.indices { output[channel] += state.output.frames(of: channel) }
    }
    return output
  }

  // Measured: 6.2e-7.
  @Test(
    "it is relu of the pointwise of the direct convolution over time, in blocks of any length",
    arguments: [1, 2, 5], [1, 2])
  func directConvolution(taps: Int, groups: Int) throws {
    let (features, outputs, positions) = (Self.features, Self.outputs, Self.positions)
    var random = SeededGenerator(seed: UInt64(taps * 10 + groups))
    let grouped = random.tensor([outputs, features / groups, taps, 1], largest: 0.5)
    let pointwise = random.tensor([outputs, outputs, 1, 1], largest: 0.5)
    let bias = random.floats(outputs)
    var sample = TensorFileSample()
    sample.add("a.grouped.weight", grouped)
    sample.add("a.pointwise.weight", shape: [outputs, outputs], floats: pointwise.values)
    sample.add("a.pointwise.bias", shape: [outputs], floats: bias)
    var weights = WeightReader(try TensorFile(bytes: sample.bytes))
    let layer = try DeepFilterPathway(&weights, "a", features: features, outputs: outputs)

    let signals = (0..<2).map { _ in random.floats(Self.frameCount * positions * features) }
    let expected = signals.map { signal in
      (1...Self.frameCount).flatMap { frame in
        TextbookLinear.dense(
          DirectConvolution.last(
            of: signal[..<(frame * positions * features)].doubles, positions: positions,
            weight: grouped, groups: groups),
          weight: pointwise, bias: bias)
      }.rectified
    }
    var single = layer.makeState(frames: 1, channels: 2, positions: positions)
    let singly = run(layer, &single, signals, block: 1)
    for block in [1, 3, 12] {
      var state = layer.makeState(frames: block, channels: 2, positions: positions)
      let output = run(layer, &state, signals, block: block)
      #expect(output == singly, "bits of blocks of \(block)")
      state.reset()
      #expect(run(layer, &state, signals, block: block) == output, "after a reset")
      state.reset()
      let byBLAS = run(layer, &state, signals, block: block, blas: true)
      for channel in expected.indices {
        expectNear(output[channel], expected[channel], within: 1.2e-6, "blocks of \(block)")
        expectNear(byBLAS[channel], expected[channel], within: 1.2e-6, "by BLAS")
      }
    }
  }
}
