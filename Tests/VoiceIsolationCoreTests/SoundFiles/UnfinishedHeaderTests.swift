#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Foundation
  import Testing
  import VoiceIsolationCore
  import VoiceIsolationTestSupport

  /// Files whose writer did not live to put the length of the sound into the header.
  @Suite struct UnfinishedHeaderTests {
    private static let samples = WAVFile.noise(count: 3_000).map { Double($0) / 32_768 }

    @Test(
      "A length of 0 and sound behind it is read to the end, and warned of",
      arguments: [
        ("wav", SF_FORMAT_WAV, [Zeros("data", skip: 0, count: 4)]),
        ("wav", SF_FORMAT_RF64, [Zeros("ds64", skip: 4, count: 24)]),
        ("wav", SF_FORMAT_RF64, [Zeros("ds64", skip: 4, count: 24), Zeros("data", count: 4)]),
        ("w64", SF_FORMAT_W64, [Zeros("data", skip: 12, count: 8)]),
        ("aiff", SF_FORMAT_AIFF, [Zeros("SSND", count: 4)]),
        ("aiff", SF_FORMAT_AIFF, [Zeros("SSND", count: 4), Zeros("COMM", skip: 6, count: 4)]),
        ("caf", SF_FORMAT_CAF, [Zeros("data", count: 8)]),
        ("au", SF_FORMAT_AU, [Zeros(".snd", skip: 4, count: 4)]),
        ("au", SF_FORMAT_AU | SF_ENDIAN_LITTLE, [Zeros("dns.", skip: 4, count: 4)]),
      ])
    func unfinished(fileExtension: String, container: Int, zeros: [Zeros]) throws {
      let folder = try TemporaryFolder()
      let (input, output) = ("in." + fileExtension, folder("out." + fileExtension))
      try SoundFile(format: container | SF_FORMAT_PCM_16, channelCount: 1, samples: Self.samples)
        .write(to: folder(input))
      var bytes = try folder.bytes(input)
      for zeros in zeros { try #require(zeros.apply(to: &bytes)) }
      try folder.write(input, bytes)
      let report = try FileIsolator.passThrough().isolate(folder(input), to: output)
      #expect(report.frameCount == Self.samples.count)
      #expect(report.warnings.count == 1)
      #expect(try SoundFile(path: output).samples == Self.samples)
    }

    /// Part of a header that is overwritten by zeros.
    struct Zeros: Sendable {
      let name: String
      let skip: Int
      let count: Int

      init(_ name: String, skip: Int = 0, count: Int) {
        (self.name, self.skip, self.count) = (name, skip, count)
      }

      func apply(to bytes: inout [UInt8]) -> Bool {
        guard let range = bytes.firstRange(of: Array(name.utf8)) else { return false }
        let start = range.upperBound + skip
        bytes.replaceSubrange(start..<start + count, with: repeatElement(0, count: count))
        return true
      }
    }

    @Test(
      "A truly empty sound is no unfinished one", arguments: ["wav", "aiff", "caf", "au", "w64"])
    func empty(fileExtension: String) throws {
      let folder = try TemporaryFolder()
      let containers = [
        "wav": SF_FORMAT_WAV, "aiff": SF_FORMAT_AIFF, "caf": SF_FORMAT_CAF, "au": SF_FORMAT_AU,
        "w64": SF_FORMAT_W64,
      ]
      let input = folder("in." + fileExtension)
      let container = try #require(containers[fileExtension])
      try SoundFile(format: container | SF_FORMAT_PCM_16, channelCount: 1, samples: [])
        .write(to: input)
      let report = try FileIsolator.passThrough().isolate(input, to: folder("out.wav"))
      #expect(report.frameCount == 0)
      #expect(report.warnings == [])
    }

    /// Gone through eight bytes at a time this would take hours.
    @Test("A header of zeros, as long as can be, is told at once")
    func zeros() throws {
      let folder = try TemporaryFolder()
      let input = try folder.write("in.wav", Array("RIFF".utf8) + [0, 0, 0, 0] + "WAVE".utf8)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: input))
      // Only what is written takes room on the disk.
      try file.truncate(atOffset: 1 << 40)
      let error = #expect(throws: SoundFileError.self) {
        try FileIsolator.passThrough().isolate(input, to: folder("out.wav"))
      }
      guard case .notASound = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
#endif
