/// Takes a stream on by blocks with its four parts at work at the same time, each on a block that the
/// part before has finished. What comes out are the same bits as from `StreamState.advance`, two
/// blocks later.
///
///     front ─→ ERB decoder ─────────→ back
///           └→ deep-filter decoder ─┘
struct BlockPipeline: Sendable {
  /// What a block of samples has become, on its way past the decoders.
  private struct Noisy: Sendable {
    let input: FrameBlock
    let spectra: FrameBlock

    init(_ front: StreamFront) {
      input = front.input
      spectra = front.spectra
    }
  }

  private let threads: Int
  /// From the front to the decoders, and from those to the back.
  private var encoded: Encoder.Output
  private var gains: FrameBlock
  private var coefficients: FrameBlock
  private var noisy: (ofDecoders: Noisy, ofBack: Noisy)
  /// Blocks that have gone in, not counted further than three.
  private var blocksIn = 0

  /// - Parameter state: the stream that it will take on.
  init(for state: StreamState, threads: Int) {
    self.threads = threads
    encoded = state.front.encoder.output
    gains = state.erbDecoder.gains
    coefficients = state.deepFilterDecoder.coefficients
    noisy = (Noisy(state.front), Noisy(state.front))
  }

  mutating func reset() { blocksIn = 0 }

  /// Whether there is a cleaned block in `back.output`.
  var hasOutput: Bool { blocksIn == 3 }

  mutating func advance(_ state: inout StreamState, _ settings: IsolationSettings) {
    let (model, blas, blocksIn) = (state.model, state.blas, blocksIn)
    let (encoded, noisy) = (encoded, noisy.ofBack)
    let (gains, coefficients) = (gains, coefficients)
    Parallel.run(
      threads: threads, &state.front, &state.erbDecoder, &state.deepFilterDecoder, &state.back,
      { $0.advance(model, blas: blas) },
      { if blocksIn > 0 { model.network.erbDecoder.advance(&$0, encoder: encoded, blas: blas) } },
      {
        if blocksIn > 0 {
          model.network.deepFilterDecoder.advance(&$0, encoder: encoded, blas: blas)
        }
      },
      {
        if blocksIn > 1 {
          $0.advance(
            model, input: noisy.input, spectra: noisy.spectra, gains: gains,
            coefficients: coefficients, settings)
        }
      })
    handOver(&state)
  }

  /// Hands what each part has made to the next. (Its own copy: the arrays are written to again.)
  private mutating func handOver(_ state: inout StreamState) {
    gains = state.erbDecoder.gains
    coefficients = state.deepFilterDecoder.coefficients
    encoded = state.front.encoder.output
    noisy = (ofDecoders: Noisy(state.front), ofBack: noisy.ofDecoders)
    if blocksIn > 0 { state.erbDecoder.endBlock() }
    state.front.endBlock()
    blocksIn = min(blocksIn + 1, 3)
  }
}
