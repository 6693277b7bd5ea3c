/// A convolution over time only, in groups, then a pointwise one and relu: the short way from the
/// encoder's first layer to the filter's coefficients.
struct DeepFilterPathway: Sendable {
  /// Positions whose products are made at once, and soon added up: they stay in the nearest cache.
  private static let positionsAtOnce = 48

  /// Each frame's products with all taps at once, `[groups × (taps × outputs of a group)]`.
  let products: PackedMatrix
  let sums: PendingSums
  let pointwise: PackedMatrix

  init(
    _ weights: inout WeightReader, _ name: String, features: Int, outputs: Int
  ) throws(WeightFileError) {
    let kernelName = "\(name).grouped.weight"
    let kernel = try weights.kernel(kernelName, shape: [outputs, nil, nil, 1])
    let (inputs, taps) = (kernel.shape[1], kernel.shape[2])
    let groups = features / inputs
    try weights.require(
      groups > 0 && groups * inputs == features && outputs % groups == 0, kernelName,
      "groups of \(inputs) channels do not divide \(features) inputs and \(outputs) outputs")
    let sums = PendingSums(taps: taps, width: outputs / groups)
    products = PackedMatrix(
      groups: groups, inputs: inputs, outputs: sums.productStride
    ) { group, place, input in
      let (tap, output) = (place / sums.width, group * sums.width + place % sums.width)
      return tap < taps ? kernel.values[(output * inputs + input) * taps + tap] : 0
    }
    self.sums = sums
    pointwise = PackedMatrix(
      dense: try weights.tensor("\(name).pointwise.weight", shape: [outputs, outputs]),
      bias: try weights.vector("\(name).pointwise.bias", count: outputs))
  }

  /// Products of a position.
  var productCount: Int { products.groups * sums.productStride }

  struct State: Sendable {
    /// Of some positions.
    fileprivate var products: [Float]
    /// `[channels, positions, groups, sumStride]`
    fileprivate var pending: [Float]
    fileprivate var finished: FrameBlock
    /// `[frames, channels, positions × outputs]`
    var output: FrameBlock

    mutating func reset() { pending.fill(with: 0) }
  }

  func makeState(frames: Int, channels: Int, positions: Int) -> State {
    let rows = positions * products.groups
    let finished = FrameBlock(frames: frames, channels: channels, size: rows * sums.width)
    return State(
      products: [Float](repeating: 0, count: Self.positionsAtOnce * productCount),
      pending: [Float](repeating: 0, count: channels * rows * sums.sumStride),
      finished: finished, output: finished)
  }

  func advance(_ state: inout State, input: FrameBlock, kernels: Kernels) {
    for frame in 0..<input.frames {
      for channel in 0..<input.channels { convolve(frame, channel, &state, input, kernels) }
    }
    pointwise.apply(to: state.finished, into: &state.output, rectified: true, kernels: kernels)
  }

  /// The convolution over time of one frame.
  private func convolve(
    _ frame: Int, _ channel: Int, _ state: inout State, _ input: FrameBlock, _ kernels: Kernels
  ) {
    let (inputs, outputs) = (products.groups * products.inputs, products.groups * sums.width)
    let positions = state.finished.size / outputs
    var first = 0
    while first < positions {
      let count = min(Self.positionsAtOnce, positions - first)
      products.multiply(
        input.storage, from: input.index(frame: frame, channel: channel) + first * inputs,
        columns: count, into: &state.products, kernels: kernels)
      sums.advance(
        &state.pending, from: (channel * positions + first) * products.groups * sums.sumStride,
        products: state.products, from: 0, rows: count * products.groups,
        into: &state.finished.storage,
        at: state.finished.index(frame: frame, channel: channel) + first * outputs,
        kernels: kernels)
      first += count
    }
  }
}
