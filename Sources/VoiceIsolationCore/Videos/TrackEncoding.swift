#if canImport(CVoiceIsolationSndfile)
  /// How a cleaned track is encoded.
  package struct TrackEncoding {
    package let codec: String
    package let sampleRateHz: Int
    /// Whether its rate is another than that of the samples, because the codec has no such rate.
    let isResampled: Bool
    /// What ffmpeg is told of the track, each to be followed by `:` and the number of the stream.
    package let options: [(name: String, value: String)]

    /// - Parameters:
    ///   - codec: one that `isKnown`, or the plain `pcm`.
    ///   - track: the original.
    package init(codec: String, of track: MediaStream) {
      let codec = codec == "pcm" ? Self.plainCodec(bitDepth: track.bitDepth ?? 16) : codec
      let rates = Self.sampleRatesHz[codec] ?? []
      let rate = track.sampleRateHz
      self.codec = codec
      self.isResampled = !rates.isEmpty && !rates.contains(rate)
      self.sampleRateHz = isResampled ? rates.first { $0 > rate } ?? rates[rates.count - 1] : rate
      var options = [("-c", Self.encoders[codec] ?? codec), ("-flags", "+bitexact")]
      if isResampled { options.append(("-ar", String(sampleRateHz))) }
      if codec == "vorbis" { options.append(("-q", "6")) }
      if let usual = Self.bitsPerChannel[codec] {
        let channels = track.channelCount
        let wanted = max(usual * channels, channels == 1 ? usual * 4 / 3 : 0)
        let original = track.codec == codec ? track.bitRate ?? 0 : 0
        // More than an encoder has room for is not worth asking for.
        let most = codec == "aac" ? 6 * sampleRateHz * channels : 64_000 * 10
        options.append(("-b", String(min(max(wanted, original), most))))
      }
      if let formats = Self.sampleFormats[codec] {
        let isShort = !track.isReal && (track.bitDepth ?? 16) <= 16
        options.append(("-sample_fmt", isShort ? formats.short : formats.long))
      }
      self.options = options
    }

    /// Whether ffmpeg has a good encoder for it.
    static func isKnown(_ codec: String) -> Bool {
      encoders[codec] != nil || isPlain(codec)
    }

    /// Whether what is decoded is what was encoded, with no delay.
    static func isExact(_ codec: String) -> Bool {
      codec == "pcm" || sampleFormats[codec] != nil || isPlain(codec)
    }

    /// Whether samples lie there as they are.
    static func isPlain(_ codec: String) -> Bool {
      codec.hasPrefix("pcm_") && ["le", "be", "u8", "s8", "law"].contains { codec.hasSuffix($0) }
    }

    private static func plainCodec(bitDepth: Int) -> String {
      bitDepth <= 16 ? "pcm_s16le" : bitDepth <= 24 ? "pcm_s24le" : "pcm_s32le"
    }

    private static let encoders = [
      "aac": "aac", "alac": "alac", "flac": "flac", "tta": "tta", "wavpack": "wavpack",
      "opus": "libopus", "vorbis": "libvorbis", "mp3": "libmp3lame", "mp2": "mp2", "ac3": "ac3",
      "eac3": "eac3", "wmav1": "wmav1", "wmav2": "wmav2",
    ]

    /// Bits a second for one channel of several; a single one gets a third more.
    private static let bitsPerChannel = [
      "aac": 96_000, "opus": 72_000, "mp3": 96_000, "mp2": 128_000, "ac3": 96_000, "eac3": 96_000,
      "wmav1": 80_000, "wmav2": 80_000,
    ]

    private static let sampleFormats = [
      "alac": (short: "s16p", long: "s32p"), "flac": (short: "s16", long: "s32"),
      "tta": (short: "s16", long: "s32"), "wavpack": (short: "s16p", long: "s32p"),
    ]

    /// Rates of the codecs that have not all, ascending.
    private static let sampleRatesHz = [
      "aac": [
        7_350, 8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000,
        88_200, 96_000,
      ],
      "opus": [8_000, 12_000, 16_000, 24_000, 48_000],
      "mp3": [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
      "mp2": [16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
      "ac3": [32_000, 44_100, 48_000], "eac3": [32_000, 44_100, 48_000],
      "wmav1": [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000],
      "wmav2": [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000],
    ]
  }
#endif
