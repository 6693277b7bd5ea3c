/// From the embedding, and from the encoder's first layer over the lowest bins, the coefficients of
/// a complex filter over time for each of those bins: stage 2.
///
///     embedding → GRU → + → linear → tanh → + → coefficients
///               └ linear ┘     c0 → 5×1 → 1×1 ┘
final class DeepFilterDecoder: Sendable {
  let binCount: Int
  /// Numbers of a bin: taps × (re, im).
  let coefficientCount: Int
  let gru: SqueezedGRU
  let skip: PackedMatrix
  let output: PackedMatrix
  let pathway: DeepFilterPathway

  init(
    _ weights: inout WeightReader, _ configuration: ModelConfiguration,
    features: Int
  ) throws(WeightFileError) {
    binCount = configuration.deepFilterBinCount
    coefficientCount = 2 * configuration.tapCount
    let embeddingSize = features * configuration.bandCount / 4
    gru = try SqueezedGRU(&weights, "df_dec.df_gru", inputs: embeddingSize, outputs: nil)
    skip = try weights.groupedLinear(
      "df_dec.df_skip.weight", inputs: embeddingSize, outputs: gru.width)
    output = try weights.groupedLinear(
      "df_dec.df_out.weight", inputs: gru.width, outputs: binCount * coefficientCount)
    pathway = try DeepFilterPathway(
      &weights, "df_dec.df_convp", features: features, outputs: coefficientCount)
    // Over a hundred times those of the official models: a small file could ask for gigabytes.
    try weights.require(
      binCount * pathway.productCount <= 1 << 20, "df_dec.df_convp.grouped.weight",
      "\(pathway.productCount) products at each of \(binCount) bins are too many")
  }

  struct State: Sendable {
    fileprivate var skip: FrameBlock
    fileprivate var filter: FrameBlock
    fileprivate var pathway: DeepFilterPathway.State
    /// `[frames, channels, bins × taps × 2]`
    var coefficients: FrameBlock { pathway.output }

    mutating func reset() { pathway.reset() }
  }

  func makeState(frames: Int, channels: Int) -> State {
    State(
      skip: FrameBlock(frames: frames, channels: channels, size: gru.width),
      filter: FrameBlock(frames: frames, channels: channels, size: binCount * coefficientCount),
      pathway: pathway.makeState(frames: frames, channels: channels, positions: binCount))
  }

  /// - Parameters:
  ///   - recurrent: what `gru` makes of the embedding.
  ///   - c0: the encoder's first layer over the lowest bins.
  func advance(
    _ state: inout State, recurrent: FrameBlock, embedding: FrameBlock, c0: FrameBlock,
    kernels: Kernels
  ) {
    skip.apply(to: embedding, into: &state.skip, kernels: kernels)
    Elementwise.add(recurrent.storage, to: &state.skip.storage)
    output.apply(to: state.skip, into: &state.filter, kernels: kernels)
    pathway.advance(&state.pathway, input: c0, kernels: kernels)
    Elementwise.addTangent(
      of: state.filter.storage, to: &state.pathway.output.storage, kernels: kernels)
  }
}
