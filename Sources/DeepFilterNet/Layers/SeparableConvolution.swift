/// A depthwise convolution and a pointwise one behind it, then relu.
struct SeparableConvolution: Sendable {
  let depthwise: DepthwiseConvolution
  let pointwise: PackedMatrix

  init(
    _ weights: inout WeightReader, _ name: String, features: Int,
    stride: DepthwiseConvolution.Stride
  ) throws(WeightFileError) {
    let kernel = try weights.kernel(
      "\(name).depthwise.weight", shape: [features, 1, stride == .transposed ? 1 : nil, 3])
    depthwise = DepthwiseConvolution(weight: kernel, stride: stride)
    pointwise = PackedMatrix(
      dense: try weights.tensor("\(name).pointwise.weight", shape: [features, features]),
      bias: try weights.vector("\(name).pointwise.bias", count: features))
  }

  /// Frames before the current one that the input must still hold.
  var history: Int { depthwise.frames - 1 }

  /// - Parameters:
  ///   - scratch: room for a frame of the output.
  ///   - y: `[frames, channels, outputPositions × features]`
  func apply(
    to x: FrameBlock, scratch: inout [Float], into y: inout FrameBlock, kernels: Kernels
  ) {
    let positions = x.size / depthwise.features
    let outputs = depthwise.outputPositions(of: positions)
    precondition(outputs * pointwise.outputs == y.size, "outputs do not fit the block")
    for frame in 0..<x.frames {
      for channel in 0..<x.channels {
        depthwise.run(
          x.storage, newest: x.index(frame: frame, channel: channel),
          frameStride: x.channels * x.size, positions: positions, into: &scratch, at: 0,
          kernels: kernels)
        pointwise.multiply(
          scratch, columns: outputs, into: &y.storage,
          at: y.index(frame: frame, channel: channel), rectified: true, kernels: kernels)
      }
    }
  }
}
