/// A convolution of all features to one number, causal in time, three wide in frequency (padded by
/// one zero on either side).
///
/// `y[i] = bias + Σₜ Σₖ Σ_f x[t, i + k − 1, f] · w[t, k, f]`: eight chains over the taps and, within
/// a tap, every eighth feature, summed at the end in a fixed order.
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
    precondition(features % Lanes.scalarCount == 0, "the kernel works on eight features at once")
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
    into y: inout [Float], at start: Int
  ) {
    let oldest = newest - (frames - 1) * frameStride
    precondition(oldest >= 0 && newest + positions * features <= x.count, "x is too short")
    precondition(start >= 0 && start + positions <= y.count, "y is too short")
    unsafe x.withUnsafeBufferPointer { x in
      unsafe weights.withUnsafeBufferPointer { w in
        guard let x = x.baseAddress, let w = w.baseAddress else { return }
        for position in 0..<positions {
          // The taps that fall on a position within the frame.
          let first = position == 0 ? 1 : 0
          let last = position + 1 == positions ? 1 : 2
          let count = (last - first + 1) * features
          var sum = Lanes.zero
          for frame in 0..<frames {
            let row = unsafe x + oldest + frame * frameStride + (position + first - 1) * features
            let weights = unsafe w + (frame * 3 + first) * features
            for i in stride(from: 0, to: count, by: Lanes.scalarCount) {
              sum = unsafe multiplyAdd(Lanes(from: row + i), Lanes(from: weights + i), sum)
            }
          }
          y[start + position] = sum.total + bias
        }
      }
    }
  }
}
