import Testing

@testable import DeepFilterNet

@Suite("ReducingConvolution")
struct ReducingConvolutionTests {
  // Measured: 6.1e-7.
  @Test("every output is the direct convolution's", arguments: [1, 2, 3], [1, 2, 5, 32])
  func outputs(frames: Int, positions: Int) {
    for kernels in Kernels.onAllInstructions { outputs(frames, positions, kernels) }
  }

  private func outputs(_ frames: Int, _ positions: Int, _ kernels: Kernels) {
    var random = SeededGenerator(seed: UInt64(frames * 100 + positions))
    let fence = [Float](repeating: .nan, count: 200)
    for features in [5, 8, 64] {
      let weight = random.tensor([1, features, frames, 3], largest: 0.2)
      let layer = ReducingConvolution(weight: weight, bias: 0.25)
      let size = positions * features
      let frameStride = size + 24
      let gap = [Float](repeating: .nan, count: frameStride - size)
      let signal = (0..<frames).map { _ in random.floats(size) }
      var y = [Float](repeating: .nan, count: positions + 20)
      layer.run(
        fence + signal.map { $0 + gap }.joined() + fence,
        newest: fence.count + (frames - 1) * frameStride, frameStride: frameStride,
        positions: positions, into: &y, at: 10, kernels: kernels)
      expectNear(
        Array(y[10..<10 + positions]),
        DirectConvolution.last(
          of: signal.joined().doubles, positions: positions, weight: weight, groups: 1,
          bias: [0.25]),
        within: 1.2e-6, "\(features) features, \(kernels)")
      expectUntouched(y, outside: 10..<10 + positions)
    }
  }
}
