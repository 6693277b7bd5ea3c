/// The last part of a stream: what the network says of its spectra, done to them, and the way back to
/// samples.
struct StreamBack: Sendable {
  /// The cleaned sound, `[frames, channels, hop]`.
  private(set) var output: FrameBlock
  /// One spectrum on its way out, real and imaginary plane.
  private(set) var enhanced: [Float]
  private var stft: STFT.State
  /// Frames that are still before the sound's first, because the network looks ahead.
  private var framesBeforeFirst: Int
  /// The input's share in the last sample so far.
  private var inputShare: Float?

  init(_ model: DeepFilterModel, frames: Int, channels: Int) {
    output = FrameBlock(frames: frames, channels: channels, size: model.hopSampleCount)
    enhanced = [Float](repeating: 0, count: 2 * model.stft.planeStride)
    stft = model.stft.makeState(channelCount: channels)
    framesBeforeFirst = model.configuration.convolutionLookahead
  }

  mutating func reset(_ model: DeepFilterModel) {
    model.stft.reset(&stft)
    framesBeforeFirst = model.configuration.convolutionLookahead
    inputShare = nil
  }

  mutating func scale(_ model: DeepFilterModel, byPowerOfTwo exponent: Int) {
    model.stft.scale(&stft, byPowerOfTwo: exponent)
  }

  /// Makes the cleaned block louder by a power of two.
  mutating func scaleOutput(byPowerOfTwo exponent: Int) {
    output.storage.scale(byPowerOfTwo: exponent)
  }

  /// Cleans a block into `output`.
  /// - Parameters:
  ///   - input, spectra: the block's, with their history.
  ///   - gains: `[frames, networks, bands]`
  ///   - coefficients: `[frames, networks, bins × taps × 2]`
  mutating func advance(
    _ model: DeepFilterModel, input: FrameBlock, spectra: FrameBlock, gains: FrameBlock,
    coefficients: FrameBlock, _ settings: IsolationSettings, kernels: Kernels
  ) {
    for frame in 0..<output.frames {
      for channel in 0..<output.channels {
        if framesBeforeFirst > 0 {
          enhanced.fill(with: 0)
        } else {
          enhance(
            model, frame, channel, spectra, gains, coefficients, settings.postFilterBeta, kernels)
        }
        let start = output.index(frame: frame, channel: channel)
        model.stft.synthesize(
          enhanced, at: 0, channel: channel, into: &output.storage, from: start, &stft,
          kernels: kernels)
        // The transform back is linear, so this equals mixing the spectra (libDF's attenuation
        // limit), but a share of 1 is the input itself.
        Mix.add(
          input.storage, from: input.index(frame: frame - input.history, channel: channel),
          to: &output.storage, at: start, count: output.size,
          from: inputShare ?? settings.inputShare, to: settings.inputShare)
      }
      framesBeforeFirst = max(framesBeforeFirst - 1, 0)
      inputShare = settings.inputShare
    }
  }

  /// Copies samples of a channel's cleaned block out, to every `step`-th place.
  func store(
    from first: Int, count: Int, channel: Int, into samples: inout [Float], at start: Int,
    step: Int
  ) {
    var done = 0
    while done < count {
      let (frame, offset) = (first + done).quotientAndRemainder(dividingBy: output.size)
      let number = min(output.size - offset, count - done)
      output.storage.store(
        from: output.index(frame: frame, channel: channel) + offset, count: number,
        into: &samples, at: start + done * step, step: step)
      done += number
    }
  }

  /// What the network says of this frame, done to the frame that it speaks of.
  private mutating func enhance(
    _ model: DeepFilterModel, _ frame: Int, _ channel: Int, _ spectra: FrameBlock,
    _ gains: FrameBlock, _ coefficients: FrameBlock, _ postFilterBeta: Float,
    _ kernels: Kernels
  ) {
    let configuration = model.configuration
    let planeStride = model.stft.planeStride
    let subject = frame - configuration.convolutionLookahead
    let noisy = spectra.index(frame: subject, channel: channel)
    // The channels' own network, or the one that all of them share.
    let network = min(channel, gains.channels - 1)
    model.deepFilter.applyGains(
      gains.storage, from: gains.index(frame: frame, channel: network),
      to: spectra.storage, at: noisy, planeStride: planeStride, into: &enhanced)
    let oldest = subject + configuration.deepFilterLookahead - (configuration.tapCount - 1)
    model.deepFilter.filter(
      coefficients.storage, from: coefficients.index(frame: frame, channel: network),
      over: spectra.storage, oldest: spectra.index(frame: oldest, channel: channel),
      frameStride: spectra.channels * spectra.size, planeStride: planeStride, into: &enhanced,
      kernels: kernels)
    if postFilterBeta > 0 {
      PostFilter.apply(
        beta: postFilterBeta, to: &enhanced, noisy: spectra.storage, at: noisy,
        planeStride: planeStride)
    }
  }
}
