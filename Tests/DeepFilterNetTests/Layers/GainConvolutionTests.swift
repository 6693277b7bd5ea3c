import Testing

@testable import DeepFilterNet

@Suite("GainConvolution")
struct GainConvolutionTests {
  // Measured: 1.2e-7.
  @Test("it is sigmoid of the direct convolution, over blocks with history", arguments: [1, 2])
  func gains(frames: Int) {
    var random = SeededGenerator(seed: UInt64(frames))
    let (positions, features, channels) = (32, 16, 2)
    let weight = random.tensor([1, features, frames, 3], largest: 0.5)
    let layer = GainConvolution(weight: weight, bias: -0.5)
    let size = positions * features
    let signals = (0..<channels).map { _ in random.floats(6 * size) }
    var x = FrameBlock(history: layer.history, frames: 3, channels: channels, size: size)
    var y = FrameBlock(frames: 3, channels: channels, size: positions)
    var output = [[Float]](repeating: [], count: channels)
    for first in [0, 3] {
      x.load(signals, from: first)
      layer.apply(to: x, into: &y, kernels: Kernels())
      x.advance()
      for channel in 0..<channels { output[channel] += y.frames(of: channel) }
    }
    for (signal, output) in zip(signals, output) {
      let expected = (1...6).flatMap { frame in
        DirectConvolution.last(
          of: signal[..<(frame * size)].doubles, positions: positions, weight: weight, groups: 1,
          bias: [-0.5])
      }.map(TextbookGRU.sigmoid)
      expectNear(output, expected, within: 2.5e-7)
    }
  }
}
