/// The first part of a stream: from samples to the encoder's layers.
struct StreamFront: Sendable {
  /// The sound, `[frames, channels, hop]`, behind as many hops as the output is late. What is put
  /// in has been through `SampleReplacement`.
  var input: FrameBlock
  /// `[frames, channels, (re, im) × planeStride]`, behind those that the deep filter still sees.
  private(set) var spectra: FrameBlock
  private(set) var encoder: Encoder.State
  /// Frames so far.
  private(set) var age = 0
  private var stft: STFT.State
  private var normalisation: RunningNormalisation.State
  /// The mean of the channels' spectra, for a network that all of them share.
  private var mean: [Float]?

  init(_ model: DeepFilterModel, frames: Int, channels: Int, mode: ChannelMode) {
    input = FrameBlock(
      history: model.delayInSamples / model.hopSampleCount, frames: frames, channels: channels,
      size: model.hopSampleCount)
    spectra = FrameBlock(
      history: model.configuration.spectrumHistory, frames: frames, channels: channels,
      size: 2 * model.stft.planeStride)
    let networks = mode.networkCount(forChannels: channels)
    encoder = model.network.encoder.makeState(frames: frames, channels: networks)
    stft = model.stft.makeState(channelCount: channels)
    normalisation = model.normalisation.makeState(channelCount: networks)
    if networks < channels { mean = [Float](repeating: 0, count: 2 * model.stft.planeStride) }
  }

  mutating func reset(_ model: DeepFilterModel) {
    age = 0
    input.reset()
    spectra.reset()
    encoder.reset()
    model.normalisation.reset(&normalisation)
  }

  /// Goes on as if all that came before had been louder by a power of two. Only quieter for the
  /// running values: speech that stands out from the quiet before it is kept better, measured.
  mutating func scale(_ model: DeepFilterModel, byPowerOfTwo exponent: Int) {
    input.storage.scale(byPowerOfTwo: exponent)
    spectra.storage.scale(byPowerOfTwo: exponent)
    if exponent < 0 { model.normalisation.lower(&normalisation, byPowerOfTwo: -exponent) }
  }

  /// Takes the block that is in `input` as far as the encoder's layers.
  mutating func advance(_ model: DeepFilterModel, kernels: Kernels) {
    age += input.frames
    for frame in 0..<input.frames {
      for channel in 0..<input.channels { analyze(model, frame, channel, kernels) }
      if mean == nil {
        for channel in 0..<input.channels {
          normalise(
            model, frame, channel, spectra.storage, spectra.index(frame: frame, channel: channel))
        }
      } else {
        normaliseMean(model, frame)
      }
    }
    model.network.encoder.advance(&encoder, kernels: kernels)
  }

  /// Makes the last frames the history of the next block.
  mutating func endBlock() {
    input.advance()
    spectra.advance()
    encoder.endBlock()
  }

  /// The same, giving away what the parts behind it need.
  mutating func endBlock(
    givingTo input: inout FrameBlock, _ spectra: inout FrameBlock, _ layers: inout Encoder.Layers
  ) {
    self.input.advance(givingTo: &input)
    self.spectra.advance(givingTo: &spectra)
    encoder.endBlock(givingTo: &layers)
  }

  /// The frame's spectrum.
  private mutating func analyze(
    _ model: DeepFilterModel, _ frame: Int, _ channel: Int, _ kernels: Kernels
  ) {
    let spectrum = spectra.index(frame: frame, channel: channel)
    model.stft.analyze(
      input.storage, previous: input.index(frame: frame - 1, channel: channel),
      current: input.index(frame: frame, channel: channel),
      into: &spectra.storage, at: spectrum, &stft, kernels: kernels)
  }

  /// The features of the mean of the frame's channels.
  private mutating func normaliseMean(_ model: DeepFilterModel, _ frame: Int) {
    guard var mean = mean.take() else { return }
    let share = 1 / Float(spectra.channels)
    mean.fill(with: 0)
    for channel in 0..<spectra.channels {
      let start = spectra.index(frame: frame, channel: channel)
      for i in mean.indices { mean[i] += share * spectra.storage[start + i] }
    }
    normalise(model, frame, 0, mean, 0)
    self.mean = mean
  }

  /// The features of a spectrum, for one of the networks.
  private mutating func normalise(
    _ model: DeepFilterModel, _ frame: Int, _ channel: Int, _ spectrum: [Float], _ start: Int
  ) {
    // Behind the position of zeros that stands before the first.
    let erb = encoder.erb.index(frame: frame, channel: channel) + 1
    let unit = encoder.unit.index(frame: frame, channel: channel) + 2
    model.normalisation.advance(
      &normalisation, channel: channel, spectrum: spectrum, at: start,
      planeStride: model.stft.planeStride, erb: &encoder.erb.storage, at: erb,
      unit: &encoder.unit.storage, at: unit)
  }
}

extension ModelConfiguration {
  /// Spectra before the current one that the deep filter, or stage 1, still needs.
  var spectrumHistory: Int {
    max(convolutionLookahead, convolutionLookahead - deepFilterLookahead + tapCount - 1)
  }
}
