/// A small dense convolution, causal in time and three wide in frequency, as a matrix product over
/// what it sees at each position; then relu.
struct PatchConvolution: Sendable {
  /// `[features × (frames × 3 × parts)]`
  let product: PackedMatrix
  let frames: Int
  /// Numbers of a position: 1, or a real and an imaginary part.
  let parts: Int

  /// Frames before the current one that the input must still hold.
  var history: Int { frames - 1 }

  /// A convolution of one part.
  /// - Parameter weight: `[features, 1, frames, 3]`
  init(weight: Tensor, bias: [Float]) {
    frames = weight.shape[2]
    parts = 1
    let size = frames * 3
    product = PackedMatrix(inputs: size, outputs: weight.shape[0], bias: bias) { _, output, tap in
      weight.values[output * size + tap]
    }
  }

  /// A convolution of two parts in two groups, the first half of whose outputs see the real parts,
  /// the others the imaginary ones, and the pointwise convolution behind it: nothing nonlinear
  /// stands between, so the two are one with 18 inputs, a sixteenth of the arithmetic.
  /// - Parameters:
  ///   - grouped: `[features, 1, frames, 3]`
  ///   - pointwise: `[features × features]`
  init(grouped: Tensor, pointwise: Tensor, bias: [Float]) {
    let features = grouped.shape[0]
    frames = grouped.shape[2]
    parts = 2
    let size = frames * 3
    product = PackedMatrix(inputs: 2 * size, outputs: features, bias: bias) { _, output, input in
      let (tap, part) = (input / 2, input % 2)
      var sum = 0.0
      for middle in part * features / 2..<(part + 1) * features / 2 {
        sum +=
          Double(pointwise.values[output * features + middle])
          * Double(grouped.values[middle * size + tap])
      }
      return Float(sum)
    }
  }

  /// - Parameters:
  ///   - x: `[frames, channels, (positions + 2) × parts]`, a position of zeros on either side.
  ///   - scratch: room for what the positions of a frame see, `[positions × inputs]`.
  ///   - y: `[frames, channels, positions × features]`
  func apply(
    to x: FrameBlock, scratch: inout [Float], into y: inout FrameBlock, kernels: Kernels
  ) {
    let positions = x.size / parts - 2
    precondition(positions * product.outputs == y.size, "outputs do not fit the block")
    for frame in 0..<x.frames {
      for channel in 0..<x.channels {
        Patches.gather(
          x.storage, newest: x.index(frame: frame, channel: channel),
          frameStride: x.channels * x.size, frames: frames, positions: positions,
          step: parts, width: 3 * parts, into: &scratch, at: 0, kernels: kernels)
        product.multiply(
          scratch, columns: positions, into: &y.storage,
          at: y.index(frame: frame, channel: channel), rectified: true, kernels: kernels)
      }
    }
  }
}
