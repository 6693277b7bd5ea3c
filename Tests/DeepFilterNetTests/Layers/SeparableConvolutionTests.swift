import Testing

@testable import DeepFilterNet

@Suite("SeparableConvolution")
struct SeparableConvolutionTests {
  // Measured: 3.9e-7.
  @Test(
    "it is relu of the pointwise of the depthwise convolution, over blocks with history",
    arguments: [(.one, 1), (.one, 2), (.two, 1), (.two, 2), (.transposed, 1)]
      as [(DepthwiseConvolution.Stride, Int)])
  func layers(stride: DepthwiseConvolution.Stride, frames: Int) throws {
    var random = SeededGenerator(seed: 1)
    let (features, positions, channels) = (16, 8, 2)
    let depthwise = random.tensor([features, 1, frames, 3])
    let pointwise = random.tensor([features, features], largest: 0.5)
    let bias = random.floats(features)
    var sample = TensorFileSample()
    sample.add("a.depthwise.weight", depthwise)
    sample.add("a.pointwise.weight", pointwise)
    sample.add("a.pointwise.bias", shape: [features], floats: bias)
    var weights = WeightReader(try TensorFile(bytes: sample.bytes))
    let layer = try SeparableConvolution(&weights, "a", features: features, stride: stride)
    #expect(layer.history == frames - 1)

    let size = positions * features
    let signals = (0..<channels).map { _ in random.floats(9 * size) }
    var input = FrameBlock(history: layer.history, frames: 3, channels: channels, size: size)
    let outputSize = layer.depthwise.outputPositions(of: positions) * features
    var scratch = [Float](repeating: 0, count: outputSize)
    var y = FrameBlock(frames: 3, channels: channels, size: outputSize)
    var output = [[Float]](repeating: [], count: channels)
    for first in [0, 3, 6] {
      input.load(signals, from: first)
      layer.apply(to: input, scratch: &scratch, into: &y, kernels: Kernels())
      input.advance()
      for channel in 0..<channels { output[channel] += y.frames(of: channel) }
    }
    for (signal, output) in zip(signals, output) {
      let expected = (1...9).flatMap { frame in
        let seen = signal[..<(frame * size)].doubles
        let middle =
          stride == .transposed
          ? DirectConvolution.transposed(
            Array(seen.suffix(size)), positions: positions, weight: depthwise)
          : DirectConvolution.last(
            of: seen, positions: positions, weight: depthwise, groups: features,
            stride: stride == .two ? 2 : 1)
        return TextbookLinear.dense(middle, weight: pointwise, bias: bias)
      }.rectified
      expectNear(output, expected, within: 8e-7)
    }
  }
}
