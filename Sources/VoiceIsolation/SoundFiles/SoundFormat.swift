#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// How a file holds its samples: container, encoding and byte order, in libsndfile's code.
  package struct SoundFormat: Equatable, Sendable {
    package let code: Int

    package init(code: Int) { self.code = code }

    var container: Int { code & Int(SF_FORMAT_TYPEMASK) }
    var encoding: Int { code & Int(SF_FORMAT_SUBMASK) }

    /// Bits of a sample if it is stored as an integer; `nil` if as a real number, or by an encoder
    /// that takes one.
    var bitCount: Int? {
      switch encoding {
      case SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_VORBIS, SF_FORMAT_OPUS,
        SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III:
        nil
      case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_DPCM_8: 8
      case SF_FORMAT_DWVW_12: 12
      case SF_FORMAT_ALAC_20: 20
      case SF_FORMAT_PCM_24, SF_FORMAT_DWVW_24, SF_FORMAT_ALAC_24: 24
      case SF_FORMAT_PCM_32, SF_FORMAT_ALAC_32: 32
      default: 16
      }
    }

    /// Whether the samples are floats or doubles as they are.
    var isFloat: Bool { encoding == SF_FORMAT_FLOAT || encoding == SF_FORMAT_DOUBLE }

    /// Whether a stream of it makes sense without a header that is finished last.
    var isStreamable: Bool {
      [SF_FORMAT_FLAC, SF_FORMAT_OGG, SF_FORMAT_MPEG].contains(container)
    }

    /// libsndfile's name of the container and the encoding.
    var name: String {
      [container, encoding].compactMap(Self.name).joined(separator: ", ")
    }

    private static func name(ofPart part: Int) -> String? {
      // libsndfile fills the structure it is lent with C strings that live as long as it does.
      var info = unsafe SF_FORMAT_INFO()
      unsafe info.format = Int32(part)
      let size = unsafe Int32(MemoryLayout<SF_FORMAT_INFO>.size)
      guard unsafe sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0 else { return nil }
      return unsafe info.name.map { unsafe String(cString: $0) }
    }

    /// Whether libsndfile can write it.
    func isWritable(sampleRateHz: Int, channelCount: Int) -> Bool {
      var info = SF_INFO()
      info.samplerate = Int32(sampleRateHz)
      info.channels = Int32(channelCount)
      info.format = Int32(code)
      // libsndfile reads the structure it is lent.
      return unsafe sf_format_check(&info) != 0
    }
  }
#endif
