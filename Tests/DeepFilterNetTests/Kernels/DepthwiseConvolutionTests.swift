import Testing

@testable import DeepFilterNet

@Suite("DepthwiseConvolution")
struct DepthwiseConvolutionTests {
  /// A fence of NaN around a signal: a tap that reads outside shows.
  private static let fence = [Float](repeating: .nan, count: 100)

  // Measured: 4.0e-7, at three frames.
  @Test(
    "every output is the direct convolution's, from first position to last",
    arguments: [DepthwiseConvolution.Stride.one, .two], [1, 2, 3])
  func strides(stride: DepthwiseConvolution.Stride, frames: Int) {
    for kernels in Kernels.onAllInstructions { strides(stride, frames: frames, kernels) }
  }

  private func strides(
    _ stride: DepthwiseConvolution.Stride, frames: Int, _ kernels: Kernels
  ) {
    var random = SeededGenerator(seed: UInt64(frames))
    for (positions, features) in [(2, 8), (4, 16), (8, 64), (32, 64), (96, 8), (3, 5), (6, 21)] {
      let weight = random.tensor([features, 1, frames, 3])
      let layer = DepthwiseConvolution(weight: weight, stride: stride)
      let size = positions * features
      // The kernel's frames lie further apart than they are long, as those of one channel do.
      let frameStride = size + 24
      let signal = (0..<frames).map { _ in random.floats(size) }
      let gap = [Float](repeating: .nan, count: frameStride - size)
      let x = Self.fence + signal.map { $0 + gap }.joined() + Self.fence
      let outputs = layer.outputPositions(of: positions) * features
      #expect(outputs == positions / (stride == .two ? 2 : 1) * features)
      var y = [Float](repeating: .nan, count: outputs + 20)
      layer.run(
        x, newest: Self.fence.count + (frames - 1) * frameStride, frameStride: frameStride,
        positions: positions, into: &y, at: 10, kernels: kernels)
      expectNear(
        Array(y[10..<10 + outputs]),
        DirectConvolution.last(
          of: signal.joined().doubles, positions: positions, weight: weight, groups: features,
          stride: stride == .two ? 2 : 1),
        within: 8e-7, "\(positions) positions of \(features), \(kernels)")
      expectUntouched(y, outside: 10..<10 + outputs)
    }
  }

  // Measured: 7.7e-8.
  @Test(
    "the transposed one scatters every input over its neighbours", arguments: Instructions.available
  )
  func transposed(instructions: Instructions) {
    var random = SeededGenerator(seed: 4)
    for (positions, features) in [(1, 8), (2, 8), (3, 16), (8, 64), (16, 64), (2, 5), (3, 21)] {
      let weight = random.tensor([features, 1, 1, 3])
      let layer = DepthwiseConvolution(weight: weight, stride: .transposed)
      let signal = random.floats(positions * features)
      let outputs = layer.outputPositions(of: positions) * features
      #expect(outputs == 2 * positions * features)
      var y = [Float](repeating: .nan, count: outputs + 20)
      layer.run(
        Self.fence + signal + Self.fence, newest: Self.fence.count, frameStride: signal.count,
        positions: positions, into: &y, at: 10, kernels: Kernels(instructions: instructions))
      expectNear(
        Array(y[10..<10 + outputs]),
        DirectConvolution.transposed(signal.doubles, positions: positions, weight: weight),
        within: 1.5e-7, "\(positions) positions of \(features)")
      expectUntouched(y, outside: 10..<10 + outputs)
    }
  }
}
