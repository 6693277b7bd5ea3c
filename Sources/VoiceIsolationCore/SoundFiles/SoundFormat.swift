#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// How a file holds its samples: container, encoding and byte order, in libsndfile's code.
  package struct SoundFormat: Equatable, Sendable {
    package let code: Int

    package init(code: Int) { self.code = code }

    /// WAV of so many bits a sample; `nil`: of real numbers.
    init(bitDepth: Int?) {
      let encoding =
        switch bitDepth {
        case nil: SF_FORMAT_FLOAT
        case .some(...16): SF_FORMAT_PCM_16
        case .some(...24): SF_FORMAT_PCM_24
        default: SF_FORMAT_PCM_32
        }
      self.code = SF_FORMAT_WAV | encoding
    }

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

    /// Bytes of a sample of all channels; `nil` where samples have no bytes of their own.
    func byteCount(channelCount: Int) -> Int? {
      switch encoding {
      case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_ULAW, SF_FORMAT_ALAW: channelCount
      case SF_FORMAT_PCM_16: 2 * channelCount
      case SF_FORMAT_PCM_24: 3 * channelCount
      case SF_FORMAT_PCM_32, SF_FORMAT_FLOAT: 4 * channelCount
      case SF_FORMAT_DOUBLE: 8 * channelCount
      default: nil
      }
    }

    /// The same in an encoding that libsndfile writes rightly: of 20-bit ALAC it makes noise, so its
    /// samples go into 24 bits.
    var forWriting: SoundFormat {
      encoding == SF_FORMAT_ALAC_20
        ? SoundFormat(code: code - SF_FORMAT_ALAC_20 + SF_FORMAT_ALAC_24) : self
    }

    /// Whether the samples are floats or doubles as they are.
    var isFloat: Bool { encoding == SF_FORMAT_FLOAT || encoding == SF_FORMAT_DOUBLE }

    /// Whether it is MPEG's, whose files need not tell their length.
    var isMPEG: Bool {
      [SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III]
        .contains(encoding)
    }

    /// How many samples a whole file may have less than its header says: in MPEG, up to two frames
    /// are the coder's own delay.
    var lengthUncertainty: Int { isMPEG ? 2 * 1_152 : 0 }

    /// Whether a stream of it makes sense without a header that is finished last.
    var isStreamable: Bool {
      isWAV || [SF_FORMAT_FLAC, SF_FORMAT_OGG, SF_FORMAT_MPEG, SF_FORMAT_RAW].contains(container)
    }

    /// Whether it is WAV with a header of 32-bit lengths.
    var isWAV: Bool { [SF_FORMAT_WAV, SF_FORMAT_WAVEX].contains(container) }

    /// WAV instead of RF64.
    func asWAV(isExtensible: Bool = false) -> SoundFormat {
      container == SF_FORMAT_RF64
        ? SoundFormat(code: (isExtensible ? SF_FORMAT_WAVEX : SF_FORMAT_WAV) | encoding) : self
    }

    /// Whether a file without a sample is one: of FLAC and MP3 libsndfile makes nothing at all then,
    /// and of Opus what it cannot read itself.
    var canBeEmpty: Bool {
      ![SF_FORMAT_FLAC, SF_FORMAT_MPEG].contains(container) && encoding != SF_FORMAT_OPUS
    }

    /// libsndfile's name of the container and the encoding.
    var name: String {
      [container, encoding].compactMap { part in
        let info = unsafe Self.info(ofPart: part)
        return unsafe info.name.map { unsafe String(cString: $0) }
      }.joined(separator: ", ")
    }

    /// The extension that libsndfile itself goes by; empty if there is none.
    var usualExtension: String {
      let info = unsafe Self.info(ofPart: container)
      return unsafe info.extension.map { unsafe String(cString: $0) } ?? ""
    }

    /// What libsndfile says of a container or an encoding, in C strings that live as long as it
    /// does; `nil` where it knows nothing.
    private static func info(ofPart part: Int) -> SF_FORMAT_INFO {
      var info = unsafe SF_FORMAT_INFO()
      unsafe info.format = Int32(part)
      let size = unsafe Int32(MemoryLayout<SF_FORMAT_INFO>.size)
      // libsndfile fills the structure it is lent.
      _ = unsafe sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size)
      return unsafe info
    }

    /// Whether libsndfile can write it. Its own check also says yes to some formats that it then
    /// does not open, as MP3 in WAV, or takes no sample for, so that one is tried.
    package func isWritable(sampleRateHz: Int, channelCount: Int) -> Bool {
      var info = SF_INFO()
      info.samplerate = Int32(sampleRateHz)
      info.channels = Int32(channelCount)
      info.format = Int32(code)
      let silence = [Int32](repeating: 0, count: channelCount)
      // Half of such a file lies in a second one, which would be made in the current folder.
      if container == SF_FORMAT_SD2 { return false }
      // libsndfile reads the structure it is lent. Only what passes its check is safe to open.
      guard unsafe sf_format_check(&info) != 0,
        case .success(let handle) = SoundFileSink().open(&info)
      else { return false }
      return handle.write(silence) == channelCount
    }
  }
#endif
