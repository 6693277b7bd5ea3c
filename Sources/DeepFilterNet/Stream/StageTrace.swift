/// One channel's way through the stages, a hop at a time: what the comparison with ONNX Runtime reads.
package struct StageTrace {
  private var state: StreamState

  package init(model: DeepFilterModel) {
    state = StreamState(model: model, channelCount: 1, frameCount: 1, blas: false)
  }

  /// Every stage after one more hop of input, in the order of the signal's way, by the names of the
  /// reference tensors. Positions in frequency come before features, real before imaginary parts.
  package mutating func advance(hop: [Float]) -> [(name: String, values: [Float])] {
    state.input.storage.load(hop.span, at: state.input.start)
    state.advance(IsolationSettings(IsolationOptions()))
    let encoder = state.network.encoder
    let stride = state.model.stft.planeStride
    // The block has already become history: its frame is the last of it.
    let spectrum = state.spectra.storage.suffix(2 * stride)
    return [
      ("spec", interleaved(Array(spectrum))),
      ("feat_erb", Array(current(encoder.erb).dropFirst().dropLast())),
      ("feat_spec", Array(current(encoder.unit).dropFirst(2).dropLast(2))),
      ("e0", current(encoder.e0)),
      ("e1", current(encoder.e1)),
      ("e2", current(encoder.e2)),
      ("e3", current(encoder.e3)),
      ("c0", current(encoder.c0)),
      ("emb", current(encoder.embedding)),
      ("lsnr", current(encoder.lsnr)),
      ("mask", current(state.network.erbDecoder.gains)),
      ("coefs", current(state.network.deepFilterDecoder.coefficients)),
      ("spec_enhanced", interleaved(state.enhanced)),
      ("output", current(state.output)),
    ]
  }

  private func current(_ block: FrameBlock) -> [Float] { Array(block.storage.suffix(block.size)) }

  private func interleaved(_ planes: [Float]) -> [Float] {
    (0..<state.model.stft.binCount).flatMap { [planes[$0], planes[$0 + planes.count / 2]] }
  }
}
