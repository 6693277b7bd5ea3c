#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Foundation
  import Testing
  import VoiceIsolation

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

    @Test("A length of 0 and sound behind it is an error, since a pipe cannot be mended")
    func unfinished() throws {
      let folder = try TemporaryFolder()
      let file = WAVFile(samples: Self.samples, dataByteCount: 0)
      let error = #expect(throws: SoundFileError.self) {
        try isolate(file.bytes, to: folder("out.wav"))
      }
      guard case .notASound = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try folder.names == [])
      #expect(try isolate(WAVFile().bytes, to: folder("empty.wav")).frameCount == 0)
    }

    /// Passes bytes through from a pipe.
    private func isolate(_ bytes: [UInt8], to output: String) throws -> IsolationReport {
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
        _ = unsafe write(writer, bytes, bytes.count)
        close(writer)
        closed.signal()
      }
      defer { closed.wait() }
      return try FileIsolator.passThrough().isolate(path, to: output)
    }
  }
#endif
