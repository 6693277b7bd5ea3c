import Foundation
import Testing
import VoiceIsolationCore

#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import VoiceIsolationTestSupport
#endif

@Suite struct DamagedFileTests {
  static let sound = WAVFile.noise(count: 3_000)

  @Test("What is no sound is one typed error, and nothing is written")
  func noSound() throws {
    let folder = try TemporaryFolder()
    try folder.write("empty.wav", [])
    try folder.write("text.wav", Array(String(repeating: "This is no sound. ", count: 99).utf8))
    try folder.write("zeros.wav", [UInt8](repeating: 0, count: 4_000))
    try folder.write("header.wav", Array(WAVFile(samples: Self.sound).bytes.prefix(30)))
    try folder.write("channels0.wav", WAVFile(channelCount: 0, samples: Self.sound).bytes)
    try folder.write("channels1025.wav", WAVFile(channelCount: 1_025, samples: Self.sound).bytes)
    try folder.write("rate0.wav", WAVFile(sampleRateHz: 0, samples: Self.sound).bytes)
    let names = try folder.names
    for name in names {
      let error = #expect(throws: SoundFileError.self) {
        try FileIsolator.passThrough().isolate(folder(name), to: folder("out.wav"))
      }
      #expect(error?.path == folder(name))
      switch error?.reason {
      case .isEmpty: #expect(name == "empty.wav")
      case .notASound(let why): #expect(!why.isEmpty)
      default: Issue.record("\(name): \(String(describing: error))")
      }
    }
    #expect(try folder.names == names)
  }

  @Test("A sample rate out of range is refused with what to do", arguments: [4_000, 384_000])
  func sampleRate(hz: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("in.wav", WAVFile(sampleRateHz: UInt32(hz), samples: Self.sound).bytes)
    let error = #expect(throws: SoundFileError.self) {
      try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.wav"))
    }
    #expect(error?.reason == .unsupportedSampleRate(hz: hz, supportedHz: 8_000...192_000))
    let advice = "sox '\(folder("in.wav"))' -r 48000 'in-48000.wav'"
    #expect(error?.description.hasSuffix(advice) == true)
    #expect(try folder.names == ["in.wav"])
  }

  @Test("What to do can be pasted into a shell, whatever the name")
  func quotes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "it's $(x).mp3", WAVFile(sampleRateHz: 4_000, samples: Self.sound).bytes)
    let error = #expect(throws: SoundFileError.self) {
      try FileIsolator.passThrough().isolate(path, to: folder("out.wav"))
    }
    #expect(
      error?.description.hasSuffix(
        #"sox '\#(folder.path)/it'\''s $(x).mp3' -r 48000 'it'\''s $(x)-48000.wav'"#) == true)
  }

  @Test("A name cannot break the line, one that holds a zero is refused")
  func oddNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("in.wav", WAVFile(samples: Self.sound).bytes)
    let isolator = FileIsolator.passThrough()
    let error = #expect(throws: SoundFileError.self) {
      try isolator.isolate("a\nb.wav", to: folder("out.wav"))
    }
    #expect(error?.path == "a\nb.wav")
    #expect(error?.description.hasPrefix(#"a\u{A}b.wav: cannot be read: "#) == true)
    for (input, output) in [("in.wav\0", "out.wav"), ("in.wav", "out.wav\0x")] {
      #expect(throws: SoundFileError.self) {
        try isolator.isolate(folder(input), to: folder(output))
      }
    }
    #expect(try folder.names == ["in.wav"])
  }

  /// A descriptor that is closed twice is another's by the second time.
  @Test("What is no sound closes no file that another thread has open")
  func descriptors() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.wav", Array(String(repeating: "no sound. ", count: 99).utf8))
    async let failures: Void = {
      for _ in 0..<5_000 {
        #expect(throws: SoundFileError.self) {
          try FileIsolator.passThrough().isolate(path, to: path + ".out")
        }
      }
    }()
    for _ in 0..<5_000 {
      let handles = (0..<8).map { _ in FileHandle(forReadingAtPath: "/dev/null") }
      for handle in handles {
        try #require(fcntl(handle?.fileDescriptor ?? -1, F_GETFD) != -1)
      }
    }
    await failures
  }

  @Test("As many channels as are supported, and one more")
  func manyChannels() throws {
    let folder = try TemporaryFolder()
    let (most, input) = (FileIsolator.channelLimit, folder("in.wav"))
    for count in [most, most + 1] {
      let samples = WAVFile.noise(count: count * 5)
      try folder.write("in.wav", WAVFile(channelCount: UInt16(count), samples: samples).bytes)
      if count == most {
        let report = try FileIsolator.passThrough().isolate(input, to: folder("out.wav"))
        #expect(report.channelCount == most)
        #expect(report.frameCount == 5)
      } else {
        let error = #expect(throws: SoundFileError.self) {
          try FileIsolator.passThrough().isolate(input, to: folder("none.wav"))
        }
        #expect(error?.reason == .tooManyChannels(count, limit: most))
      }
    }
    #expect(try folder.names == ["in.wav", "out.wav"])
  }

  @Test("A length of the header that its writer did not know is read to the end, unwarned")
  func placeholder() throws {
    for length: UInt32 in [0xFFFF_FFFF, 0x7FFF_FFFF - 36, 0x7FFF_F000] {
      let file = WAVFile(samples: Self.sound, dataByteCount: length, riffByteCount: length)
      let (samples, warnings) = try isolate(file.bytes)
      #expect(samples == Self.sound)
      #expect(warnings == [])
    }
  }

  @Test(
    "A length of 0 and sound behind it is read to the end, and warned of", arguments: [0, 8, 36])
  func unfinished(riffByteCount: UInt32) throws {
    let file = WAVFile(samples: Self.sound, dataByteCount: 0, riffByteCount: riffByteCount)
    let (samples, warnings) = try isolate(file.bytes)
    #expect(samples == Self.sound)
    #expect(warnings.count == 1)
  }

  @Test("A length of 0 and only other chunks behind it is no sound at all")
  func trulyEmpty() throws {
    let note = Array("LIST".utf8) + [4, 0, 0, 0] + Array("INFO".utf8)
    let (samples, warnings) = try isolate(WAVFile(tail: note + note).bytes)
    #expect(samples == [])
    #expect(warnings == [])
  }

  @Test("No samples in, no samples out")
  func noSamples() throws {
    let (samples, warnings) = try isolate(WAVFile().bytes)
    #expect(samples == [])
    #expect(warnings == [])
  }

  @Test(
    "A file cut anywhere gives what is there, warned",
    arguments: [44, 45, 46, 47, 1_000, 5_999, 6_043])
  func cut(byteCount: Int) throws {
    let (samples, warnings) = try isolate(
      Array(WAVFile(samples: Self.sound).bytes.prefix(byteCount)))
    #expect(samples == Array(Self.sound.prefix((byteCount - 44) / 2)))
    #expect(
      warnings == [
        "the file is cut off: its header promises 6000 bytes of sound, \(byteCount - 44) are there"
      ])
  }

  #if canImport(CVoiceIsolationSndfile)
    /// libsndfile would go on with silence for as long as the header says.
    @Test("A header that promises more sound than the file has room for is refused")
    func endless() throws {
      let folder = try TemporaryFolder()
      let samples = Self.sound.map { Double($0) / 65_536 }
      try SoundFile(format: SF_FORMAT_W64 | SF_FORMAT_GSM610, channelCount: 1, samples: samples)
        .write(to: folder("in.w64"))
      var bytes = try folder.bytes("in.w64")
      let length = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound + 12
      bytes.replaceSubrange(length..<length + 8, with: [0, 0, 0, 0, 0xFF, 0x7F, 0xFF, 0xDB])
      try folder.write("in.w64", bytes)
      let error = #expect(throws: SoundFileError.self) {
        try FileIsolator.passThrough().isolate(folder("in.w64"), to: folder("out.wav"))
      }
      #expect(error?.reason == .notASound("its header promises more sound than it has room for"))
      #expect(try folder.names == ["in.w64"])
    }
  #endif

  @Test("Chunks behind the sound, of odd size too, are not sound")
  func tail() throws {
    let note = Array("note".utf8) + [3, 0, 0, 0, 65, 66, 67, 0]
    let (samples, warnings) = try isolate(WAVFile(samples: Self.sound, tail: note).bytes)
    #expect(samples == Self.sound)
    #expect(warnings == [])
  }

  @Test("Every length comes out as long as it went in", arguments: [1, 479, 1_440, 16_384, 16_385])
  func length(count: Int) throws {
    let sound = WAVFile.noise(count: count)
    #expect(try isolate(WAVFile(samples: sound).bytes).samples == sound)
  }

  /// Passes a file through and takes the output apart by hand.
  private func isolate(_ bytes: [UInt8]) throws -> (samples: [Int16], warnings: [String]) {
    let folder = try TemporaryFolder()
    try folder.write("in.wav", bytes)
    let report = try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.wav"))
    let output = try folder.bytes("out.wav")
    let data = output[44..<min(output.count, 44 + 2 * report.frameCount)]
    let samples = stride(from: 44, to: data.endIndex - 1, by: 2).map {
      Int16(bitPattern: UInt16(output[$0]) | UInt16(output[$0 + 1]) << 8)
    }
    #expect(samples.count == report.frameCount)
    return (samples, report.warnings)
  }
}
