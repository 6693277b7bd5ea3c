extension PackedMatrix {
  /// A linear layer, or a pointwise convolution: the map applied to every run of inputs in a block.
  package func apply(
    to x: FrameBlock, into y: inout FrameBlock, rectified: Bool = false, kernels: Kernels
  ) {
    let columns = x.columns * x.size / (groups * inputs)
    precondition(columns * groups * inputs == x.columns * x.size, "inputs do not fit the block")
    precondition(columns * groups * outputs == y.columns * y.size, "outputs do not fit the block")
    multiply(
      x.storage, from: x.start, columns: columns, into: &y.storage, at: y.start,
      rectified: rectified, kernels: kernels)
  }
}
