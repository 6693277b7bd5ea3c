#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  extension SoundFormat {
    /// The format of an output: the input's own, unless the output's name asks for another
    /// container, which then takes the nearest encoding that loses nothing, or its usual one.
    package func fitting(fileExtension: String, sampleRateHz: Int, channelCount: Int) -> SoundFormat
    {
      guard let wanted = Self.containers[fileExtension.lowercased()] else { return self }
      let isOther = wanted.encoding != nil && wanted.encoding != encoding
      if wanted.containers.contains(container), !isOther { return self }
      let encodings = wanted.encoding.map { [$0] } ?? nearestEncodings
      let candidates = encodings.map { SoundFormat(code: wanted.containers[0] | $0) }
      return candidates.first {
        $0.isWritable(sampleRateHz: sampleRateHz, channelCount: channelCount)
      } ?? candidates[0]
    }

    /// What to try in another container, best first.
    private var nearestEncodings: [Int] {
      var encodings = [encoding]
      if isFloat { encodings.append(SF_FORMAT_FLOAT) }
      if isFloat || (bitCount ?? 0) > 16 { encodings.append(SF_FORMAT_PCM_24) }
      if bitCount == 8 { encodings += [SF_FORMAT_PCM_U8, SF_FORMAT_PCM_S8] }
      return encodings + [SF_FORMAT_PCM_16, SF_FORMAT_VORBIS]
    }

    /// What a file name's extension stands for: containers, the first of them to be made, and the
    /// encoding where the extension means one.
    private static var containers: [String: (containers: [Int], encoding: Int?)] {
      let wav = [SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64]
      return [
        "wav": (wav, nil), "wave": (wav, nil), "bwf": (wav, nil),
        "rf64": ([SF_FORMAT_RF64], nil),
        "w64": ([SF_FORMAT_W64], nil),
        "aif": ([SF_FORMAT_AIFF], nil), "aiff": ([SF_FORMAT_AIFF], nil),
        "aifc": ([SF_FORMAT_AIFF], nil),
        "au": ([SF_FORMAT_AU], nil), "snd": ([SF_FORMAT_AU], nil),
        "caf": ([SF_FORMAT_CAF], nil),
        "flac": ([SF_FORMAT_FLAC], nil),
        "ogg": ([SF_FORMAT_OGG], nil), "oga": ([SF_FORMAT_OGG], nil),
        "opus": ([SF_FORMAT_OGG], SF_FORMAT_OPUS),
        "mp3": ([SF_FORMAT_MPEG], SF_FORMAT_MPEG_LAYER_III),
      ]
    }
  }
#endif
