/// Takes a stream on by blocks with its parts at work at the same time, each on a block that the parts
/// before have finished. What comes out are the same bits as from `StreamState.advance`, four blocks
/// later.
///
///     front → embedding ┬→ recurrent → ERB decoder ─────────┬→ back
///                       └→ recurrent → deep-filter decoder ─┘
struct BlockPipeline: Sendable {
  /// The parts, those that take longest first, so that the short ones fill up the end.
  private enum Part: Int, CaseIterable {
    case front, erbRecurrent, deepFilterRecurrent, deepFilterDecoder, erbDecoder, embedding, back
  }

  /// What goes past the network: what a block of samples has become, and what was set when it came.
  private struct Noisy: Sendable {
    var input: FrameBlock
    var spectra: FrameBlock
    var settings: IsolationSettings
    /// Whether the recurrent layers begin anew before it.
    var beginsAnew = false
    /// By what power of two the signal has become louder since.
    var exponent = 0
  }

  /// What lies between the parts. Of what several parts need, one after the other, the last blocks'
  /// are kept, the newest first. The front gives its blocks away; what the other parts made is
  /// copied, in place, as they write to theirs again.
  private struct Handover: Sendable {
    var noisy: [Noisy]
    var layers: [Encoder.Layers]
    var embeddings: [FrameBlock]
    var erbRecurrent: FrameBlock
    var deepFilterRecurrent: FrameBlock
    var gains: FrameBlock
    var coefficients: FrameBlock

    init(_ state: StreamState) {
      let noisy = Noisy(
        input: state.front.input, spectra: state.front.spectra,
        settings: IsolationSettings(IsolationOptions()))
      self.noisy = [Noisy](repeating: noisy, count: 4)
      layers = [Encoder.Layers](repeating: state.front.encoder.layers, count: 3)
      embeddings = [FrameBlock](repeating: state.embedding.output, count: 2)
      erbRecurrent = state.erbRecurrent.output
      deepFilterRecurrent = state.deepFilterRecurrent.output
      gains = state.erbDecoder.gains
      coefficients = state.deepFilterDecoder.coefficients
    }

    /// Takes over what each part has made, and ends the front's block.
    mutating func take(
      from state: inout StreamState, _ settings: IsolationSettings, beginsAnew: Bool
    ) {
      var (noisy, layers) = (self.noisy.removeLast(), self.layers.removeLast())
      state.front.endBlock(givingTo: &noisy.input, &noisy.spectra, &layers)
      (noisy.settings, noisy.beginsAnew, noisy.exponent) = (settings, beginsAnew, 0)
      self.noisy.insert(noisy, at: 0)
      self.layers.insert(layers, at: 0)
      var embedding = embeddings.removeLast()
      embedding.copy(from: state.embedding.output)
      embeddings.insert(embedding, at: 0)
      erbRecurrent.copy(from: state.erbRecurrent.output)
      deepFilterRecurrent.copy(from: state.deepFilterRecurrent.output)
      gains.copy(from: state.erbDecoder.gains)
      coefficients.copy(from: state.deepFilterDecoder.coefficients)
    }
  }

  private let threads: Int
  private var handover: Handover
  /// Blocks that must go in after one before it comes out.
  static let blocksUnderWay = 4
  /// Blocks that have gone in, not counted further than five.
  private var blocksIn = 0
  /// Whether the recurrent layers begin anew before the next block that goes in.
  private var beginsAnew = false
  /// By what power of two the signal has become louder since the block that came out last.
  private var exponentOfLast = 0

  /// - Parameter state: the stream that it will take on.
  init(for state: StreamState, threads: Int) {
    self.threads = threads
    handover = Handover(state)
  }

  mutating func reset() { (blocksIn, beginsAnew, exponentOfLast) = (0, false, 0) }

