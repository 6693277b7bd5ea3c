/// One channel's way through the stages, a hop at a time, with a look at the clock between them. The
/// same calls as `StreamState.advance`, which stays free of clocks; the output must be the same to
/// the bit.
package struct StageTimes {
  /// The stages in the order of the signal's way; then the recurrent layers, which are part of the
  /// network's three stages and run once more by themselves.
  package static let names = [
    "analysis", "features", "encoder", "ERB decoder", "deep filter decoder", "deep filter",
    "synthesis", "of all: recurrent layers",
  ]

  /// The cleaned hop.
  package var output: [Float] { hop.storage }

  private let model: DeepFilterModel
  private var input: FrameBlock
  private var spectra: FrameBlock
  private var hop: FrameBlock
  private var enhanced: [Float]
  private var framesBeforeFirst: Int
  private var stft: STFT.State
  private var normalisation: RunningNormalisation.State
  private var encoder: Encoder.State
  private var erbDecoder: ERBDecoder.State
  private var deepFilterDecoder: DeepFilterDecoder.State
  private var recurrent: [SqueezedGRU.State]

  package init(model: DeepFilterModel) {
    let (network, planeStride) = (model.network, model.stft.planeStride)
    self.model = model
    input = FrameBlock(history: 1, frames: 1, channels: 1, size: model.hopSampleCount)
    spectra = FrameBlock(
      history: model.configuration.spectrumHistory, frames: 1, channels: 1, size: 2 * planeStride)
    hop = FrameBlock(frames: 1, channels: 1, size: model.hopSampleCount)
    enhanced = [Float](repeating: 0, count: 2 * planeStride)
    framesBeforeFirst = model.configuration.convolutionLookahead
    stft = model.stft.makeState(channelCount: 1)
    normalisation = model.normalisation.makeState(channelCount: 1)
    encoder = network.encoder.makeState(frames: 1, channels: 1)
    erbDecoder = network.erbDecoder.makeState(frames: 1, channels: 1)
    deepFilterDecoder = network.deepFilterDecoder.makeState(frames: 1, channels: 1)
    recurrent = [network.encoder.gru, network.erbDecoder.gru, network.deepFilterDecoder.gru].map {
      $0.makeState(frames: 1, channels: 1)
    }
  }

  /// Cleans a hop.
  /// - Returns: how long each of `names` took.
  package mutating func advance(hop samples: [Float]) -> [Duration] {
    let clock = ContinuousClock()
    let network = model.network
    let spectrum = spectra.start
    let planeStride = model.stft.planeStride
    input.storage.load(samples.span, at: input.start)
    var times = [clock.now]
    model.stft.analyze(
      input.storage, previous: 0, current: input.start, into: &spectra.storage, at: spectrum, &stft)
    times.append(clock.now)
    // Behind the positions of zeros that stand before the first.
    model.normalisation.advance(
      &normalisation, channel: 0, spectrum: spectra.storage, at: spectrum,
      planeStride: planeStride, erb: &encoder.erb.storage, at: encoder.erb.start + 1,
      unit: &encoder.unit.storage, at: encoder.unit.start + 2)
    times.append(clock.now)
    network.encoder.advance(&encoder, blas: false)
    times.append(clock.now)
    network.erbDecoder.advance(&erbDecoder, encoder: encoder.output, blas: false)
    times.append(clock.now)
    network.deepFilterDecoder.advance(&deepFilterDecoder, encoder: encoder.output, blas: false)
    times.append(clock.now)
    filter()
    times.append(clock.now)
    model.stft.synthesize(enhanced, at: 0, channel: 0, into: &hop.storage, from: 0, &stft)
    times.append(clock.now)
    network.encoder.gru.advance(&recurrent[0], input: encoder.output.embedding, blas: false)
    network.erbDecoder.gru.advance(&recurrent[1], input: encoder.output.embedding, blas: false)
    network.deepFilterDecoder.gru.advance(
      &recurrent[2], input: encoder.output.embedding, blas: false)
    times.append(clock.now)
    input.advance()
    spectra.advance()
    encoder.endBlock()
    erbDecoder.endBlock()
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }

  private mutating func filter() {
    if framesBeforeFirst > 0 {
      framesBeforeFirst -= 1
      return
    }
    let configuration = model.configuration
    let planeStride = model.stft.planeStride
    let subject = -configuration.convolutionLookahead
    let oldest = subject + configuration.deepFilterLookahead - (configuration.tapCount - 1)
    model.deepFilter.applyGains(
      erbDecoder.gains.storage, from: 0, to: spectra.storage,
      at: spectra.index(frame: subject, channel: 0), planeStride: planeStride, into: &enhanced)
    model.deepFilter.filter(
      deepFilterDecoder.coefficients.storage, from: 0, over: spectra.storage,
      oldest: spectra.index(frame: oldest, channel: 0), frameStride: spectra.size,
      planeStride: planeStride, into: &enhanced)
  }
}
