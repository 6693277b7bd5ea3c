#if canImport(CVoiceIsolationSndfile)
  import Testing
  import VoiceIsolationCore

  @Suite struct TrackEncodingTests {
    @Test(
      "A track keeps its codec where it can, else loses nothing, else takes the usual one",
      arguments: [
        ("a.mp4", "aac", "aac"), ("a.mp4", "pcm_s16be", "alac"), ("a.mp4", "vorbis", "aac"),
        ("a.mp4", "dts", "aac"), ("a.mov", "pcm_s16be", "pcm_s16be"), ("a.m4a", "flac", "alac"),
        ("a.mkv", "dts", "flac"), ("a.mkv", "truehd", "flac"), ("a.mkv", "pcm_bluray", "flac"),
        ("A.WEBM", "vorbis", "vorbis"), ("a.webm", "aac", "opus"), ("a.avi", "aac", "mp3"),
        ("a.avi", "truehd", "pcm"), ("a.wma", "wmapro", "wmav2"), ("a.ts", "s302m", "aac"),
      ])
    func codec(name: String, original: String, expected: String) throws {
      let container = try #require(MediaContainer.named(name))
      #expect(container.codec(for: original) == expected)
    }

    @Test("Names that ask for no container", arguments: ["a", "a.wav", "a.part", "a.xyz", ".mp4"])
    func unnamed(name: String) { #expect(MediaContainer.named(name) == nil) }

    @Test(
      "A rate that a codec does not have becomes the next one above",
      arguments: [
        ("aac", 44_100, 44_100), ("aac", 192_000, 96_000), ("opus", 44_100, 48_000),
        ("mp3", 96_000, 48_000), ("ac3", 22_050, 32_000), ("flac", 192_000, 192_000),
        ("pcm_s16le", 12_345, 12_345), ("aac", 12_345, 16_000),
      ])
    func rate(codec: String, from: Int, to: Int) throws {
      let encoding = TrackEncoding(codec: codec, of: try track(rate: from))
      #expect(encoding.sampleRateHz == to)
      #expect(encoding.options.contains { $0.name == "-ar" } == (from != to))
    }

    @Test("Bits a second: a good number, the original's if that is more, never more than fits")
    func bitRate() throws {
      func rate(_ track: MediaStream) -> String? {
        TrackEncoding(codec: "aac", of: track).options.first { $0.name == "-b" }?.value
      }
      #expect(rate(try track()) == "192000")
      #expect(rate(try track(channels: 1)) == "128000")
      #expect(rate(try track(bitRate: 256_000)) == "256000")
      #expect(rate(try track(bitRate: 32_000)) == "192000")
      #expect(rate(try track(rate: 8_000, channels: 1)) == "48000")
    }

    @Test("Depth is kept by codecs that lose nothing", arguments: [(16, "s16"), (24, "s32")])
    func depth(bits: Int, format: String) throws {
      let encoding = TrackEncoding(codec: "flac", of: try track(bits: bits))
      #expect(encoding.options.contains { $0.name == "-sample_fmt" && $0.value == format })
      #expect(TrackEncoding(codec: "pcm", of: try track(bits: bits)).codec == "pcm_s\(bits)le")
    }

    private func track(
      rate: Int = 48_000, channels: Int = 2, bitRate: Int? = nil, bits: Int? = nil
    ) throws -> MediaStream {
      var text = """
        s.index=0
        s.codec_type="audio"
        s.codec_name="aac"
        s.sample_rate="\(rate)"
        s.channels=\(channels)

        """
      if let bitRate { text += "s.bit_rate=\"\(bitRate)\"\n" }
      if let bits { text += "s.bits_per_raw_sample=\"\(bits)\"\n" }
      return try #require(MediaStream(ProbeOutput(text), prefix: "s."))
    }
  }
#endif
