#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Testing
  import VoiceIsolation

  @Suite struct SoundFormatTests {
    @Test(
      "A name that asks for another container gets it, with the nearest encoding",
      arguments: [
        (SF_FORMAT_WAV | SF_FORMAT_PCM_16, "flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
        (SF_FORMAT_WAV | SF_FORMAT_FLOAT, "FLAC", SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
        (SF_FORMAT_WAV | SF_FORMAT_PCM_32, "flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
        (SF_FORMAT_WAV | SF_FORMAT_PCM_U8, "flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_S8),
        (SF_FORMAT_AIFF | SF_FORMAT_PCM_S8, "wav", SF_FORMAT_WAV | SF_FORMAT_PCM_U8),
        (SF_FORMAT_WAV | SF_FORMAT_DOUBLE, "caf", SF_FORMAT_CAF | SF_FORMAT_DOUBLE),
        (SF_FORMAT_FLAC | SF_FORMAT_PCM_24, "wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24),
        (SF_FORMAT_OGG | SF_FORMAT_VORBIS, "wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16),
        (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, "ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS),
        (SF_FORMAT_OGG | SF_FORMAT_VORBIS, "opus", SF_FORMAT_OGG | SF_FORMAT_OPUS),
        (
          SF_FORMAT_WAV | SF_FORMAT_PCM_16, "mp3",
          SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        ),
      ])
    func converted(code: Int, fileExtension: String, expected: Int) {
      #expect(fitted(code, fileExtension) == expected)
    }

    @Test(
      "A name that fits, or says nothing, leaves the format as it is",
      arguments: [
        (SF_FORMAT_WAVEX | SF_FORMAT_PCM_24, "wav"),
        (SF_FORMAT_RF64 | SF_FORMAT_PCM_16, "WAV"),
        (SF_FORMAT_WAV | SF_FORMAT_ULAW | SF_ENDIAN_BIG, "wav"),
        (SF_FORMAT_AIFF | SF_FORMAT_PCM_16, "aifc"),
        (SF_FORMAT_OGG | SF_FORMAT_OPUS, "ogg"),
        (SF_FORMAT_W64 | SF_FORMAT_PCM_16, ""),
        (SF_FORMAT_NIST | SF_FORMAT_PCM_16, "sph"),
      ])
    func kept(code: Int, fileExtension: String) {
      #expect(fitted(code, fileExtension) == code)
    }

    @Test("WAV becomes RF64 where 32 bits might not hold its length")
    func long() {
      let wav = SoundFormat(code: SF_FORMAT_WAV | SF_FORMAT_PCM_24)
      let rf64 = SoundFormat(code: SF_FORMAT_RF64 | SF_FORMAT_PCM_24)
      let most = 0xFFFF_FFFF / 6
      #expect(wav.holding(frameCount: most - 200_000, channelCount: 2) == wav)
      #expect(wav.holding(frameCount: most, channelCount: 2) == rf64)
      #expect(wav.holding(frameCount: nil, channelCount: 2) == rf64)
    }

    @Test("Other formats are left as they are, or too small")
    func others() {
      let most = 0xFFFF_FFFF
      for container in [SF_FORMAT_FLAC, SF_FORMAT_CAF, SF_FORMAT_W64, SF_FORMAT_RF64] {
        let format = SoundFormat(code: container | SF_FORMAT_PCM_16)
        #expect(format.holding(frameCount: most, channelCount: 1) == format)
      }
      let aiff = SoundFormat(code: SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
      #expect(aiff.holding(frameCount: most, channelCount: 1) == nil)
      #expect(aiff.holding(frameCount: nil, channelCount: 1) == aiff)
    }

    private func fitted(_ code: Int, _ fileExtension: String) -> Int {
      SoundFormat(code: code).fitting(
        fileExtension: fileExtension, sampleRateHz: 48_000, channelCount: 2
      ).code
    }
  }
#endif
