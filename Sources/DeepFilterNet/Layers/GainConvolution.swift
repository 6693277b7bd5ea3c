/// The decoder's last convolution, of all features to one number a position; then sigmoid.
struct GainConvolution: Sendable {
  let kernel: ReducingConvolution

  /// - Parameter weight: `[1, features, frames, 3]`
  init(weight: Tensor, bias: Float) { kernel = ReducingConvolution(weight: weight, bias: bias) }

  /// Frames before the current one that the input must still hold.
  var history: Int { kernel.frames - 1 }

  /// - Parameters:
  ///   - x: `[frames, channels, positions × features]`
  ///   - y: `[frames, channels, positions]`
  func apply(to x: FrameBlock, into y: inout FrameBlock, kernels: Kernels) {
    for frame in 0..<x.frames {
      for channel in 0..<x.channels {
        kernel.run(
          x.storage, newest: x.index(frame: frame, channel: channel),
          frameStride: x.channels * x.size, positions: y.size,
          into: &y.storage, at: y.index(frame: frame, channel: channel), kernels: kernels)
      }
    }
    Elementwise.sigmoid(&y.storage, kernels: kernels)
  }
}
