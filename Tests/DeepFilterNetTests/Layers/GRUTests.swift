import Testing

@testable import DeepFilterNet

@Suite("GRU")
struct GRUTests {
  /// `count` frames of each channel, run in blocks.
  private func run(
    _ gru: GRU, _ signals: [[Float]], inputs: Int, block: Int, blas: Bool = false
  ) -> [[Float]] {
    var state = gru.makeState(frames: block, channels: signals.count)
    var input = FrameBlock(frames: block, channels: signals.count, size: inputs)
    var output = [[Float]](repeating: [], count: signals.count)
    for first in stride(from: 0, to: signals[0].count / inputs, by: block) {
      input.load(signals, from: first)
      gru.advance(
        &state, input: input,
        kernels: Kernels(instructions: blas ? .baseline : .ofMachine, blas: blas))
      for channel in signals.indices { output[channel] += state.output.frames(of: channel) }
    }
    return output
  }

  private func layer(_ textbook: TextbookGRU) throws -> GRU {
    let inputs = textbook.inputWeight.shape[1]
    var sample = TensorFileSample()
    sample.add(textbook, name: "gru")
    var weights = WeightReader(try TensorFile(bytes: sample.bytes))
    let gru = try GRU(&weights, "gru", inputs: inputs, width: textbook.width)
    try weights.finish()
    return gru
  }

  // Measured: 3.4e-7.
  @Test("sixty frames of three channels are the textbook's", arguments: [(8, 24), (64, 16)])
  func textbook(width: Int, inputs: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    let textbook = TextbookGRU(width: width, inputs: inputs, random: &random)
    let gru = try layer(textbook)
    let signals = (0..<3).map { _ in random.floats(60 * inputs) }
    for blas in [false, true] {
      let output = run(gru, signals, inputs: inputs, block: 20, blas: blas)
      for (signal, output) in zip(signals, output) {
        expectNear(output, textbook.run(signal.doubles), within: 7e-7, "BLAS \(blas)")
      }
    }
  }

  @Test("blocks of any length and channels side by side give the bits of frames one by one")
  func bits() throws {
    var random = SeededGenerator(seed: 7)
    let textbook = TextbookGRU(width: 24, inputs: 10, random: &random)
    let gru = try layer(textbook)
    let signals = (0..<3).map { _ in random.floats(60 * 10) }
    let alone = signals.map { run(gru, [$0], inputs: 10, block: 1)[0] }
    for block in [1, 2, 3, 60] {
      for (output, alone) in zip(run(gru, signals, inputs: 10, block: block), alone) {
        expectSameBits(output, alone, "blocks of \(block)")
      }
    }
  }
}
