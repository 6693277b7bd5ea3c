/// From the embedding, and with the encoder's layers at its side, a gain for each ERB band: stage 1.
///
///     embedding → GRU → + → t3 → + → t2 → + → t1 → + → gains
///                       ↑e3      ↑e2      ↑e1      ↑e0
final class ERBDecoder: Sendable {
  /// A layer of the encoder on its way over: a scale and a bias for each feature.
  struct Skip: Sendable {
    let scale: [Float]
    let bias: [Float]

    init(_ weights: inout WeightReader, _ name: String, features: Int) throws(WeightFileError) {
      scale = try weights.vector("\(name).weight", count: features)
      bias = try weights.vector("\(name).bias", count: features)
    }

    /// relu(scale ⊙ e + bias) + x
    func add(_ e: FrameBlock, to x: FrameBlock, into y: inout FrameBlock, kernels: Kernels) {
      Elementwise.addSkip(
        e.storage, from: e.start, scale: scale, bias: bias, addend: x.storage, from: x.start,
        into: &y.storage, at: y.start, count: y.columns * y.size, kernels: kernels)
    }
  }

  let features: Int
  let bandCount: Int
  let gru: SqueezedGRU
  let skip3, skip2, skip1, skip0: Skip
  let convt3, convt2, convt1: SeparableConvolution
  let output: GainConvolution

  init(
    _ weights: inout WeightReader, _ configuration: ModelConfiguration, features: Int
  ) throws(WeightFileError) {
    self.features = features
    bandCount = configuration.bandCount
    let embeddingSize = features * bandCount / 4
    gru = try SqueezedGRU(
      &weights, "erb_dec.emb_gru", inputs: embeddingSize, outputs: embeddingSize)
    skip3 = try Skip(&weights, "erb_dec.conv3p", features: features)
    skip2 = try Skip(&weights, "erb_dec.conv2p", features: features)
    skip1 = try Skip(&weights, "erb_dec.conv1p", features: features)
    skip0 = try Skip(&weights, "erb_dec.conv0p", features: features)
    convt3 = try SeparableConvolution(
      &weights, "erb_dec.convt3", features: features, stride: .one)
    convt2 = try SeparableConvolution(
      &weights, "erb_dec.convt2", features: features, stride: .transposed)
    convt1 = try SeparableConvolution(
      &weights, "erb_dec.convt1", features: features, stride: .transposed)
    output = GainConvolution(
      weight: try weights.kernel("erb_dec.conv0_out.weight", shape: [1, features, nil, 3]),
      bias: try weights.vector("erb_dec.conv0_out.bias", count: 1)[0])
  }

  struct State: Sendable {
    fileprivate var sum3, sum2, sum1, sum0: FrameBlock
    fileprivate var between3, between2, between1: FrameBlock
    fileprivate var t3, t2, t1: FrameBlock
    /// 0…1, `[frames, channels, bands]`
    fileprivate(set) var gains: FrameBlock
  }

  func makeState(frames: Int, channels: Int) -> State {
    func block(_ size: Int, history: Int = 0) -> FrameBlock {
      FrameBlock(history: history, frames: frames, channels: channels, size: size)
    }
    let full = bandCount * features
    return State(
      sum3: block(full / 4, history: convt3.history),
      sum2: block(full / 4), sum1: block(full / 2),
      sum0: block(full, history: output.history),
      between3: block(full / 4), between2: block(full / 2), between1: block(full),
      t3: block(full / 4), t2: block(full / 2), t1: block(full),
      gains: block(bandCount))
  }

  /// - Parameter recurrent: what `gru` makes of the embedding.
  func advance(
    _ state: inout State, recurrent: FrameBlock, encoder: Encoder.Layers, kernels: Kernels
  ) {
    skip3.add(encoder.e3, to: recurrent, into: &state.sum3, kernels: kernels)
    convt3.apply(to: state.sum3, between: &state.between3, into: &state.t3, kernels: kernels)
    skip2.add(encoder.e2, to: state.t3, into: &state.sum2, kernels: kernels)
    convt2.apply(to: state.sum2, between: &state.between2, into: &state.t2, kernels: kernels)
    skip1.add(encoder.e1, to: state.t2, into: &state.sum1, kernels: kernels)
    convt1.apply(to: state.sum1, between: &state.between1, into: &state.t1, kernels: kernels)
    skip0.add(encoder.e0, to: state.t1, into: &state.sum0, kernels: kernels)
    output.apply(to: state.sum0, into: &state.gains, kernels: kernels)
  }
}

extension ERBDecoder.State {
  /// Makes the last frames the history of the next block.
  mutating func endBlock() {
    sum3.advance()
    sum0.advance()
  }

  mutating func reset() {
    sum3.reset()
    sum0.reset()
  }
}
