#if canImport(CVoiceIsolationSndfile)
  import Foundation
  import Testing
  import VoiceIsolationCore
  import VoiceIsolationTestSupport

  /// With an isolator that only passes the sound on.
  @Suite(.enabled(if: Video.isPossible)) struct VideoTests {
    private let folder: TemporaryFolder
    private let isolator = FileIsolator.passThrough()

    init() throws { self.folder = try TemporaryFolder() }

    /// Makes a file with a picture and one sound track.
    private func make(_ name: String, _ arguments: [String], offset: String? = nil) throws -> String
    {
      let late = offset.map { ["-itsoffset", $0] } ?? []
      let sound = Video.noise()
      try Video.ffmpeg(
        Array(Video.picture[..<4]) + late + sound[..<4] + Video.picture[4...] + sound[4...]
          + arguments + [folder(name)])
      return folder(name)
    }

    @Test(
      "Sound that is kept as it is comes out to the bit, the picture too, when it did",
      arguments: [
        ("a.mov", "pcm_s16le", nil), ("a.mov", "pcm_s24le", "0.3"), ("a.mkv", "pcm_f32le", "0.25"),
        ("a.mkv", "flac", nil), ("a.mp4", "alac", "0.5"), ("a.avi", "pcm_s16le", nil),
      ] as [(String, String, String?)])
    func exact(name: String, codec: String, offset: String?) throws {
      let input = try make(name, ["-c:a", codec], offset: offset)
      let output = folder("out-" + name)
      let report = try isolator.isolate(input, to: output)
      #expect(report.warnings == [])
      #expect(report.channelCount == 2)
      let samples = try Video.samples(input)
      #expect(samples.count == 8 * report.frameCount)
      #expect(try Video.samples(output) == samples)
      #expect(try Video.hashes(output, "0:v") == Video.hashes(input, "0:v"))
      let entries = "stream=codec_name,sample_fmt,start_time,channel_layout,sample_rate"
      #expect(try Video.probe(output, entries) == Video.probe(input, entries))
      #expect(try folder.names == [name, "out-" + name])
    }

    @Test("Whatever program is at work when it is cancelled, that ends, and nothing stays")
    func cancelled() throws {
      let input = try make("a.mp4", ["-c:a", "aac"])
      for milliseconds in [0, 30, 60, 90, 120, 150, 200] {
        let started = ContinuousClock().now
        var isolator = isolator
        isolator.isCancelled = { ContinuousClock().now - started >= .milliseconds(milliseconds) }
        do throws(SoundFileError) {
          // A fast machine may be done before.
          _ = try isolator.isolate(input, to: folder("out.mp4"))
          try? FileManager.default.removeItem(at: folder.file("out.mp4"))
        } catch {
          #expect(error.reason == .cancelled, "after \(milliseconds) ms")
        }
        #expect(try folder.names == ["a.mp4"])
      }
    }

    @Test(
      "Coded sound begins when it did and is as long",
      arguments: [("a.mp4", "aac", "1.5"), ("a.mkv", "libopus", "0.5"), ("a.mkv", "ac3", "0")])
    func coded(name: String, codec: String, offset: String) throws {
      let input = try make(name, ["-c:a", codec, "-b:a", "192k"], offset: offset)
      let output = folder("out-" + name)
      _ = try isolator.isolate(input, to: output)
      #expect(try Video.samples(output).count == Video.samples(input).count)
      let entries = "stream=codec_name,start_time"
      #expect(try Video.probe(output, entries) == Video.probe(input, entries))
      #expect(try Video.hashes(output, "0:v") == Video.hashes(input, "0:v"))
    }

    @Test("The same input gives the same bytes", arguments: ["a.mp4", "a.mkv"])
    func deterministic(name: String) throws {
      let input = try make(name, ["-c:a", "aac"])
      for output in ["1-" + name, "2-" + name] {
        _ = try isolator.isolate(input, to: folder(output))
      }
      #expect(try folder.bytes("1-" + name) == folder.bytes("2-" + name))
    }

    @Test("One track is cleaned: the one that is asked for, or else the file's own choice")
    func tracks() throws {
      let input = folder("a.mov")
      let isolator = FileIsolator.passThrough(gain: 0.5)
      try Video.ffmpeg(
        Array(Video.noise()[..<4]) + ["-map", "0", "-map", "0", "-map", "0", "-c:a", "pcm_s16le"]
          + ["-disposition:0", "0", "-disposition:1", "default", "-disposition:2", "0", input])
      for (track, cleaned) in [(nil, 1), (1, 0), (2, 1), (3, 2)] as [(Int?, Int)] {
        _ = try isolator.isolate(input, to: folder("out.mov"), track: track)
        for other in 0..<3 {
          let isKept =
            try Video.hashes(input, "0:a:\(other)")
            == Video.hashes(folder("out.mov"), "0:a:\(other)")
          #expect(isKept == (other != cleaned))
        }
      }
      for track in [0, 4, .max] {
        let error = #expect(throws: SoundFileError.self) {
          try isolator.isolate(input, to: folder("none.mov"), track: track)
        }
        #expect(error?.reason == .noSuchTrack(track, count: 3))
      }
      #expect(try folder.names == ["a.mov", "out.mov"])
    }

    @Test("A track that is not there is told of sound files too")
    func trackOfSoundFile() throws {
      let input = try folder.write("a.wav", WAVFile(samples: WAVFile.noise(count: 99)).bytes)
      _ = try isolator.isolate(input, to: folder("out.wav"), track: 1)
      let error = #expect(throws: SoundFileError.self) {
        try isolator.isolate(input, to: folder("none.wav"), track: 2)
      }
      #expect(error?.reason == .noSuchTrack(2, count: 1))
      #expect(error?.description.hasSuffix("has one sound track, and no track 2") == true)
    }

    @Test("The sound alone, in a sound file of the same depth")
    func soundAlone() throws {
      for (codec, format) in [("pcm_s16le", "s16"), ("pcm_s24le", "s32"), ("pcm_f32le", "flt")] {
        let input = try make("\(codec).mov", ["-c:a", codec])
        _ = try isolator.isolate(input, to: folder("out.wav"))
        #expect(try Video.samples(folder("out.wav")) == Video.samples(input))
        let format = "sample_fmt=\(format)\n"
        #expect(try Video.probe(folder("out.wav"), "stream=sample_fmt") == format)
      }
    }

    @Test("What cannot be done is one typed error, and nothing is left behind")
    func failures() throws {
      let input = try make("a.mp4", ["-c:a", "aac"])
      try Video.ffmpeg(Video.picture + [folder("silent.mp4")])
      try Video.ffmpeg(
        Video.noise(sampleRateHz: 352_800) + ["-c:a", "alac", folder("fast.m4a")])
      try folder.write("cut.mp4", Array(folder.bytes("a.mp4").prefix(5_000)))
      let names = try folder.names
      #expect(failure("silent.mp4", "out.mp4") == .noSound)
      let rates = 8_000...192_000
      #expect(
        failure("fast.m4a", "out.m4a") == .unsupportedSampleRate(hz: 352_800, supportedHz: rates))
      #expect(failure("cut.mp4", "out.mp4") == .notASound("moov atom not found"))
      #expect(failure("a.mp4", "out.amr") == .cannotWriteExtension("amr"))
      #expect(failure("a.mp4", "a.mp4") == .sameFile)
      #expect(failure("a.mp4", "no/out.mp4") == .folderMissing(folder("no")))
      // The encoder is gone while it is still fed; no signal may end this process.
      guard case .programFailed("ffmpeg", let why) = failure("a.mp4", "out.webm") else {
        Issue.record("MPEG-4 was written to WebM")
        return
      }
      #expect(why.contains("WebM"))
      #expect(try folder.names == names)
      _ = input
    }

    @Test("Pieces that are missing are silence, so that the rest stays where it was")
    func gap() throws {
      let whole = try make("whole.mkv", ["-c:a", "pcm_s16le"])
      let gap = folder("gap.mkv")
      // Of each stream, packets 20 to 39 are lost: of the sound, 20 · 1024 samples.
      try Video.ffmpeg(
        ["-i", whole, "-c", "copy", "-bsf:a", "noise=drop='gte(n,20)*lt(n,40)'", gap])
      let report = try isolator.isolate(gap, to: folder("out.wav"))
      let (samples, original) = (
        try Video.samples(folder("out.wav")), try Video.samples(whole)
      )
      // Times of this container are rounded to ms.
      #expect(abs(report.frameCount - 72_000) <= 48)
      #expect(samples.prefix(20 * 8_192) == original.prefix(20 * 8_192))
      #expect(samples[(20 * 8_192)..<(40 * 8_192 - 8 * 48)].allSatisfy { $0 == 0 })
      let rest = (original.count - 40 * 8_192)
      #expect(samples.suffix(rest) == original.suffix(rest))
    }

    private func failure(_ input: String, _ output: String) -> SoundFileError.Reason? {
      #expect(throws: SoundFileError.self) {
        try isolator.isolate(folder(input), to: folder(output))
      }?.reason
    }
  }
#endif
