import Testing

@testable import DeepFilterNet

@Suite("SqueezedGRU")
struct SqueezedGRUTests {
  private static let inputs = 32
  private static let width = 16

  /// The layers as they are in a weight file, and as the textbook has them.
  private struct Sample {
    let linearIn: Tensor
    let linearOut: Tensor?
    let layers: [TextbookGRU]

    init(layerCount: Int, hasLinearOut: Bool, random: inout SeededGenerator) {
      linearIn = random.tensor([4, 8, 4])
      linearOut = hasLinearOut ? random.tensor([2, 8, 20]) : nil
      layers = (0..<layerCount).map { _ in
        TextbookGRU(width: width, inputs: width, random: &random)
      }
    }

    func layer() throws -> SqueezedGRU {
      var sample = TensorFileSample()
      sample.add("a.linear_in.weight", linearIn)
      if let linearOut { sample.add("a.linear_out.weight", linearOut) }
      for (i, gru) in layers.enumerated() { sample.add(gru, name: "a.gru\(i)") }
      var weights = WeightReader(try TensorFile(bytes: sample.bytes))
      let layer = try SqueezedGRU(
        &weights, "a", inputs: inputs, outputs: linearOut == nil ? nil : 40)
      try weights.finish()
      return layer
    }

    func expected(_ x: [Float]) -> [Double] {
      let squeezed = TextbookLinear.grouped(x.doubles, weight: linearIn).rectified
      let hidden = layers.reduce(squeezed) { $1.run($0) }
      return linearOut.map { TextbookLinear.grouped(hidden, weight: $0).rectified } ?? hidden
    }
  }

  private func run(
    _ layer: SqueezedGRU, _ state: inout SqueezedGRU.State, _ signals: [[Float]], block: Int,
    blas: Bool = false
  ) -> [[Float]] {
    var input = FrameBlock(frames: block, channels: signals.count, size: Self.inputs)
    var output = [[Float]](repeating: [], count: signals.count)
    for first in stride(from: 0, to: signals[0].count / Self.inputs, by: block) {
      input.load(signals, from: first)
      layer.advance(
        &state, input: input,
        kernels: Kernels(instructions: blas ? .baseline : .ofMachine, blas: blas))
      for channel in signals.indices { output[channel] += state.output.frames(of: channel) }
    }
    return output
  }

  // Measured: 3.8e-7.
  @Test(
    "every number of layers, with a last linear one and without, is the textbook's",
    arguments: [1, 2, 3], [true, false])
  func textbook(layerCount: Int, hasLinearOut: Bool) throws {
    var random = SeededGenerator(seed: UInt64(layerCount))
    let sample = Sample(layerCount: layerCount, hasLinearOut: hasLinearOut, random: &random)
    let layer = try sample.layer()
    #expect(layer.layers.count == layerCount && layer.width == Self.width)
    let signals = (0..<2).map { _ in random.floats(24 * Self.inputs) }
    for (block, blas) in [(1, false), (8, false), (24, true)] {
      var state = layer.makeState(frames: block, channels: 2)
      for (signal, output) in zip(signals, run(layer, &state, signals, block: block, blas: blas)) {
        expectNear(output, sample.expected(signal), within: 8e-7, "blocks of \(block)")
      }
    }
  }

  @Test("a block's bits are those of its frames one by one, and a reset forgets everything")
  func bits() throws {
    var random = SeededGenerator(seed: 9)
    let layer = try Sample(layerCount: 2, hasLinearOut: true, random: &random).layer()
    let signals = (0..<2).map { _ in random.floats(24 * Self.inputs) }
    var state = layer.makeState(frames: 1, channels: 2)
    let single = run(layer, &state, signals, block: 1)
    state.reset()
    #expect(run(layer, &state, signals, block: 1) == single, "after a reset")
    #expect(run(layer, &state, signals, block: 1) != single, "the state counts")
    for block in [2, 6, 24] {
      var state = layer.makeState(frames: block, channels: 2)
      #expect(run(layer, &state, signals, block: block) == single, "blocks of \(block)")
    }
  }
}
