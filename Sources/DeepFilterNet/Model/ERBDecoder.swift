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

    /// x ← x + relu(scale ⊙ e + bias)
    func add(_ e: FrameBlock, to x: inout FrameBlock, kernels: Kernels) {
      Elementwise.addSkip(
        e.storage, from: e.start, scale: scale, bias: bias, to: &x.storage, at: x.start,
        count: x.columns * x.size, kernels: kernels)
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
    /// The embedding with the encoder's last layer; then each layer's output with the encoder's
    /// layer that stands beside it.
    fileprivate var sum3, t3, t2, t1: FrameBlock
    /// What is within a layer, of one frame.
    fileprivate var scratch: [Float]
    /// 0…1, `[frames, channels, bands]`
    fileprivate(set) var gains: FrameBlock
  }

  func makeState(frames: Int, channels: Int) -> State {
    func block(_ size: Int, history: Int = 0) -> FrameBlock {
      FrameBlock(history: history, frames: frames, channels: channels, size: size)
    }
    let full = bandCount * features
    return State(
      sum3: block(full / 4, history: convt3.history), t3: block(full / 4), t2: block(full / 2),
      t1: block(full, history: output.history),
      scratch: [Float](repeating: 0, count: full), gains: block(bandCount))
  }

  /// - Parameter recurrent: what `gru` makes of the embedding.
  func advance(
    _ state: inout State, recurrent: FrameBlock, encoder: Encoder.Layers, kernels: Kernels
  ) {
    state.sum3.storage.copyNumbers(
      from: recurrent.storage, at: recurrent.start, count: recurrent.columns * recurrent.size,
      to: state.sum3.start)
    skip3.add(encoder.e3, to: &state.sum3, kernels: kernels)
    convt3.apply(to: state.sum3, scratch: &state.scratch, into: &state.t3, kernels: kernels)
    skip2.add(encoder.e2, to: &state.t3, kernels: kernels)
    convt2.apply(to: state.t3, scratch: &state.scratch, into: &state.t2, kernels: kernels)
    skip1.add(encoder.e1, to: &state.t2, kernels: kernels)
    convt1.apply(to: state.t2, scratch: &state.scratch, into: &state.t1, kernels: kernels)
    skip0.add(encoder.e0, to: &state.t1, kernels: kernels)
    output.apply(to: state.t1, into: &state.gains, kernels: kernels)
  }
}

extension ERBDecoder.State {
  /// Makes the last frames the history of the next block.
  mutating func endBlock() {
    sum3.advance()
    t1.advance()
  }

  mutating func reset() {
    sum3.reset()
    t1.reset()
  }
}
