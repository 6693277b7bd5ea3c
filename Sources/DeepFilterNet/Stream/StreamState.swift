/// Everything a stream carries, for all its channels: fixed in size from the start. One method takes
/// it on by a block of frames; a live hop is a block of one.
struct StreamState: Sendable {
  let model: DeepFilterModel
  let kernels: Kernels

  var front: StreamFront
  var embedding: Embedding.State
  var erbRecurrent: SqueezedGRU.State
  var erbDecoder: ERBDecoder.State
  var deepFilterRecurrent: SqueezedGRU.State
  var deepFilterDecoder: DeepFilterDecoder.State
  var back: StreamBack
  /// Frames: one and a half seconds.
  private static let youth = 150

  init(
    model: DeepFilterModel, channelCount: Int, mode: ChannelMode = .each, frameCount: Int,
    blas: Bool
  ) {
    let network = model.network
    let networkCount = mode.networkCount(forChannels: channelCount)
    self.model = model
    kernels = Kernels(instructions: model.instructions, blas: blas && !network.isQuantized)
    front = StreamFront(model, frames: frameCount, channels: channelCount, mode: mode)
    embedding = network.embedding.makeState(frames: frameCount, channels: networkCount)
    erbRecurrent = network.erbDecoder.gru.makeState(frames: frameCount, channels: networkCount)
    erbDecoder = network.erbDecoder.makeState(frames: frameCount, channels: networkCount)
    deepFilterRecurrent = network.deepFilterDecoder.gru.makeState(
      frames: frameCount, channels: networkCount)
    deepFilterDecoder = network.deepFilterDecoder.makeState(
      frames: frameCount, channels: networkCount)
    back = StreamBack(model, frames: frameCount, channels: channelCount)
  }

  /// A stream whose first hop takes hardly longer than the others: one of silence has already brought
  /// the weights and the code near, and is forgotten.
  static func warm(
    model: DeepFilterModel, channelCount: Int, mode: ChannelMode = .each
  ) -> StreamState {
    var state = StreamState(
      model: model, channelCount: channelCount, mode: mode, frameCount: 1, blas: false)
    state.advance(IsolationSettings(IsolationOptions()))
    state.reset()
    return state
  }

  /// Puts the stream back to its beginning, without allocating.
  mutating func reset() {
    front.reset(model)
    embedding.reset()
    erbRecurrent.reset()
    erbDecoder.reset()
    deepFilterRecurrent.reset()
    deepFilterDecoder.reset()
    back.reset(model)
  }

  /// Goes on as if all the signal that came before had been louder by a power of two, without
  /// allocating.
  ///
  /// From a quiet beginning, recurrent layers mute what comes later for seconds: they begin anew when
  /// it turns louder. Later they are better left alone, measured.
  mutating func scale(byPowerOfTwo exponent: Int) {
    let beginsAnew = beginsAnew(withRiseBy: exponent)
    front.scale(model, byPowerOfTwo: exponent)
    back.scale(model, byPowerOfTwo: exponent)
    if beginsAnew {
      embedding.reset()
      erbRecurrent.reset()
      deepFilterRecurrent.reset()
    }
  }

  /// Whether the recurrent layers begin anew before the next block, if the signal turns louder by a
  /// power of two there.
  func beginsAnew(withRiseBy exponent: Int) -> Bool { exponent > 0 && front.age < Self.youth }

  /// Cleans the block that is in `front.input` into `back.output`.
  mutating func advance(_ settings: IsolationSettings) {
    let network = model.network
    front.advance(model, kernels: kernels)
    network.embedding.advance(&embedding, input: front.encoder.layers.embedding, kernels: kernels)
    network.erbDecoder.gru.advance(&erbRecurrent, input: embedding.output, kernels: kernels)
    network.erbDecoder.advance(
      &erbDecoder, recurrent: erbRecurrent.output, encoder: front.encoder.layers, kernels: kernels)
    network.deepFilterDecoder.gru.advance(
      &deepFilterRecurrent, input: embedding.output, kernels: kernels)
    network.deepFilterDecoder.advance(
      &deepFilterDecoder, recurrent: deepFilterRecurrent.output, embedding: embedding.output,
      c0: front.encoder.layers.c0, kernels: kernels)
    back.advance(
      model, input: front.input, spectra: front.spectra, gains: erbDecoder.gains,
      coefficients: deepFilterDecoder.coefficients, settings, kernels: kernels)
    front.endBlock()
    erbDecoder.endBlock()
  }

  var channelCount: Int { front.input.channels }

  /// Samples a channel of a block.
  var blockSampleCount: Int { front.blockSampleCount }

  /// Replaces what would ruin the stream, in the whole block.
  /// - Returns: how many samples.
  mutating func replaceAbsurdSamples() -> Int { front.replaceAbsurdSamples() }

  /// Local SNR of a channel, or of the network that it shares, at the block's last frame, dB.
  func localSNR(channel: Int) -> Float {
    let lsnr = embedding.lsnr
    let network = min(channel, lsnr.channels - 1)
    return lsnr.storage[lsnr.index(frame: lsnr.frames - 1, channel: network)]
  }

  /// The highest of all channels.
  var highestLocalSNR: Float {
    var highest = localSNR(channel: 0)
    for channel in 0..<channelCount { highest = max(highest, localSNR(channel: channel)) }
    return highest
  }
}
