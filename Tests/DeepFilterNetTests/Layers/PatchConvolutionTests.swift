import Testing

@testable import DeepFilterNet

@Suite("PatchConvolution")
struct PatchConvolutionTests {
  /// A position of zeros on either side of each frame.
  private func padded(_ x: [Float], positions: Int, parts: Int) -> [Float] {
    let zeros = [Float](repeating: 0, count: parts)
    return stride(from: 0, to: x.count, by: positions * parts).flatMap {
      zeros + x[$0..<$0 + positions * parts] + zeros
    }
  }

  /// Nine frames in blocks of three, channel by channel.
  private func run(
    _ layer: PatchConvolution, _ signals: [[Float]], positions: Int, features: Int,
    blas: Bool = false
  ) -> [[Float]] {
    let channels = signals.count
    var input = FrameBlock(
      history: layer.history, frames: 3, channels: channels, size: (positions + 2) * layer.parts)
    var scratch = [Float](repeating: 0, count: positions * layer.product.inputs)
    var y = FrameBlock(frames: 3, channels: channels, size: positions * features)
    var output = [[Float]](repeating: [], count: channels)
    for first in [0, 3, 6] {
      input.load(
        signals.map { padded($0, positions: positions, parts: layer.parts) }, from: first)
      layer.apply(
        to: input, scratch: &scratch, into: &y,
        kernels: Kernels(instructions: blas ? .baseline : .ofMachine, blas: blas))
      input.advance()
      for channel in 0..<channels { output[channel] += y.frames(of: channel) }
    }
    return output
  }

  // Measured: 4.9e-7.
  @Test("one part: relu of the direct convolution", arguments: [1, 2, 3], [1, 2, 32])
  func onePart(frames: Int, positions: Int) {
    var random = SeededGenerator(seed: UInt64(frames * 100 + positions))
    let weight = random.tensor([16, 1, frames, 3])
    let bias = random.floats(16)
    let layer = PatchConvolution(weight: weight, bias: bias)
    let signals = (0..<2).map { _ in random.floats(9 * positions) }
    for blas in [false, true] {
      let output = run(layer, signals, positions: positions, features: 16, blas: blas)
      for (signal, output) in zip(signals, output) {
        let expected = (1...9).flatMap { frame in
          DirectConvolution.last(
            of: signal[..<(frame * positions)].doubles, positions: positions, weight: weight,
            groups: 1, bias: bias)
        }.rectified
        expectNear(output, expected, within: 1e-6)
      }
    }
  }

  // Measured: 8.1e-7.
  @Test(
    "two parts: the merged convolution equals the grouped and the pointwise one in turn",
    arguments: [1, 2, 3], [1, 2, 96])
  func twoParts(frames: Int, positions: Int) {
    var random = SeededGenerator(seed: UInt64(frames * 100 + positions))
    let features = 16
    let grouped = random.tensor([features, 1, frames, 3])
    let pointwise = random.tensor([features, features, 1, 1], largest: 0.5)
    let bias = random.floats(features)
    let layer = PatchConvolution(grouped: grouped, pointwise: pointwise, bias: bias)
    let signals = (0..<2).map { _ in random.floats(9 * positions * 2) }
    let output = run(layer, signals, positions: positions, features: features)
    for (signal, output) in zip(signals, output) {
      let expected = (1...9).flatMap { frame in
        TextbookLinear.dense(
          DirectConvolution.last(
            of: signal[..<(frame * positions * 2)].doubles, positions: positions,
            weight: grouped, groups: 2),
          weight: pointwise, bias: bias)
      }.rectified
      expectNear(output, expected, within: 1.6e-6)
    }
  }
}
