#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Testing
  import VoiceIsolationCore
  import VoiceIsolationTestSupport

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
        (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, "wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16),
        (SF_FORMAT_WAV | SF_FORMAT_MPEG_LAYER_III, "wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16),
        (SF_FORMAT_AIFF | SF_FORMAT_DWVW_12, "aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
        (SF_FORMAT_CAF | SF_FORMAT_ALAC_20, "wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24),
        (SF_FORMAT_WAV | SF_FORMAT_PCM_16, "sph", SF_FORMAT_NIST | SF_FORMAT_PCM_16),
        (SF_FORMAT_OGG | SF_FORMAT_VORBIS, "opus", SF_FORMAT_OGG | SF_FORMAT_OPUS),
        (
          SF_FORMAT_WAV | SF_FORMAT_PCM_16, "mp3",
          SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        ),
      ])
    func converted(code: Int, fileExtension: String, expected: Int) {
      #expect(fitted(code, fileExtension) == expected)
    }

    @Test("Whatever can be read becomes, by name, something that libsndfile truly writes")
    func everyPair() throws {
      let folder = try TemporaryFolder()
      var codes: Set<Int> = []
      for code in SoundFormat.everyPair {
        for fileExtension in Self.extensions {
          codes.insert(try #require(fitted(code, fileExtension)))
        }
      }
      let samples = WAVFile.noise(count: 1_000 * 2).map { Double($0) / 65_536 }
      for code in codes {
        let name = String(code, radix: 16)
        let path = folder(name)
        try SoundFile(format: code, channelCount: 2, samples: samples).write(to: path)
        // Formats of blocks may fill up the last one.
        #expect(try SoundFile(path: path).frameCount >= 1_000, "\(name)")
      }
      #expect(codes.count > 20)
    }

    @Test("What libsndfile is said to write it does open, and takes samples for")
    func writable() throws {
      let folder = try TemporaryFolder()
      let pairs = SoundFormat.everyPair.filter {
        SoundFormat(code: $0).isWritable(sampleRateHz: 48_000, channelCount: 1)
      }
      for code in pairs {
        let path = folder(String(code, radix: 16))
        let samples = [Double](repeating: 0.25, count: 500)
        #expect(throws: Never.self, "\(String(code, radix: 16))") {
          try SoundFile(format: code, channelCount: 1, samples: samples).write(to: path)
        }
      }
      #expect(pairs.count > 80)
      for code in [SF_FORMAT_WAV | SF_FORMAT_MPEG_LAYER_III, SF_FORMAT_AIFF | SF_FORMAT_DWVW_12] {
        #expect(!pairs.contains(code))
      }
    }

    @Test(
      "A name of a format that is never written is refused",
      arguments: ["m4a", "M4A", "mp4", "aac", "wma", "webm", "mp2", "voc", "raw"])
    func unwritten(fileExtension: String) {
      for code in [SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III] {
        #expect(fitted(code, fileExtension) == nil)
      }
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
        (SF_FORMAT_NIST | SF_FORMAT_PCM_16, "sph"), (SF_FORMAT_VOC | SF_FORMAT_PCM_16, "voc"),
        (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, "part"), (SF_FORMAT_WAV | SF_FORMAT_PCM_16, "xyz"),
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

    private static let extensions = [
      "wav", "rf64", "w64", "aiff", "au", "caf", "sph", "flac", "ogg", "opus", "mp3",
    ]

    private func fitted(_ code: Int, _ fileExtension: String) -> Int? {
      SoundFormat(code: code).fitting(
        fileExtension: fileExtension, sampleRateHz: 48_000, channelCount: 2
      )?.code
    }
  }

  extension SoundFormat {
    /// Every container of libsndfile with every encoding that it knows, together possible or not.
    fileprivate static var everyPair: [Int] {
      let containers = parts(SFC_GET_FORMAT_MAJOR_COUNT, SFC_GET_FORMAT_MAJOR)
      let encodings = parts(SFC_GET_FORMAT_SUBTYPE_COUNT, SFC_GET_FORMAT_SUBTYPE)
      return containers.flatMap { container in encodings.map { container | $0 } }
    }

    private static func parts(_ countCommand: Int, _ command: Int) -> [Int] {
      var count: Int32 = 0
      // libsndfile fills the number and the structures it is lent, of the sizes given.
      _ = unsafe sf_command(nil, Int32(countCommand), &count, 4)
      return (0..<count).map { index in
        var info = unsafe SF_FORMAT_INFO()
        unsafe info.format = index
        let size = unsafe Int32(MemoryLayout<SF_FORMAT_INFO>.size)
        _ = unsafe sf_command(nil, Int32(command), &info, size)
        return unsafe Int(info.format)
      }
    }
  }
#endif
