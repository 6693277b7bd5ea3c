#if canImport(AVFAudio)
  // Not run yet: written for Apple systems on another one.
  public import AVFAudio
  public import DeepFilterNet

  extension AsyncSequence where Element == AVAudioPCMBuffer {
    /// The voice of a sound that comes in buffers of the audio system's, live; see the same for
    /// `SoundBuffer`. What comes out has the standard format, channels apart, at the sound's rate.
    public func isolatingVoice(
      with model: DeepFilterModel, controls: IsolationControls = IsolationControls(),
      mode: ChannelMode = .each, conditioning: Conditioning = .init()
    ) -> AsyncCompactMapSequence<
      IsolatedBuffers<AsyncThrowingMapSequence<Self, SoundBuffer>>, AVAudioPCMBuffer
    > {
      map { try SoundBuffer($0) }
        .isolatingVoice(with: model, controls: controls, mode: mode, conditioning: conditioning)
        .compactMap { $0.pcmBuffer }
    }
  }

  extension SoundBuffer {
    /// The samples of a buffer of floats.
    /// - Throws: `SoundBufferError`, if it has no floats or a format that is not supported.
    public init(_ buffer: AVAudioPCMBuffer) throws(SoundBufferError) {
      guard let channels = unsafe buffer.floatChannelData else {
        throw .unsupportedFormat(buffer.format.description)
      }
      let (count, channelCount) = (Int(buffer.frameLength), Int(buffer.format.channelCount))
      var samples = [Float](repeating: 0, count: count * channelCount)
      // Interleaved ones lie in the first channel's memory, `stride` apart.
      for channel in 0..<channelCount {
        let isInterleaved = buffer.format.isInterleaved
        let first = unsafe isInterleaved ? channels[0] + channel : channels[channel]
        for i in 0..<count { samples[i * channelCount + channel] = unsafe first[i * buffer.stride] }
      }
      try self.init(
        samples: samples, sampleRateHz: Int(buffer.format.sampleRate), channelCount: channelCount)
    }

    /// A buffer of the audio system's, in its standard format, channels apart.
    /// - Returns: `nil` if the system knows no layout for so many channels.
    public var pcmBuffer: AVAudioPCMBuffer? {
      guard
        let format = AVAudioFormat(
          standardFormatWithSampleRate: Double(sampleRateHz),
          channels: AVAudioChannelCount(channelCount)),
        let buffer = AVAudioPCMBuffer(
          pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)),
        let channels = unsafe buffer.floatChannelData
      else { return nil }
      buffer.frameLength = AVAudioFrameCount(frameCount)
      for channel in 0..<channelCount {
        for i in 0..<frameCount {
          unsafe channels[channel][i] = samples[i * channelCount + channel]
        }
      }
      return buffer
    }
  }
#endif
