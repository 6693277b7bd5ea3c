#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Foundation
  import Testing
  import VoiceIsolationCore
  import VoiceIsolationTestSupport

  /// Sound from programs that write to a pipe, and so do not know its length when they begin.
  @Suite struct PipedSoundTests {
    private static let samples = WAVFile.noise(count: 4_000)

    @Test(
      "A placeholder for the length is none: plain WAV comes out, without a warning",
      arguments: [0xFFFF_FFFF, 0x7FFF_FFFF - 36, 0x7FFF_F000, 0xFFFF_FFDB] as [UInt32])
    func placeholder(length: UInt32) throws {
      let file = WAVFile(samples: Self.samples, dataByteCount: length, riffByteCount: length)
      let folder = try TemporaryFolder()
      let report = try isolate(file.bytes, to: folder("out.wav"))
      #expect(report.frameCount == Self.samples.count)
      #expect(report.warnings == [])
      #expect(try folder.bytes("out.wav").prefix(4) == Array("RIFF".utf8)[...])
      #expect(try SoundFile(path: folder("out.wav")).frameCount == Self.samples.count)
    }

    @Test(
      "The same from other containers to themselves",
      arguments: [
        ("au", SF_FORMAT_AU, ".snd", 4, 4), ("w64", SF_FORMAT_W64, "data", 12, 8),
      ])
    func others(
      fileExtension: String, container: Int, chunk: String, skip: Int, count: Int
    ) throws {
      let folder = try TemporaryFolder()
      let samples = Self.samples.map { Double($0) / 32_768 }
      let input = folder("in." + fileExtension)
      try SoundFile(format: container | SF_FORMAT_PCM_16, channelCount: 1, samples: samples)
        .write(to: input)
      var bytes = try folder.bytes("in." + fileExtension)
      let start = try #require(bytes.firstRange(of: Array(chunk.utf8))).upperBound + skip
      // The greatest positive number for 8 bytes, in either order; all ones for 4.
      bytes.replaceSubrange(start..<start + count, with: repeatElement(0xFF, count: count))
      if container == SF_FORMAT_W64 { bytes[start + 7] = 0x7F }
      let output = folder("out." + fileExtension)
      let report = try isolate(bytes, to: output)
      #expect(report.frameCount == samples.count)
      #expect(report.warnings == [])
      #expect(try SoundFile(path: output).samples == samples)
    }

    @Test("A length that is true is believed: a pipe that ends early is warned of")
    func early() throws {
      let file = WAVFile(samples: Self.samples, dataByteCount: 10_000)
      let folder = try TemporaryFolder()
      let report = try isolate(file.bytes, to: folder("out.wav"))
      #expect(report.frameCount == Self.samples.count)
      #expect(report.warnings.count == 1)
    }

    @Test("A length of 0 and sound behind it: read to the end; a chunk behind it is no sound")
    func unfinished() throws {
      let folder = try TemporaryFolder()
      let file = WAVFile(samples: Self.samples, dataByteCount: 0)
      #expect(try isolate(file.bytes, to: folder("out.wav")).frameCount == Self.samples.count)
      #expect(try isolate(WAVFile().bytes, to: folder("empty.wav")).frameCount == 0)
      let chunk = WAVFile(tail: Array("LIST".utf8) + [4, 0, 0, 0] + Array("INFO".utf8))
      #expect(try isolate(chunk.bytes, to: folder("chunk.wav")).frameCount == 0)
    }

    @Test("What is left out of a sound, and what stays, are together the sound")
    func residual() throws {
      let folder = try TemporaryFolder()
      let samples = Self.samples.map { $0 / 4 }
      try folder.write("in.wav", WAVFile(samples: samples).bytes)
      let isolator = FileIsolator.passThrough(gain: 0.3)
      _ = try isolator.isolate(
        folder("in.wav"), to: folder("out.wav"), residual: folder("rest.wav"))
      let (kept, rest) = try (
        SoundFile(path: folder("out.wav")), SoundFile(path: folder("rest.wav"))
      )
      #expect(
        zip(kept.samples, rest.samples).map { $0 + $1 } == samples.map { Double($0) / 32_768 })
      #expect(kept.samples != rest.samples)
      let error = #expect(throws: SoundFileError.self) {
        try isolator.isolate(
          folder("in.wav"), to: folder("out.wav"), residual: folder("./out.wav"))
      }
      #expect(error?.reason == .sameAsOutput)
    }

    @Test("Samples without a header", arguments: RawSound.Encoding.allCases)
    func raw(encoding: RawSound.Encoding) throws {
      let folder = try TemporaryFolder()
      let raw = RawSound(encoding: encoding, sampleRateHz: 44_100, channelCount: 2)
      let bytes = (0..<4_800).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 7) & 0x3F }
      try folder.write("in.raw", bytes)
      let isolator = FileIsolator.passThrough()
      let report = try isolator.isolate(folder("in.raw"), to: folder("out.raw"), raw: raw)
      #expect(report.channelCount == 2)
      #expect(report.sampleRateHz == 44_100)
      let piped = try isolate(bytes, to: folder("piped.raw"), raw: raw)
      #expect(piped.frameCount == report.frameCount)
      #expect(piped.warnings + report.warnings == [])
      #expect(try folder.bytes("piped.raw") == folder.bytes("out.raw"))
      #expect(try folder.bytes("out.raw").count == bytes.count)
      _ = try isolator.isolate(folder("in.raw"), to: folder("out.wav"), raw: raw)
      #expect(try SoundFile(path: folder("out.wav")).frameCount == report.frameCount)
    }

    @Test(
      "Samples of any size, of any number of channels, come through a pipe as from a file",
      arguments: [SF_FORMAT_PCM_U8, SF_FORMAT_PCM_24, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE],
      [1, 2, 3, 6])
    func frames(encoding: Int, channelCount: Int) throws {
      let folder = try TemporaryFolder()
      let samples = (0..<300 * channelCount).map { Double($0 * 37 % 251 - 125) / 128 }
      let format = SF_FORMAT_WAV | encoding
      try SoundFile(format: format, channelCount: channelCount, samples: samples)
        .write(to: folder("in.wav"))
      let bytes = try folder.bytes("in.wav")
      for slowByteCount in [0, 120] {
        let report = try isolate(
          bytes, to: folder("out.wav"), slowByteCount: slowByteCount)
        #expect(report.frameCount == 300)
        #expect(report.warnings == [])
        #expect(try SoundFile(path: folder("out.wav")).samples == samples)
      }
    }

    @Test("A beginning that comes byte by byte is waited for")
    func slow() throws {
      let folder = try TemporaryFolder()
      let file = WAVFile(samples: Self.samples)
      let report = try isolate(file.bytes, to: folder("out.wav"), slowByteCount: 20)
      #expect(report.frameCount == Self.samples.count)
    }

    /// Passes bytes through from a pipe, the first of them one by one.
    private func isolate(
      _ bytes: [UInt8], to output: String, raw: RawSound? = nil, slowByteCount: Int = 0
    ) throws -> IsolationReport {
      let folder = try TemporaryFolder()
      let path = folder("pipe")
      // Lends the path to the call.
      try #require(unsafe mkfifo(path, 0o600) == 0)
      // Less than a pipe holds, so that nothing waits for a reader that has seen enough.
      try #require(bytes.count < 16_384)
      let closed = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        // Waits until there is a reader. Lends the array and its length.
        let writer = unsafe open(path, O_WRONLY)
        for index in 0..<slowByteCount {
          _ = unsafe write(writer, Array(bytes[index...index]), 1)
          usleep(2_000)
        }
        let rest = Array(bytes[slowByteCount...])
        _ = unsafe write(writer, rest, rest.count)
        close(writer)
        closed.signal()
      }
      defer { closed.wait() }
      return try FileIsolator.passThrough().isolate(path, to: output, raw: raw)
    }
  }
#endif
