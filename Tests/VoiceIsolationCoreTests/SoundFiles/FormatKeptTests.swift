#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Testing
  import VoiceIsolationCore
  import VoiceIsolationTestSupport

  /// Sound that is only passed through comes out as it was, in every format.
  @Suite struct FormatKeptTests {
    static let formats: [(String, Int)] = [
      ("wav", SF_FORMAT_WAV | SF_FORMAT_PCM_U8), ("wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16),
      ("wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24), ("wav", SF_FORMAT_WAV | SF_FORMAT_PCM_32),
      ("wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT), ("wav", SF_FORMAT_WAV | SF_FORMAT_DOUBLE),
      ("wav", SF_FORMAT_WAV | SF_FORMAT_ULAW), ("wav", SF_FORMAT_WAV | SF_FORMAT_ALAW),
      ("wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16 | SF_ENDIAN_BIG),
      ("wav", SF_FORMAT_WAVEX | SF_FORMAT_PCM_24), ("wav", SF_FORMAT_WAVEX | SF_FORMAT_FLOAT),
      ("wav", SF_FORMAT_RF64 | SF_FORMAT_PCM_16), ("w64", SF_FORMAT_W64 | SF_FORMAT_PCM_24),
      ("flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_S8), ("flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
      ("flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
      ("aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_S8), ("aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
      ("aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_24), ("aiff", SF_FORMAT_AIFF | SF_FORMAT_FLOAT),
      ("aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE),
      ("caf", SF_FORMAT_CAF | SF_FORMAT_PCM_16), ("caf", SF_FORMAT_CAF | SF_FORMAT_FLOAT),
      ("caf", SF_FORMAT_CAF | SF_FORMAT_ALAC_16), ("caf", SF_FORMAT_CAF | SF_FORMAT_ALAC_24),
      ("au", SF_FORMAT_AU | SF_FORMAT_PCM_16), ("snd", SF_FORMAT_AU | SF_FORMAT_ULAW),
    ]

    @Test("Format, channels, length and every sample are kept", arguments: formats, [1, 2, 6])
    func exact(format: (String, Int), channelCount: Int) throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder("in." + format.0), folder("out." + format.0))
      let samples = WAVFile.noise(count: 5_001 * channelCount).map { Double($0) / 32_768 }
      try SoundFile(format: format.1, channelCount: channelCount, samples: samples)
        .write(to: input)
      let before = try SoundFile(path: input)
      let report = try FileIsolator.passThrough().isolate(input, to: output)
      #expect(try SoundFile(path: output) == before)
      #expect(report.frameCount == before.frameCount)
      #expect(report.channelCount == channelCount)
      #expect(report.clippedSampleCount == 0)
      #expect(report.warnings == [])
    }

    @Test(
      "Formats that lose something are kept with their length",
      arguments: [
        ("ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS), ("opus", SF_FORMAT_OGG | SF_FORMAT_OPUS),
        ("mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III),
        ("wav", SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM), ("wav", SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM),
      ])
    func lossy(fileExtension: String, format: Int) throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder("in." + fileExtension), folder("out." + fileExtension))
      // A triangle of 480 Hz, one period in 100 samples.
      let samples = (0..<48_001).map { index in
        let place = Double(index % 100) / 100
        return abs(place - 0.5) - 0.25
      }
      try SoundFile(format: format, channelCount: 1, samples: samples).write(to: input)
      let before = try SoundFile(path: input)
      _ = try FileIsolator.passThrough().isolate(input, to: output)
      let after = try SoundFile(path: output)
      #expect(after.format == before.format)
      #expect(after.frameCount == before.frameCount)
      var (error, power) = (0.0, 0.0)
      for (old, new) in zip(before.samples, after.samples) {
        error += (old - new) * (old - new)
        power += old * old
      }
      #expect(error < power / 100)
    }

    @Test("Every encoding is heard, unwarned, in every kind of output")
    func everyConversion() throws {
      let folder = try TemporaryFolder()
      // A triangle of 480 Hz, one period in 100 samples.
      let samples = (0..<4_801).map { abs(Double($0 % 100) / 100 - 0.5) - 0.25 }
      let inputs: [(String, Int)] = Self.encodings.map { ("in." + String($0, radix: 16), $0) }
      for (name, format) in inputs {
        try SoundFile(format: format, channelCount: 1, samples: samples).write(to: folder(name))
        let before = try SoundFile(path: folder(name))
        for ending in ["wav", "flac", "aiff", "caf", "au", "w64", "ogg", "opus", "mp3", "sph"] {
          let output = folder("out." + ending)
          let report = try FileIsolator.passThrough().isolate(folder(name), to: output)
          #expect(report.warnings == [], "\(name) to \(ending)")
          let after = try SoundFile(path: output)
          #expect(report.frameCount == before.frameCount, "\(name) to \(ending)")
          #expect(after.frameCount >= before.frameCount, "\(name) to \(ending)")
          var (error, power) = (0.0, 0.0)
          for (old, new) in zip(before.samples, after.samples) {
            error += (old - new) * (old - new)
            power += old * old
          }
          // The worst is Opus of a sound so short.
          #expect(error < power / 7, "\(name) to \(ending)")
        }
      }
    }

    private static let encodings = [
      SF_FORMAT_WAV | SF_FORMAT_PCM_U8, SF_FORMAT_AIFF | SF_FORMAT_PCM_S8,
      SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_24,
      SF_FORMAT_WAV | SF_FORMAT_PCM_32, SF_FORMAT_WAV | SF_FORMAT_FLOAT,
      SF_FORMAT_WAV | SF_FORMAT_DOUBLE, SF_FORMAT_WAV | SF_FORMAT_ULAW,
      SF_FORMAT_WAV | SF_FORMAT_ALAW, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM,
      SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM, SF_FORMAT_WAV | SF_FORMAT_GSM610,
      SF_FORMAT_AU | SF_FORMAT_G721_32, SF_FORMAT_AU | SF_FORMAT_G723_24,
      SF_FORMAT_AU | SF_FORMAT_G723_40, SF_FORMAT_WAV | SF_FORMAT_NMS_ADPCM_32,
      SF_FORMAT_AIFF | SF_FORMAT_DWVW_16, SF_FORMAT_AIFF | SF_FORMAT_DWVW_24,
      SF_FORMAT_CAF | SF_FORMAT_ALAC_20, SF_FORMAT_CAF | SF_FORMAT_ALAC_32,
      SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
      SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
    ]

    @Test("An output named for a format that is never written is refused, and nothing is left")
    func unwritten() throws {
      let folder = try TemporaryFolder()
      try folder.write("in.wav", WAVFile(samples: WAVFile.noise(count: 100)).bytes)
      let error = #expect(throws: SoundFileError.self) {
        try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.m4a"))
      }
      #expect(error?.reason == .cannotWriteExtension("m4a"))
      #expect(error?.description.contains("wav, flac, ") == true)
      #expect(try folder.names == ["in.wav"])
      for name in ["out", "out.part"] {
        _ = try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder(name))
        #expect(try folder.bytes(name) == folder.bytes("in.wav"))
      }
    }

    @Test("An MPEG file that does not tell its length is read to its end, unwarned")
    func untoldLength() throws {
      let folder = try TemporaryFolder()
      // A second of silence and four of noise: at first the frames are small, or large.
      let noise = WAVFile.noise(count: 4 * 48_000).map { Double($0) / 65_536 }
      let silence = [Double](repeating: 0, count: 48_000)
      for (name, samples) in [("rising", silence + noise), ("falling", noise + silence)] {
        try SoundFile(
          format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, channelCount: 1, samples: samples
        ).write(to: folder(name))
        let bytes = try folder.bytes(name)
        let tag = try #require(bytes.firstRange(of: Array("Xing".utf8)))
        // Its frame begins with FF FB, as the next one does.
        let next = try #require(bytes[tag.upperBound...].firstRange(of: [0xFF, 0xFB]))
        try folder.write("bare", Array(bytes[next.lowerBound...]))
        let bare = try FileIsolator.passThrough().isolate(folder("bare"), to: folder("out.wav"))
        #expect(bare.warnings == [])
        #expect(abs(bare.frameCount - samples.count) < 3_000, "\(name)")
        try folder.write("cut", Array(bytes.prefix(bytes.count / 2)))
        let cut = try FileIsolator.passThrough().isolate(folder("cut"), to: folder("out.wav"))
        #expect(cut.warnings.count == 1)
        #expect(cut.frameCount > 48_000)
      }
    }

    /// libsndfile takes what it does not know at first sight for one half of such a sound.
    @Test("Files and folders of Apple's other halves leave MP3 readable")
    func otherHalves() throws {
      let folder = try TemporaryFolder()
      let samples = WAVFile.noise(count: 10_000).map { Double($0) / 65_536 }
      try SoundFile(
        format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, channelCount: 1, samples: samples
      ).write(to: folder("in.mp3"))
      try makeFolder(folder(".AppleDouble"))
      for name in ["._", "._in.mp3", ".AppleDouble/in.mp3"] { try folder.write(name, [1, 2, 3]) }
      let report = try FileIsolator.passThrough().isolate(folder("in.mp3"), to: folder("out.wav"))
      #expect(report.frameCount >= 10_000)
    }

    @Test("MP3 in WAV becomes plain WAV, unwarned")
    func mpegInWave() throws {
      let folder = try TemporaryFolder()
      try SoundFile(
        format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, channelCount: 1,
        samples: WAVFile.noise(count: 48_000).map { Double($0) / 65_536 }
      ).write(to: folder("in.mp3"))
      let sound = try folder.bytes("in.mp3")
      func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      }
      var file = Array("RIFF".utf8) + bytes(50 + sound.count, 4) + Array("WAVEfmt ".utf8)
      file += bytes(30, 4) + bytes(0x55, 2) + bytes(1, 2) + bytes(48_000, 4) + bytes(16_000, 4)
      file += bytes(1, 2) + bytes(0, 2) + bytes(12, 2) + bytes(1, 2) + bytes(2, 4)
      file += bytes(1_152, 2) + bytes(1, 2) + bytes(0, 2) + Array("data".utf8)
      try folder.write("in.wav", file + bytes(sound.count, 4) + sound)
      let report = try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.wav"))
      #expect(report.warnings == [])
      let after = try SoundFile(path: folder("out.wav"))
      #expect(after.format == SF_FORMAT_WAV | SF_FORMAT_PCM_16)
      #expect(abs(after.frameCount - 48_000) < 3_000)
    }

    @Test("Title and places of the channels are kept")
    func notes() throws {
      let folder = try TemporaryFolder()
      let map = [
        SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE,
      ].map(Int32.init)
      try SoundFile(
        format: SF_FORMAT_WAVEX | SF_FORMAT_PCM_16, channelCount: 4,
        samples: [Double](repeating: 0.25, count: 400), title: "Ein Gespräch", channelMap: map
      ).write(to: folder("in.wav"))
      _ = try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.wav"))
      let after = try SoundFile(path: folder("out.wav"))
      #expect(after.title == "Ein Gespräch")
      #expect(after.channelMap == map)
    }

    @Test("AIFF is as long as it should be, however short, though its bytes are padded")
    func shortAIFF() throws {
      let folder = try TemporaryFolder()
      for encoding in [SF_FORMAT_ULAW, SF_FORMAT_PCM_U8, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE] {
        for (count, channelCount) in [(0, 1), (1, 1), (2, 1), (5, 1), (47, 1), (1, 3), (9, 3)] {
          let samples = WAVFile.noise(count: count * channelCount).map { Double($0 / 256) / 128 }
          let (input, output) = (folder("in.wav"), folder("out.aiff"))
          try SoundFile(
            format: SF_FORMAT_WAV | encoding, channelCount: channelCount, samples: samples
          ).write(to: input)
          _ = try FileIsolator.passThrough().isolate(input, to: output)
          let (before, after) = (try SoundFile(path: input), try SoundFile(path: output))
          #expect(after.samples == before.samples)
          #expect(after.format == SF_FORMAT_AIFF | encoding)
        }
      }
    }

    @Test(
      "Formats that cannot be without sound are not made of none",
      arguments: ["flac", "mp3", "opus"])
    func empty(fileExtension: String) throws {
      let folder = try TemporaryFolder()
      try folder.write("in.wav", WAVFile().bytes)
      let error = #expect(throws: SoundFileError.self) {
        try FileIsolator.passThrough().isolate(
          folder("in.wav"), to: folder("out." + fileExtension))
      }
      guard case .cannotBeEmpty = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try folder.names == ["in.wav"])
    }

    @Test("The same input gives the same bytes at another time")
    func sameBytes() throws {
      let folder = try TemporaryFolder()
      try SoundFile(
        format: SF_FORMAT_WAV | SF_FORMAT_FLOAT, channelCount: 1, samples: [0.1, 0.2, 0.3]
      ).write(to: folder("in.wav"))
      _ = try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.wav"))
      // The chunk that holds the time of writing.
      let bytes = try folder.bytes("out.wav")
      #expect(String(decoding: try folder.bytes("in.wav"), as: UTF8.self).contains("PEAK"))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("PEAK"))
    }

    @Test("Integers saturate and the report counts them; floats keep what is beyond 1")
    func clipping() throws {
      let folder = try TemporaryFolder()
      for (name, format) in [("i.wav", SF_FORMAT_PCM_16), ("f.wav", SF_FORMAT_FLOAT)] {
        try SoundFile(
          format: SF_FORMAT_WAV | format, channelCount: 1, samples: [0.5, 0.75, -0.75, -0.25]
        ).write(to: folder(name))
      }
      let isolator = FileIsolator.passThrough(gain: 2)
      let integers = try isolator.isolate(folder("i.wav"), to: folder("i2.wav"))
      #expect(integers.clippedSampleCount == 3)
      #expect(
        try SoundFile(path: folder("i2.wav")).samples == [32_767 / 32_768.0, 32_767 / 32_768.0]
          + [-1, -0.5])
      let floats = try isolator.isolate(folder("f.wav"), to: folder("f2.wav"))
      #expect(floats.clippedSampleCount == 0)
      #expect(try SoundFile(path: folder("f2.wav")).samples == [1, 1.5, -1.5, -0.5])
    }

    @Test("Full scale of 32 bits, which rounds to 1, is not called clipped")
    func fullScale() throws {
      let folder = try TemporaryFolder()
      try SoundFile(
        format: SF_FORMAT_WAV | SF_FORMAT_PCM_32, channelCount: 1,
        samples: [2_147_483_647 / 2_147_483_648, -1]
      ).write(to: folder("in.wav"))
      let report = try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.wav"))
      #expect(report.clippedSampleCount == 0)
      #expect(try folder.bytes("out.wav") == folder.bytes("in.wav"))
    }

    @Test("ALAC of 20 bits goes into 24")
    func alac20() throws {
      let folder = try TemporaryFolder()
      let samples = WAVFile.noise(count: 5_000).map { Double($0) / 32_768 }
      try SoundFile(format: SF_FORMAT_CAF | SF_FORMAT_ALAC_20, channelCount: 1, samples: samples)
        .write(to: folder("in.caf"))
      _ = try FileIsolator.passThrough().isolate(folder("in.caf"), to: folder("out.caf"))
      let after = try SoundFile(path: folder("out.caf"))
      #expect(after.format == SF_FORMAT_CAF | SF_FORMAT_ALAC_24)
      #expect(after.samples == samples)
    }

    @Test(
      "The byte that ends a VOC file is not sound", arguments: [SF_FORMAT_ULAW, SF_FORMAT_ALAW])
    func vocEnd(encoding: Int) throws {
      let folder = try TemporaryFolder()
      let samples = WAVFile.noise(count: 999).map { Double($0) / 32_768 }
      try SoundFile(format: SF_FORMAT_VOC | encoding, channelCount: 1, samples: samples)
        .write(to: folder("in.voc"))
      let report = try FileIsolator.passThrough().isolate(folder("in.voc"), to: folder("out.voc"))
      #expect(report.frameCount == 999)
      #expect(report.warnings == [])
      #expect(try folder.bytes("out.voc") == folder.bytes("in.voc"))
    }

    @Test("A format that can only be read is refused, and converted where the name says so")
    func unwritable() throws {
      let folder = try TemporaryFolder()
      // Six channels are more than MP3 has.
      try SoundFile(
        format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channelCount: 6,
        samples: [Double](repeating: 0.25, count: 600)
      ).write(to: folder("in.flac"))
      let error = #expect(throws: SoundFileError.self) {
        try FileIsolator.passThrough().isolate(folder("in.flac"), to: folder("out.mp3"))
      }
      guard case .cannotWriteFormat = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try folder.names == ["in.flac"])
      _ = try FileIsolator.passThrough().isolate(folder("in.flac"), to: folder("out.wav"))
      #expect(
        try SoundFile(path: folder("out.wav")).format == SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    }

    @Test(
      "A rate that a format cannot have is named", arguments: [(44_100, "opus"), (96_000, "mp3")])
    func unwritableRate(sampleRateHz: Int, fileExtension: String) throws {
      let folder = try TemporaryFolder()
      try SoundFile(
        format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channelCount: 1,
        samples: [Double](repeating: 0.25, count: 600)
      ).write(to: folder("in.wav"), sampleRateHz: sampleRateHz)
      let error = #expect(throws: SoundFileError.self) {
        try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.\(fileExtension)"))
      }
      #expect("\(try #require(error))".contains("has no \(sampleRateHz) samples a second"))
      #expect(try folder.names == ["in.wav"])
    }

    @Test("What is written without a known length ends up as plain WAV")
    func unknownLength() throws {
      let folder = try TemporaryFolder()
      try SoundFile(
        format: SF_FORMAT_OGG | SF_FORMAT_VORBIS, channelCount: 1,
        samples: WAVFile.noise(count: 96_000).map { Double($0) / 65_536 }
      ).write(to: folder("in.ogg"))
      let bytes = try folder.bytes("in.ogg")
      try folder.write("cut.ogg", Array(bytes.prefix(bytes.count / 2)))
      let report = try FileIsolator.passThrough().isolate(folder("cut.ogg"), to: folder("out.wav"))
      #expect(report.frameCount > 10_000)
      #expect(report.warnings.count == 1)
      #expect(try folder.bytes("out.wav").prefix(4) == Array("RIFF".utf8)[...])
      #expect(try SoundFile(path: folder("out.wav")).frameCount == report.frameCount)
    }
  }
#endif
