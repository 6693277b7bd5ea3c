/// The network: from the features of a block of frames to the gains of the bands (stage 1) and the
/// coefficients of the deep filter (stage 2).
struct Network: Sendable {
  let encoder: Encoder
  let erbDecoder: ERBDecoder
  let deepFilterDecoder: DeepFilterDecoder

  init(
    _ weights: inout WeightReader, _ configuration: ModelConfiguration
  ) throws(WeightFileError) {
    encoder = try Encoder(&weights, configuration)
    erbDecoder = try ERBDecoder(&weights, configuration, features: encoder.features)
    deepFilterDecoder = try DeepFilterDecoder(
      &weights, configuration, features: encoder.features)
  }

  /// Whether a layer rounds its inputs to integers. Then the smallest difference before it may
  /// become one of a whole step: such a network takes no help from a BLAS.
  var isQuantized: Bool {
    encoder.gru.isQuantized || erbDecoder.gru.isQuantized || deepFilterDecoder.gru.isQuantized
  }

  struct State: Sendable {
    var encoder: Encoder.State
    fileprivate(set) var erbDecoder: ERBDecoder.State
    fileprivate(set) var deepFilterDecoder: DeepFilterDecoder.State

    mutating func reset() {
      encoder.reset()
      erbDecoder.reset()
      deepFilterDecoder.reset()
    }

    /// Makes the last frames the history of the next block.
    mutating func endBlock() {
      encoder.endBlock()
      erbDecoder.endBlock()
    }
  }

  func makeState(frames: Int, channels: Int) -> State {
    State(
      encoder: encoder.makeState(frames: frames, channels: channels),
      erbDecoder: erbDecoder.makeState(frames: frames, channels: channels),
      deepFilterDecoder: deepFilterDecoder.makeState(frames: frames, channels: channels))
  }

  /// Runs a block whose features are in `state.encoder`.
  func advance(_ state: inout State, blas: Bool) {
    encoder.advance(&state.encoder, blas: blas)
    erbDecoder.advance(&state.erbDecoder, encoder: state.encoder, blas: blas)
    deepFilterDecoder.advance(&state.deepFilterDecoder, encoder: state.encoder, blas: blas)
  }
}
