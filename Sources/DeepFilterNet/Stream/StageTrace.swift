/// One channel's way through the stages, a hop at a time: what the comparison with ONNX Runtime reads.
package struct StageTrace {
  private var state: StreamState

  package init(model: DeepFilterModel) {
    state = StreamState(model: model, channelCount: 1, frameCount: 1, blas: false)
  }

  /// Every stage after one more hop of input, in the order of the signal's way, by the names of the
  /// reference tensors. Positions in frequency come before features, real before imaginary parts.
  package mutating func advance(hop: [Float]) -> [(name: String, values: [Float])] {
    state.front.input.storage.load(hop.span, at: state.front.input.start)
    state.advance(IsolationSettings(IsolationOptions()))
    let encoder = state.front.encoder
    let layers = encoder.layers
    let stride = state.model.stft.planeStride
    // The block has already become history: its frame is the last of it.
    let spectrum = state.front.spectra.storage.suffix(2 * stride)
    return [
      ("spec", interleaved(Array(spectrum))),
      ("feat_erb", Array(current(encoder.erb).dropFirst().dropLast())),
      ("feat_spec", Array(current(encoder.unit).dropFirst(2).dropLast(2))),
      ("e0", current(layers.e0)),
      ("e1", current(layers.e1)),
      ("e2", current(layers.e2)),
      ("e3", current(layers.e3)),
      ("c0", current(layers.c0)),
      ("emb", current(state.embedding.output)),
      ("lsnr", current(state.embedding.lsnr)),
      ("mask", current(state.erbDecoder.gains)),
      ("coefs", current(state.deepFilterDecoder.coefficients)),
      ("spec_enhanced", interleaved(state.back.enhanced)),
      ("output", current(state.back.output)),
    ]
  }

  private func current(_ block: FrameBlock) -> [Float] { Array(block.storage.suffix(block.size)) }

  private func interleaved(_ planes: [Float]) -> [Float] {
    (0..<state.model.stft.binCount).flatMap { [planes[$0], planes[$0 + planes.count / 2]] }
  }
}
