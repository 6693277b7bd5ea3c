/// How samples without a header are to be understood.
public struct RawSound: Equatable, Sendable {
  /// Names as FFmpeg has them: letters for the kind, bits, and the order of the bytes.
  public enum Encoding: String, CaseIterable, Sendable {
    /// Unsigned integers.
    case u8
    /// Signed integers.
    case s8, s16le, s16be, s24le, s24be, s32le, s32be
    /// Real numbers, full scale being ±1.
    case f32le, f32be, f64le, f64be
    /// G.711.
    case alaw, mulaw
  }

  /// How each sample is written.
  public var encoding: Encoding
  /// Samples a second.
  public var sampleRateHz: Int
  /// Channels, whose samples follow each other.
  public var channelCount: Int

  /// What does not describe a sound is refused where it is used.
  public init(encoding: Encoding, sampleRateHz: Int, channelCount: Int) {
    self.encoding = encoding
    self.sampleRateHz = sampleRateHz
    self.channelCount = channelCount
  }
}

#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  extension RawSound.Encoding {
    /// libsndfile's code.
    var code: Int {
      let encoding =
        switch self {
        case .u8: SF_FORMAT_PCM_U8
        case .s8: SF_FORMAT_PCM_S8
        case .s16le, .s16be: SF_FORMAT_PCM_16
        case .s24le, .s24be: SF_FORMAT_PCM_24
        case .s32le, .s32be: SF_FORMAT_PCM_32
        case .f32le, .f32be: SF_FORMAT_FLOAT
        case .f64le, .f64be: SF_FORMAT_DOUBLE
        case .alaw: SF_FORMAT_ALAW
        case .mulaw: SF_FORMAT_ULAW
        }
      let order = rawValue.hasSuffix("be") ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE
      return SF_FORMAT_RAW | encoding | Int(order)
    }
  }
#endif
