/// One channel's way through the parts of a stream, a hop at a time, with a look at the clock between
/// them. The same calls as `StreamState.advance`, which stays free of clocks; the output must be the
/// same to the bit.
package struct StageTimes {
  /// The parts in the order of the signal's way.
  package static let names = [
    "spectrum, features, encoder", "embedding: GRU", "ERB decoder: GRUs", "ERB decoder: the rest",
    "deep-filter decoder: GRUs", "deep-filter decoder: the rest", "deep filter, synthesis",
  ]

  /// The cleaned hop.
  package var output: [Float] { state.back.output.storage }

  private var state: StreamState

  package init(model: DeepFilterModel) {
    state = StreamState.warm(model: model, channelCount: 1)
  }

  /// Cleans a hop.
  /// - Returns: how long each of `names` took.
  package mutating func advance(hop samples: [Float]) -> [Duration] {
    let clock = ContinuousClock()
    let (model, network) = (state.model, state.model.network)
    state.front.input.storage.load(samples.span, at: state.front.input.start)
    var times = [clock.now]
    state.front.advance(model, kernels: state.kernels)
    times.append(clock.now)
    network.embedding.advance(
      &state.embedding, input: state.front.encoder.layers.embedding, kernels: state.kernels)
    times.append(clock.now)
    network.erbDecoder.gru.advance(
      &state.erbRecurrent, input: state.embedding.output, kernels: state.kernels)
    times.append(clock.now)
    network.erbDecoder.advance(
      &state.erbDecoder, recurrent: state.erbRecurrent.output,
      encoder: state.front.encoder.layers, kernels: state.kernels)
    times.append(clock.now)
    network.deepFilterDecoder.gru.advance(
      &state.deepFilterRecurrent, input: state.embedding.output, kernels: state.kernels)
    times.append(clock.now)
    network.deepFilterDecoder.advance(
      &state.deepFilterDecoder, recurrent: state.deepFilterRecurrent.output,
      embedding: state.embedding.output, c0: state.front.encoder.layers.c0, kernels: state.kernels)
    times.append(clock.now)
    state.back.advance(
      model, input: state.front.input, spectra: state.front.spectra,
      gains: state.erbDecoder.gains, coefficients: state.deepFilterDecoder.coefficients,
      IsolationSettings(IsolationOptions()), kernels: state.kernels)
    times.append(clock.now)
    state.front.endBlock()
    state.erbDecoder.endBlock()
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }
}
