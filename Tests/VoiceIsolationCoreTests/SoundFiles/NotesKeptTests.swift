#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Testing
  import VoiceIsolationCore
  import VoiceIsolationTestSupport

  /// What is noted in a file beside its sound.
  @Suite struct NotesKeptTests {
    private let folder: TemporaryFolder

    init() throws { self.folder = try TemporaryFolder() }

    @Test("Broadcast notes with a history of any length", arguments: [0, 100, 256, 257, 5_000])
    func broadcast(historyByteCount: Int) throws {
      let line = Array("A=PCM,F=48000,W=16,M=mono\r\n".utf8)
      let history = (0..<historyByteCount).map { line[$0 % line.count] }
      var notes = [UInt8](repeating: 0, count: 602)
      notes.replaceSubrange(0..<5, with: "Scene".utf8)
      // The time code.
      notes.replaceSubrange(338..<342, with: [1, 2, 3, 4])
      let chunk = Self.chunk("bext", notes + history)
      try pass(chunks: chunk)
      let bytes = try folder.bytes("out.wav")
      let start = try #require(bytes.firstRange(of: Array("bext".utf8))).upperBound + 4
      #expect(Array(bytes[start..<start + 342]) == Array(notes.prefix(342)))
      #expect(Array(bytes[(start + 602)...].prefix(historyByteCount)) == history)
    }

    @Test("Titles byte for byte, whatever they are encoded in")
    func latin1() throws {
      let title: [UInt8] = [0x47, 0x65, 0x73, 0x70, 0x72, 0xE4, 0x63, 0x68, 0x65, 0]
      try pass(chunks: Self.chunk("LIST", Array("INFO".utf8) + Self.chunk("INAM", title)))
      #expect(try folder.bytes("out.wav").firstRange(of: title) != nil)
      // Where nothing but UTF-8 may stand, it is left out.
      let isolator = FileIsolator.passThrough()
      _ = try isolator.isolate(folder("in.wav"), to: folder("out.flac"))
      #expect(try SoundFile(path: folder("out.flac")).title == nil)
      #expect(try SoundFile(path: folder("out.flac")).frameCount == 100)
    }

    @Test("Cue points and loops")
    func cuePoints() throws {
      func bytes(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
      }
      let data = Array("data".utf8)
      let cues = bytes(2) + bytes(1, 10) + data + bytes(0, 0, 10) + bytes(2, 20) + data
      let loop = bytes(0, 0, 20_833, 60, 0, 0, 0, 1, 0) + bytes(0, 0, 5, 50, 0, 7)
      try pass(chunks: Self.chunk("cue ", cues + bytes(0, 0, 20)) + Self.chunk("smpl", loop))
      var info = SF_INFO()
      let file = try unsafe #require(unsafe sf_open(folder("out.wav"), Int32(SFM_READ), &info))
      defer { unsafe sf_close(file) }
      var points = SF_CUES()
      var instrument = SF_INSTRUMENT()
      // libsndfile fills the structures it is lent.
      let size = Int32(MemoryLayout<SF_CUES>.size)
      #expect(unsafe sf_command(file, Int32(SFC_GET_CUE), &points, size) != 0)
      #expect(points.cue_count == 2)
      #expect(points.cue_points.0.sample_offset == 10)
      #expect(points.cue_points.1.sample_offset == 20)
      let instrumentSize = Int32(MemoryLayout<SF_INSTRUMENT>.size)
      #expect(
        unsafe sf_command(file, Int32(SFC_GET_INSTRUMENT), &instrument, instrumentSize) != 0)
      #expect(instrument.loop_count == 1)
      #expect(instrument.basenote == 60)
    }

    private func pass(chunks: [UInt8]) throws {
      let file = WAVFile(samples: WAVFile.noise(count: 100), tail: chunks)
      try folder.write("in.wav", file.bytes)
      let report = try FileIsolator.passThrough().isolate(folder("in.wav"), to: folder("out.wav"))
      #expect(report.warnings == [])
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
      return Array(name.utf8) + length + bytes + (bytes.count % 2 == 0 ? [] : [0])
    }
  }
#endif
