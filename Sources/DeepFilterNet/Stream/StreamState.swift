/// Everything a stream carries, for all its channels: fixed in size from the start. One method takes
/// it on by a block of frames; a live hop is a block of one.
struct StreamState: Sendable {
  let model: DeepFilterModel
  let channelCount: Int
  /// Frames of a block.
  let frameCount: Int
  /// Whether a BLAS may do the matrix products.
  private let blas: Bool

  /// The sound, `[frames, channels, hop]`, behind as many hops as the output is late. What is put
  /// in has been through `SampleReplacement`.
  var input: FrameBlock
  /// The cleaned sound, `[frames, channels, hop]`.
  private(set) var output: FrameBlock
  /// `[frames, channels, (re, im) × planeStride]`, behind those that the deep filter still sees.
  private(set) var spectra: FrameBlock
  private(set) var network: Network.State
  /// One spectrum on its way out, real and imaginary plane.
  private(set) var enhanced: [Float]
  private var stft: STFT.State
  private var normalisation: RunningNormalisation.State
  /// Frames that are still before the sound's first, because the network looks ahead.
  private var framesBeforeFirst: Int
  /// The input's share in the last sample so far.
  private var inputShare: Float?

  init(model: DeepFilterModel, channelCount: Int, frameCount: Int, blas: Bool) {
    let configuration = model.configuration
    self.model = model
    self.channelCount = channelCount
    self.frameCount = frameCount
    self.blas = blas && !model.network.isQuantized
    let hop = model.hopSampleCount
    input = FrameBlock(
      history: model.delayInSamples / hop, frames: frameCount, channels: channelCount, size: hop)
    output = FrameBlock(frames: frameCount, channels: channelCount, size: hop)
    spectra = FrameBlock(
      history: configuration.spectrumHistory, frames: frameCount, channels: channelCount,
      size: 2 * model.stft.planeStride)
    network = model.network.makeState(frames: frameCount, channels: channelCount)
    enhanced = [Float](repeating: 0, count: 2 * model.stft.planeStride)
    stft = model.stft.makeState(channelCount: channelCount)
    normalisation = model.normalisation.makeState(channelCount: channelCount)
    framesBeforeFirst = configuration.convolutionLookahead
  }

  /// Puts the stream back to its beginning, without allocating.
  mutating func reset() {
    input.reset()
    spectra.reset()
    network.reset()
    model.stft.reset(&stft)
    model.normalisation.reset(&normalisation)
    framesBeforeFirst = model.configuration.convolutionLookahead
    inputShare = nil
  }

  /// Cleans the block that is in `input` into `output`.
  mutating func advance(_ settings: IsolationSettings) {
    for frame in 0..<frameCount {
      for channel in 0..<channelCount { analyze(frame, channel) }
    }
    model.network.advance(&network, blas: blas)
    for frame in 0..<frameCount {
      for channel in 0..<channelCount {
        enhance(frame, channel, postFilterBeta: settings.postFilterBeta)
        synthesize(frame, channel, inputShare: settings.inputShare)
      }
      framesBeforeFirst = max(framesBeforeFirst - 1, 0)
      inputShare = settings.inputShare
    }
    input.advance()
    spectra.advance()
    network.endBlock()
  }

  /// Local SNR of a channel at the block's last frame, dB.
  func localSNR(channel: Int) -> Float {
    let lsnr = network.encoder.lsnr
    return lsnr.storage[lsnr.index(frame: frameCount - 1, channel: channel)]
  }

  /// The highest of all channels.
  var highestLocalSNR: Float {
    var highest = localSNR(channel: 0)
    for channel in 0..<channelCount { highest = max(highest, localSNR(channel: channel)) }
    return highest
  }

  /// The frame's spectrum and features.
  private mutating func analyze(_ frame: Int, _ channel: Int) {
    let spectrum = spectra.index(frame: frame, channel: channel)
    model.stft.analyze(
      input.storage, previous: input.index(frame: frame - 1, channel: channel),
      current: input.index(frame: frame, channel: channel),
      into: &spectra.storage, at: spectrum, &stft)
    // Behind the position of zeros that stands before the first.
    let erb = network.encoder.erb.index(frame: frame, channel: channel) + 1
    let unit = network.encoder.unit.index(frame: frame, channel: channel) + 2
    model.normalisation.advance(
      &normalisation, channel: channel, spectrum: spectra.storage, at: spectrum,
      planeStride: model.stft.planeStride, erb: &network.encoder.erb.storage, at: erb,
      unit: &network.encoder.unit.storage, at: unit)
  }

  /// What the network says of this frame, done to the frame that it speaks of.
  private mutating func enhance(_ frame: Int, _ channel: Int, postFilterBeta: Float) {
    if framesBeforeFirst > 0 {
      enhanced.fill(with: 0)
      return
    }
    let configuration = model.configuration
    let planeStride = model.stft.planeStride
    let subject = frame - configuration.convolutionLookahead
    let noisy = spectra.index(frame: subject, channel: channel)
    let gains = network.erbDecoder.gains
    model.deepFilter.applyGains(
      gains.storage, from: gains.index(frame: frame, channel: channel),
      to: spectra.storage, at: noisy, planeStride: planeStride, into: &enhanced)
    let coefficients = network.deepFilterDecoder.coefficients
    let oldest = subject + configuration.deepFilterLookahead - (configuration.tapCount - 1)
    model.deepFilter.filter(
      coefficients.storage, from: coefficients.index(frame: frame, channel: channel),
      over: spectra.storage, oldest: spectra.index(frame: oldest, channel: channel),
      frameStride: channelCount * spectra.size, planeStride: planeStride, into: &enhanced)
    if postFilterBeta > 0 {
      PostFilter.apply(
        beta: postFilterBeta, to: &enhanced, noisy: spectra.storage, at: noisy,
        planeStride: planeStride)
    }
  }

  /// The hop that is now complete, with the input's share mixed in. The transform back is linear, so
  /// this equals mixing the spectra (libDF's attenuation limit), but a share of 1 is the input itself.
  private mutating func synthesize(_ frame: Int, _ channel: Int, inputShare share: Float) {
    let start = output.index(frame: frame, channel: channel)
    model.stft.synthesize(
      enhanced, at: 0, channel: channel, into: &output.storage, from: start, &stft)
    Mix.add(
      input.storage, from: input.index(frame: frame - input.history, channel: channel),
      to: &output.storage, at: start, count: output.size,
      from: inputShare ?? share, to: share)
  }
}

extension ModelConfiguration {
  /// Spectra before the current one that the deep filter, or stage 1, still needs.
  var spectrumHistory: Int {
    max(convolutionLookahead, convolutionLookahead - deepFilterLookahead + tapCount - 1)
  }
}
