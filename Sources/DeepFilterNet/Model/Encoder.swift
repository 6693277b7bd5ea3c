/// Two branches, one over the ERB bands and one over the lowest bins, that meet in an embedding of
/// the frame.
///
///     ERB feature  → e0 → e1 → e2 → e3 ─┐
///     spectrum     → c0 → c1 → linear ──┴→ + → embedding
final class Encoder: Sendable {
  /// Channels of the convolutions, "features" here: 64.
  let features: Int
  let bandCount: Int
  let binCount: Int

  let erbConv0: PatchConvolution
  let erbConv1: SeparableConvolution
  let erbConv2: SeparableConvolution
  let erbConv3: SeparableConvolution
  let dfConv0: PatchConvolution
  let dfConv1: SeparableConvolution
  let dfEmbedding: PackedMatrix

  init(
    _ weights: inout WeightReader, _ configuration: ModelConfiguration
  ) throws(WeightFileError) {
    bandCount = configuration.bandCount
    binCount = configuration.deepFilterBinCount
    let kernel = try weights.kernel("enc.erb_conv0.weight", shape: [nil, 1, nil, 3])
    features = kernel.shape[0]
    try weights.require(
      features % 16 == 0, "enc.erb_conv0.weight",
      "\(features) channels where a multiple of 16 is needed")
    erbConv0 = PatchConvolution(
      weight: kernel, bias: try weights.vector("enc.erb_conv0.bias", count: features))
    erbConv1 = try SeparableConvolution(
      &weights, "enc.erb_conv1", features: features, stride: .two)
    erbConv2 = try SeparableConvolution(
      &weights, "enc.erb_conv2", features: features, stride: .two)
    erbConv3 = try SeparableConvolution(
      &weights, "enc.erb_conv3", features: features, stride: .one)
    dfConv0 = PatchConvolution(
      grouped: try weights.kernel("enc.df_conv0.depthwise.weight", shape: [features, 1, nil, 3]),
      pointwise: try weights.tensor("enc.df_conv0.pointwise.weight", shape: [features, features]),
      bias: try weights.vector("enc.df_conv0.pointwise.bias", count: features))
    dfConv1 = try SeparableConvolution(
      &weights, "enc.df_conv1", features: features, stride: .two)
    dfEmbedding = try weights.groupedLinear(
      "enc.df_fc_emb.weight", inputs: features * binCount / 2,
      outputs: features * bandCount / 4)
  }

  /// Everything between the features and the embedding. Positions in frequency are followed by
  /// features: e1 is `[frames, channels, bands/2 × features]`.
  struct State: Sendable {
    /// The ERB feature with a zero on either side, `[bands + 2]`.
    var erb: FrameBlock
    /// The spectral feature likewise, `[(bins + 2) × 2]`.
    var unit: FrameBlock
    /// What the rest of the network sees.
    fileprivate(set) var layers: Layers
    fileprivate var c1: FrameBlock
    /// What is within a layer, of one frame.
    fileprivate var scratch: [Float]
  }

  /// The encoder's layers over a block.
  struct Layers: Sendable {
    fileprivate(set) var e0, e1, e2, e3: FrameBlock
    fileprivate(set) var c0: FrameBlock
    /// The frame's by itself, `[bands/4 × features]`.
    fileprivate(set) var embedding: FrameBlock
  }

  func makeState(frames: Int, channels: Int) -> State {
    func block(_ size: Int, history: Int = 0) -> FrameBlock {
      FrameBlock(history: history, frames: frames, channels: channels, size: size)
    }
    let (full, half, quarter) = (bandCount, bandCount / 2, bandCount / 4)
    return State(
      erb: block(full + 2, history: erbConv0.history),
      unit: block((binCount + 2) * 2, history: dfConv0.history),
      layers: Layers(
        e0: block(full * features, history: erbConv1.history),
        e1: block(half * features, history: erbConv2.history),
        e2: block(quarter * features, history: erbConv3.history),
        e3: block(quarter * features),
        c0: block(binCount * features, history: dfConv1.history),
        embedding: block(quarter * features)),
      c1: block(binCount / 2 * features),
      scratch: [Float](
        repeating: 0,
        count: max(
          full * erbConv0.product.inputs, binCount * dfConv0.product.inputs, half * features,
          binCount / 2 * features)))
  }

  func advance(_ state: inout State, kernels: Kernels) {
    erbConv0.apply(
      to: state.erb, scratch: &state.scratch, into: &state.layers.e0, kernels: kernels)
    erbConv1.apply(
      to: state.layers.e0, scratch: &state.scratch, into: &state.layers.e1, kernels: kernels)
    erbConv2.apply(
      to: state.layers.e1, scratch: &state.scratch, into: &state.layers.e2, kernels: kernels)
    erbConv3.apply(
      to: state.layers.e2, scratch: &state.scratch, into: &state.layers.e3, kernels: kernels)
    dfConv0.apply(
      to: state.unit, scratch: &state.scratch, into: &state.layers.c0, kernels: kernels)
    dfConv1.apply(
      to: state.layers.c0, scratch: &state.scratch, into: &state.c1, kernels: kernels)
    dfEmbedding.apply(
      to: state.c1, into: &state.layers.embedding, rectified: true, kernels: kernels)
    Elementwise.add(state.layers.e3.storage, to: &state.layers.embedding.storage)
  }
}

extension Encoder.State {
  /// Makes the last frames the history of the next block.
  mutating func endBlock() {
    erb.advance()
    unit.advance()
    layers.e0.advance()
    layers.e1.advance()
    layers.e2.advance()
    layers.c0.advance()
  }

  /// The same, giving the layers away.
  mutating func endBlock(givingTo other: inout Encoder.Layers) {
    erb.advance()
    unit.advance()
    layers.e0.advance(givingTo: &other.e0)
    layers.e1.advance(givingTo: &other.e1)
    layers.e2.advance(givingTo: &other.e2)
    layers.e3.advance(givingTo: &other.e3)
    layers.c0.advance(givingTo: &other.c0)
    layers.embedding.advance(givingTo: &other.embedding)
  }

  mutating func reset() {
    erb.reset()
    unit.reset()
    layers.e0.reset()
    layers.e1.reset()
    layers.e2.reset()
    layers.c0.reset()
  }
}