  /// What `StreamState.scale` does, at each part when it has come to the next block that goes in: the
  /// blocks under way are still cleaned as they were, and made louder when they come out.
  mutating func scale(_ state: inout StreamState, byPowerOfTwo exponent: Int) {
    beginsAnew = state.beginsAnew(withRiseBy: exponent) || beginsAnew
    state.front.scale(state.model, byPowerOfTwo: exponent)
    for i in handover.noisy.indices { handover.noisy[i].exponent += exponent }
    exponentOfLast += exponent
  }

  /// Whether there is a cleaned block in `back.output`.
  var hasOutput: Bool { blocksIn > Self.blocksUnderWay }

  mutating func advance(_ state: inout StreamState, _ settings: IsolationSettings) {
    if blocksIn >= 1, handover.noisy[0].beginsAnew { state.embedding.reset() }
    if blocksIn >= 2, handover.noisy[1].beginsAnew {
      state.erbRecurrent.reset()
      state.deepFilterRecurrent.reset()
    }
    // What the block that came out last has left is as loud as that one was.
    let exponent = handover.noisy[3].exponent
    if blocksIn >= 4, exponent != exponentOfLast {
      state.back.scale(state.model, byPowerOfTwo: exponentOfLast - exponent)
    }
    run(&state)
    if blocksIn >= 4 {
      if exponent != 0 { state.back.scaleOutput(byPowerOfTwo: exponent) }
      exponentOfLast = exponent
    }
    handover.take(from: &state, settings, beginsAnew: beginsAnew)
    beginsAnew = false
    blocksIn = min(blocksIn + 1, Self.blocksUnderWay + 1)
  }

  private func run(_ state: inout StreamState) {
    let (model, kernels, handover, blocksIn) = (state.model, state.kernels, handover, blocksIn)
    let network = model.network
    unsafe Parallel.tasks(on: &state, Part.allCases.count, threads: threads) { state, task in
      // Each part has a stored property of its own, which no other touches meanwhile; nobody touches
      // the whole.
      switch Part.allCases[task] {
      case .front:
        unsafe part(of: state, \.front).pointee.advance(model, kernels: kernels)
      case .embedding where blocksIn >= 1:
        unsafe network.embedding.advance(
          &part(of: state, \.embedding).pointee, input: handover.layers[0].embedding,
          kernels: kernels)
      case .erbRecurrent where blocksIn >= 2:
        unsafe network.erbDecoder.gru.advance(
          &part(of: state, \.erbRecurrent).pointee, input: handover.embeddings[0], kernels: kernels)
      case .deepFilterRecurrent where blocksIn >= 2:
        unsafe network.deepFilterDecoder.gru.advance(
          &part(of: state, \.deepFilterRecurrent).pointee, input: handover.embeddings[0],
          kernels: kernels
        )
      case .erbDecoder where blocksIn >= 3:
        unsafe network.erbDecoder.advance(
          &part(of: state, \.erbDecoder).pointee, recurrent: handover.erbRecurrent,
          encoder: handover.layers[2], kernels: kernels)
        unsafe part(of: state, \.erbDecoder).pointee.endBlock()
      case .deepFilterDecoder where blocksIn >= 3:
        unsafe network.deepFilterDecoder.advance(
          &part(of: state, \.deepFilterDecoder).pointee, recurrent: handover.deepFilterRecurrent,
          embedding: handover.embeddings[1], c0: handover.layers[2].c0, kernels: kernels)
      case .back where blocksIn >= 4:
        unsafe part(of: state, \.back).pointee.advance(
          model, input: handover.noisy[3].input, spectra: handover.noisy[3].spectra,
          gains: handover.gains, coefficients: handover.coefficients, handover.noisy[3].settings,
          kernels: kernels)
      default:
        break
      }
    }
  }

  /// Where a part's stored property lies.
  @unsafe
  private func part<Part>(
    of state: UnsafeMutablePointer<StreamState>,
    _ property: WritableKeyPath<StreamState, Part>
  ) -> UnsafeMutablePointer<Part> {
    guard let place = unsafe state.pointer(to: property) else {
      preconditionFailure("a part is stored")
    }
    return unsafe place
  }
}
