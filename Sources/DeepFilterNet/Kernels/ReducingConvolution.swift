import CDeepFilterNetKernels

/// A convolution of all features to one number, causal in time, three wide in frequency (padded by
/// one zero on either side).
///
/// `y[i] = bias + Σₜ Σₖ Σ_f x[t, i + k − 1, f] · w[t, k, f]`
struct ReducingConvolution: Sendable {
  /// Frames that the kernel sees.
  let frames: Int
  let features: Int
  let bias: Float
  /// `[frames × 3 × features]`
  let weights: [Float]

  /// - Parameter weight: `[1, features, frames, 3]`
  init(weight: Tensor, bias: Float) {
    let (features, frames) = (weight.shape[1], weight.shape[2])
    self.frames = frames
    self.features = features
    self.bias = bias
    weights = (0..<frames * 3).flatMap { tap in
      (0..<features).map { weight.values[$0 * frames * 3 + tap] }
    }
  }

  /// Convolves one frame.
  /// - Parameters:
  ///   - x: the frame, `[positions × features]` from `newest` on, older ones each `frameStride`
  ///     numbers before.
  ///   - y: receives `[positions]` at `start`.
  func run(
    _ x: [Float], newest: Int, frameStride: Int, positions: Int,
    into y: inout [Float], at start: Int, kernels: Kernels = Kernels()
  ) {
    let oldest = newest - (frames - 1) * frameStride
    precondition(oldest >= 0 && newest + positions * features <= x.count, "x is too short")
    precondition(start >= 0 && start + positions <= y.count, "y is too short")
    // In bounds by the checks above: a tap outside the frame is left out.
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        unsafe weights.withUnsafeBufferPointer { weights in
          guard let x = x.baseAddress, let y = y.baseAddress else { return }
          let convolution = unsafe dfn_reducing_convolution(
            frames: frames, features: features, positions: positions,
            x: x + oldest, frame_stride: frameStride, weights: weights.baseAddress, bias: bias,
            y: y + start)
          unsafe dfn_convolve_reducing(convolution, kernels.instructions.set)
        }
      }
    }
  }
}
