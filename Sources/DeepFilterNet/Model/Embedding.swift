/// The encoder's second half: the frame's embedding and, through a GRU, all before it; and the local
/// SNR that it tells of.
final class Embedding: Sendable {
  let gru: SqueezedGRU
  let lsnr: PackedMatrix
  let lsnrRange: ClosedRange<Float>

  /// - Parameter size: numbers of a frame.
  init(
    _ weights: inout WeightReader, _ configuration: ModelConfiguration, size: Int
  ) throws(WeightFileError) {
    gru = try SqueezedGRU(&weights, "enc.emb_gru", inputs: size, outputs: size)
    lsnr = PackedMatrix(
      dense: try weights.tensor("enc.lsnr.weight", shape: [1, size]),
      bias: try weights.vector("enc.lsnr.bias", count: 1))
    lsnrRange = configuration.lsnrRangeDB
  }

  struct State: Sendable {
    fileprivate var gru: SqueezedGRU.State
    /// dB, `[frames × channels]`
    fileprivate(set) var lsnr: FrameBlock
    /// What it is before the first frame.
    fileprivate let lowestLSNR: Float

    /// `[frames, channels, bands/4 × features]`
    var output: FrameBlock { gru.output }

    mutating func reset() {
      gru.reset()
      lsnr.storage.fill(with: lowestLSNR)
    }
  }

  func makeState(frames: Int, channels: Int) -> State {
    var state = State(
      gru: gru.makeState(frames: frames, channels: channels),
      lsnr: FrameBlock(frames: frames, channels: channels, size: 1),
      lowestLSNR: lsnrRange.lowerBound)
    state.reset()
    return state
  }

  func advance(_ state: inout State, input: FrameBlock, kernels: Kernels) {
    gru.advance(&state.gru, input: input, kernels: kernels)
    lsnr.apply(to: state.gru.output, into: &state.lsnr, kernels: kernels)
    Elementwise.sigmoid(
      &state.lsnr.storage, scale: lsnrRange.upperBound - lsnrRange.lowerBound,
      offset: lsnrRange.lowerBound, kernels: kernels)
  }
}
