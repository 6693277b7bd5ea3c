#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  extension SoundFormat {
    /// The format of an output: the input's own, unless the output's name asks for another
    /// container, which then takes the nearest encoding that loses nothing, or its usual one.
    /// A name without an extension, or with one that is no format's, asks for nothing.
    /// - Returns: `nil` if the extension stands for a format that is never written.
    package func fitting(
      fileExtension: String, sampleRateHz: Int, channelCount: Int
    ) -> SoundFormat? {
      let fileExtension = fileExtension.lowercased()
      guard let wanted = Self.containers[fileExtension] else {
        let isOther = Self.unwritten.contains(fileExtension) && fileExtension != usualExtension
        return isOther ? nil : self
      }
      let encodings = wanted.encoding.map { [$0] } ?? nearestEncodings
      var candidates = encodings.map { SoundFormat(code: wanted.containers[0] | $0) }
      let isOther = wanted.encoding != nil && wanted.encoding != encoding
      if wanted.containers.contains(container), !isOther { candidates.insert(self, at: 0) }
      return candidates.first {
        $0.isWritable(sampleRateHz: sampleRateHz, channelCount: channelCount)
      } ?? candidates[0]
    }

    /// Whether a name's extension stands for a format that is written.
    static func isWritten(fileExtension: String) -> Bool {
      containers[fileExtension.lowercased()] != nil
    }

    /// Whether a name's extension stands for another format, which is never written.
    static func isUnwritten(fileExtension: String) -> Bool {
      unwritten.contains(fileExtension.lowercased())
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
        "sph": ([SF_FORMAT_NIST], nil), "nist": ([SF_FORMAT_NIST], nil),
        "flac": ([SF_FORMAT_FLAC], nil),
        "ogg": ([SF_FORMAT_OGG], nil), "oga": ([SF_FORMAT_OGG], nil),
        "opus": ([SF_FORMAT_OGG], SF_FORMAT_OPUS),
        "mp3": ([SF_FORMAT_MPEG], SF_FORMAT_MPEG_LAYER_III),
      ]
    }

    /// Extensions of other formats of sounds and videos. What is written is none of these, and is
    /// not to pass for one.
    private static let unwritten: Set = [
      "3g2", "3gp", "8svx", "aa", "aac", "aax", "ac3", "ac4", "adts", "alac", "amr", "ape", "asf",
      "avi", "avr", "awb", "dff", "dsf", "dts", "dtshd", "eac3", "ec3", "f4a", "f4v", "flv", "gsm",
      "htk", "iff", "ircam", "m1a", "m2a", "m2ts", "m4a", "m4b", "m4p", "m4r", "m4v", "mat", "mid",
      "midi", "mka", "mkv", "mlp", "mov", "mp1", "mp2", "mp4", "mpa", "mpc", "mpeg", "mpg", "mts",
      "mxf", "ofr", "ogv", "ogx", "paf", "pcm", "pvf", "qt", "ra", "ram", "raw", "rm", "rmvb",
      "sd2",
      "sds", "sf", "shn", "spx", "svx", "tak", "thd", "ts", "tta", "vob", "voc", "vox", "vqf",
      "weba",
      "webm", "wma", "wmv", "wv", "wve", "xi",
    ]
  }
#endif
