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
  /// A multiple of 8.
  let features: Int
  /// `[frames × 3 × features]`
  let weights: [Float]

  /// - Parameter weight: `[features, 1, frames, 3]`
  init(weight: Tensor, stride: Stride) {
    let (features, frames) = (weight.shape[0], weight.shape[2])
    precondition(features % Lanes.scalarCount == 0, "the kernel works on eight features at once")
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
    into y: inout [Float], at start: Int
  ) {
    let oldest = newest - (frames - 1) * frameStride
    let outputs = outputPositions(of: positions)
    precondition(oldest >= 0 && newest + positions * features <= x.count, "x is too short")
    precondition(start >= 0 && start + outputs * features <= y.count, "y is too short")
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        unsafe weights.withUnsafeBufferPointer { w in
          guard let x = x.baseAddress, let y = y.baseAddress, let w = w.baseAddress else { return }
          for position in 0..<outputs {
            let taps = self.taps(of: position, positions: positions)
            let target = unsafe y + start + position * features
            for frame in 0..<frames {
              let row = unsafe x + oldest + frame * frameStride + taps.input * features
              let weights = unsafe w + (frame * 3 + taps.first) * features
              unsafe accumulate(
                row, taps.inputStep * features, weights, taps.step * features,
                count: (taps.last - taps.first) / taps.step + 1, into: target, isFirst: frame == 0)
            }
          }
        }
      }
    }
  }

  /// Adds the products of one to three taps to a position's sums, or begins them.
  @inline(__always)
  private func accumulate(
    _ x: UnsafePointer<Float>, _ xStep: Int, _ w: UnsafePointer<Float>, _ wStep: Int, count: Int,
    into sums: UnsafeMutablePointer<Float>, isFirst: Bool
  ) {
    for i in Swift.stride(from: 0, to: features, by: Lanes.scalarCount) {
      var sum = isFirst ? Lanes.zero : unsafe Lanes(from: sums + i)
      sum = unsafe multiplyAdd(Lanes(from: x + i), Lanes(from: w + i), sum)
      if count > 1 {
        let (x, w) = unsafe (x + xStep + i, w + wStep + i)
        sum = unsafe multiplyAdd(Lanes(from: x), Lanes(from: w), sum)
      }
      if count > 2 {
        let (x, w) = unsafe (x + 2 * xStep + i, w + 2 * wStep + i)
        sum = unsafe multiplyAdd(Lanes(from: x), Lanes(from: w), sum)
      }
      unsafe sum.store(to: sums + i)
    }
  }

  /// Which taps an output position has within the frame, and which input the first one sees.
  @inline(__always)
  private func taps(
    of position: Int, positions: Int
  ) -> (first: Int, last: Int, step: Int, input: Int, inputStep: Int) {
    switch stride {
    case .one, .two:
      let centre = stride == .two ? 2 * position : position
      let first = centre == 0 ? 1 : 0
      let last = centre + 1 == positions ? 1 : 2
      return (first, last, 1, centre + first - 1, 1)
    case .transposed:
      // Even outputs see the middle tap of their input; odd ones the last tap of the input before
      // and the first of the one after, if there is one.
      let input = position / 2
      if position % 2 == 0 { return (1, 1, 2, input, 0) }
      return input + 1 < positions ? (0, 2, 2, input + 1, -1) : (2, 2, 2, input, 0)
    }
  }
}
