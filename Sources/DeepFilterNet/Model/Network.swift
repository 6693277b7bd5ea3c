/// The network: from the features of a block of frames to the gains of the bands (stage 1) and the
/// coefficients of the deep filter (stage 2). The two decoders follow the encoder, and do not know
/// of each other.
///
/// It and its larger parts are classes: every use of a struct would count the references of all
/// arrays in it, on every hop.
final class Network: Sendable {
  let encoder: Encoder
  let embedding: Embedding
  let erbDecoder: ERBDecoder
  let deepFilterDecoder: DeepFilterDecoder

  init(
    _ weights: inout WeightReader, _ configuration: ModelConfiguration
  ) throws(WeightFileError) {
    encoder = try Encoder(&weights, configuration)
    embedding = try Embedding(
      &weights, configuration, size: encoder.features * configuration.bandCount / 4)
    erbDecoder = try ERBDecoder(&weights, configuration, features: encoder.features)
    deepFilterDecoder = try DeepFilterDecoder(
      &weights, configuration, features: encoder.features)
  }

  /// Whether a layer rounds its inputs to integers. Then the smallest difference before it may
  /// become one of a whole step: such a network takes no help from a BLAS.
  var isQuantized: Bool {
    embedding.gru.isQuantized || erbDecoder.gru.isQuantized || deepFilterDecoder.gru.isQuantized
  }
}
