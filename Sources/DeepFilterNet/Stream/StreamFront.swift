/// The first part of a stream: from samples to the encoder's layers.
struct StreamFront: Sendable {
  /// The sound, `[frames, channels, hop]`, behind as many hops as the output is late. What is put
  /// in has been through `SampleReplacement`.
  var input: FrameBlock
  /// `[frames, channels, (re, im) × planeStride]`, behind those that the deep filter still sees.
  private(set) var spectra: FrameBlock
  private(set) var encoder: Encoder.State
  private var stft: STFT.State
  private var normalisation: RunningNormalisation.State

  init(_ model: DeepFilterModel, frames: Int, channels: Int) {
    input = FrameBlock(
      history: model.delayInSamples / model.hopSampleCount, frames: frames, channels: channels,
      size: model.hopSampleCount)
    spectra = FrameBlock(
      history: model.configuration.spectrumHistory, frames: frames, channels: channels,
      size: 2 * model.stft.planeStride)
    encoder = model.network.encoder.makeState(frames: frames, channels: channels)
    stft = model.stft.makeState(channelCount: channels)
    normalisation = model.normalisation.makeState(channelCount: channels)
  }

  mutating func reset(_ model: DeepFilterModel) {
    input.reset()
    spectra.reset()
    encoder.reset()
    model.normalisation.reset(&normalisation)
  }

  /// Takes the block that is in `input` as far as the encoder's layers.
  mutating func advance(_ model: DeepFilterModel, kernels: Kernels) {
    for frame in 0..<input.frames {
      for channel in 0..<input.channels { analyze(model, frame, channel) }
    }
    model.network.encoder.advance(&encoder, kernels: kernels)
  }

  /// Makes the last frames the history of the next block.
  mutating func endBlock() {
    input.advance()
    spectra.advance()
    encoder.endBlock()
  }

  /// The frame's spectrum and features.
  private mutating func analyze(_ model: DeepFilterModel, _ frame: Int, _ channel: Int) {
    let spectrum = spectra.index(frame: frame, channel: channel)
    model.stft.analyze(
      input.storage, previous: input.index(frame: frame - 1, channel: channel),
      current: input.index(frame: frame, channel: channel),
      into: &spectra.storage, at: spectrum, &stft)
    // Behind the position of zeros that stands before the first.
    let erb = encoder.erb.index(frame: frame, channel: channel) + 1
    let unit = encoder.unit.index(frame: frame, channel: channel) + 2
    model.normalisation.advance(
      &normalisation, channel: channel, spectrum: spectra.storage, at: spectrum,
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
