import CDeepFilterNetKernels

/// A convolution of every feature by itself, causal in time, three wide in frequency (padded by one
/// zero on either side), without a bias.
///
/// Cross-correlation: `y[i] = Σₜ Σₖ x[t, stride·i + k − 1] · w[t, k]`, the oldest frame first.
struct DepthwiseConvolution: Sendable {
  /// How positions in frequency go in and out.
  enum Stride: Sendable {
    case one
    /// Half as many positions out as in.
    case two
    /// Transposed with stride 2: twice as many, `y[2i + k − 1] += x[i] · w[k]`. Of one frame only.
    case transposed
  }

  let stride: Stride
  /// Frames that the kernel sees.
  let frames: Int
  let features: Int
  /// `[frames × 3 × features]`
  let weights: [Float]

  /// - Parameter weight: `[features, 1, frames, 3]`
  init(weight: Tensor, stride: Stride) {
    let (features, frames) = (weight.shape[0], weight.shape[2])
    precondition(frames == 1 || stride != .transposed, "transposed is of one frame")
    self.stride = stride
    self.frames = frames
    self.features = features
    weights = (0..<frames * 3).flatMap { tap in
      (0..<features).map { weight.values[$0 * frames * 3 + tap] }
    }
  }

  func outputPositions(of positions: Int) -> Int {
    switch stride {
    case .one: positions
    case .two: positions / 2
    case .transposed: positions * 2
    }
  }

  /// Convolves one frame.
  /// - Parameters:
  ///   - x: the frame, `[positions × features]` from `newest` on, older ones each `frameStride`
  ///     numbers before.
  ///   - y: receives `[outputPositions × features]` at `start`.
  func run(
    _ x: [Float], newest: Int, frameStride: Int, positions: Int,
    into y: inout [Float], at start: Int, kernels: Kernels = Kernels()
  ) {
    let oldest = newest - (frames - 1) * frameStride
    let outputs = outputPositions(of: positions)
    precondition(oldest >= 0 && newest + positions * features <= x.count, "x is too short")
    precondition(start >= 0 && start + outputs * features <= y.count, "y is too short")
    // In bounds by the checks above: a tap outside the frame is left out.
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        unsafe weights.withUnsafeBufferPointer { weights in
          guard let x = x.baseAddress, let y = y.baseAddress else { return }
          let convolution = unsafe dfn_depthwise_convolution(
            stride: stride.code, frames: frames, features: features, positions: positions,
            outputs: outputs, x: x + oldest, frame_stride: frameStride,
            weights: weights.baseAddress, y: y + start)
          unsafe dfn_convolve_depthwise(convolution, kernels.instructions.set)
        }
      }
    }
  }
}

extension DepthwiseConvolution.Stride {
  fileprivate var code: dfn_stride {
    switch self {
    case .one: dfn_stride_one
    case .two: dfn_stride_two
    case .transposed: dfn_stride_transposed
    }
  }
}
