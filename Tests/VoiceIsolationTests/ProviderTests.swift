import DeepFilterNet
import Foundation
import Testing
import VoiceIsolation
import VoiceIsolationTestSupport

#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  @Suite("Provider")
  struct ProviderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: folder(name)) }

    /// A clip like the ones that editors hand over.
    @discardableResult
    private func clip(
      _ name: String, seconds: Double = 1, channelCount: Int = 1, seed: UInt64 = 1
    ) throws -> URL {
      let voice = TestVoice.samples(count: Int(seconds * 48_000), seed: seed)
      let samples = voice.flatMap { repeatElement(Double($0), count: channelCount) }
      try SoundFile(
        format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channelCount: channelCount, samples: samples
      ).write(to: folder(name))
      return url(name)
    }

    private func provider(
      options: ClipOptions = .init(), clipsAtOnce: Int = 1
    ) -> DeepFilterNetProvider {
      DeepFilterNetProvider(
        model: .file(TestVoice.modelURL), options: options, clipsAtOnce: clipsAtOnce)
    }

    @Test("A clip comes out as files do: the same bits, format and length", arguments: [1, 2])
    func clipComesOut(channelCount: Int) async throws {
      let input = try clip("in.wav", channelCount: channelCount)
      let provider = provider()
      try await provider.prewarm()
      try await provider.isolateVoice(from: input, to: url("out.wav"))
      _ = try FileIsolator(model: TestVoice.model.get())
        .isolate(folder("in.wav"), to: folder("expected.wav"))
      #expect(try folder.bytes("out.wav") == folder.bytes("expected.wav"))
      let sound = try SoundFile(path: folder("out.wav"))
      #expect(sound.format == SF_FORMAT_WAV | SF_FORMAT_PCM_16)
      #expect(sound.channelCount == channelCount && sound.frameCount == 48_000)
    }

    @Test("A model from bytes, from a file and from a folder gives the same bits")
    func models() async throws {
      let input = try clip("in.wav")
      let file = TestVoice.modelURL
      let sources: [ModelSource] = [
        .file(file), .bytes(try Data(contentsOf: file)), .folder(file.deletingLastPathComponent()),
      ]
      var results: Set<Data> = []
      for source in sources {
        let configuration = DeepFilterNetConfiguration(model: source, loadMode: .lazy)
        try await configuration.provider.prewarm()
        try await configuration.provider.isolateVoice(from: input, to: url("out.wav"))
        results.insert(try Data(contentsOf: url("out.wav")))
      }
      #expect(results.count == 1)
    }

    @Test("A model that is missing or damaged is told at prewarm, or at the first clip")
    func missingModel() async throws {
      let input = try clip("in.wav")
      try folder.write("damaged.safetensors", [1, 2, 3])
      for model in [
        ModelSource.file(url("none")), .file(url("damaged.safetensors")), .bytes(Data()),
      ] {
        let eager = DeepFilterNetProvider(model: model)
        await expectFailure(.processingFailed) {
          try await eager.prewarm()
        }
        let lazy = DeepFilterNetProvider(model: model, loadMode: .lazy)
        try await lazy.prewarm()
        await expectFailure(.processingFailed) {
          try await lazy.isolateVoice(from: input, to: url("out.wav"))
        }
      }
      #expect(try folder.names == ["damaged.safetensors", "in.wav"])
    }

    @Test("A remote model is downloaded at prewarm, or at the first clip, and once")
    func remoteModel() async throws {
      let input = try clip("in.wav")
      let host = try ModelHost()
      let model = ModelSource.folder(host.base, cache: host.folder.url)
      let eager = DeepFilterNetProvider(model: model)
      let shares = Locked<[Double]>([])
      try await eager.prewarm { share in shares.change { $0.append(share) } }
      #expect(shares.value.last == 1)
      try await eager.isolateVoice(from: input, to: url("a.wav"))
      let lazy = DeepFilterNetProvider(model: model, loadMode: .lazy)
      try await lazy.prewarm()
      try await lazy.isolateVoice(from: input, to: url("b.wav"))
      #expect(try folder.bytes("a.wav") == folder.bytes("b.wav"))
      #expect(host.server.requestCount(of: ModelHost.file) == 1)
      try host.expectKept()
    }

    @Test("Nothing is downloaded for an input that is not there")
    func missingInput() async throws {
      let host = try ModelHost()
      let provider = DeepFilterNetProvider(
        model: .folder(host.base, cache: host.folder.url), loadMode: .lazy)
      await expectFailure(.processingFailed) {
        try await provider.isolateVoice(from: url("none.wav"), to: url("out.wav"))
      }
      #expect(host.server.requests == [])
    }

    @Test("A remote model that is not there is told, and asked for again when it is")
    func remoteModelMissing() async throws {
      let input = try clip("in.wav")
      let host = try ModelHost(nil)
      let provider = DeepFilterNetProvider(model: .folder(host.base, cache: host.folder.url))
      await expectFailure(.modelDownloadFailed) { try await provider.prewarm() }
      let error = await expectFailure(.modelDownloadFailed) {
        try await provider.isolateVoice(from: input, to: url("out.wav"))
      }
      #expect(error?.localizedDescription.contains("status 404") == true)
      #expect(try folder.names == ["in.wav"])
      host.server[ModelHost.file] = .body(ModelHost.weights)
      try await provider.isolateVoice(from: input, to: url("out.wav"))
    }

    @Test("Without a sample there is no audio, and no file")
    func noAudio() async throws {
      try clip("no-samples.wav", seconds: 0)
      try folder.write("no-bytes.wav", [])
      for name in ["no-samples.wav", "no-bytes.wav"] {
        await expectFailure(.noAudio) {
          try await provider().isolateVoice(from: url(name), to: url("out.wav"))
        }
      }
      #expect(try folder.names == ["no-bytes.wav", "no-samples.wav"])
    }

    @Test("What cannot be read or written says why")
    func processingFailed() async throws {
      let input = try clip("in.wav")
      try folder.write("text.wav", Array("not a sound".utf8))
      let cases: [(URL, URL, String)] = [
        (url("none.wav"), url("out.wav"), "No such file"),
        (url("text.wav"), url("out.wav"), "is not a sound file"),
        (input, url("missing/out.wav"), "there is no folder"),
        (input, input, "is the input itself"),
        (URL(string: "https://example.com/a.wav")!, url("out.wav"), "only files can be"),
        (input, URL(string: "https://example.com/a.wav")!, "only files can be"),
        (URL(string: "in.wav")!, url("out.wav"), "URL(fileURLWithPath:)"),
        (URL(string: "file://example.com\(input.path)")!, url("out.wav"), "only files can be"),
        (URL(string: "https://a:b@example.com/c?d")!, url("out.wav"), "https://example.com/c: "),
        // A file of that name, and not the standard input.
        (URL(string: "file:-")!, url("out.wav"), "No such file"),
      ]
      for (source, target, words) in cases {
        let error = await #expect(throws: VoiceIsolationError.self) {
          try await provider().isolateVoice(from: source, to: target)
        }
        #expect(error?.localizedDescription.contains(words) == true, "\(String(describing: error))")
      }
      #expect(try folder.names == ["in.wav", "text.wav"])
    }

    @Test(
      "Nobody waits for the other end of a pipe, or for the end of a device",
      .timeLimit(.minutes(1)))
    func pipes() async throws {
      let input = try clip("in.wav")
      #expect(unsafe mkfifo(folder("pipe.wav"), 0o600) == 0)
      let provider = provider()
      let zeros = URL(fileURLWithPath: "/dev/zero")
      for (source, target) in [
        (url("pipe.wav"), url("out.wav")), (zeros, url("out.wav")), (input, url("pipe.wav")),
      ] {
        let error = await expectFailure(.processingFailed) {
          try await provider.isolateVoice(from: source, to: target)
        }
        #expect(error?.localizedDescription.contains("it is no file but a pipe") == true)
      }
      #expect(try folder.names == ["in.wav", "pipe.wav"])
    }

    @Test("Names with spaces, umlauts and signs are files like others")
    func names() async throws {
      let input = try clip("ein Gespräch #1 100%.wav")
      try await provider().isolateVoice(from: input, to: url("sauber ü?.wav"))
      #expect(try folder.names.count == 2)
    }

    @Test("A clip that is cancelled leaves no file")
    func cancellation() async throws {
      let input = try clip("in.wav", seconds: 30)
      let provider = provider(options: ClipOptions(threads: 1))
      let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
      let output = url("out.wav")
      let isCancelled = Locked(false)
      let task = Task {
        try await provider.isolateVoice(from: input, to: output) { _ in
          // The work waits here until it is cancelled.
          beginning.yield()
          while !isCancelled.value { Thread.sleep(forTimeInterval: 0.001) }
        }
      }
      for await _ in begun { break }
      task.cancel()
      isCancelled.change { $0 = true }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try folder.names == ["in.wav"])
      // The next one is not.
      try await provider.isolateVoice(from: clip("short.wav"), to: output)
      #expect(try folder.names == ["in.wav", "out.wav", "short.wav"])
    }

    @Test("What is cancelled before it begins is not begun")
    func cancelledBefore() async throws {
      let input = try clip("in.wav")
      let provider = provider()
      let output = url("out.wav")
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try await provider.isolateVoice(from: input, to: output)
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try folder.names == ["in.wav"])
    }

    @Test("Progress goes from 0 to 1, and the report says what was done")
    func progress() async throws {
      let input = try clip("in.wav", seconds: 4)
      let fractions = Locked<[Double]>([])
      let report = try await provider().isolateVoice(from: input, to: url("out.wav")) { news in
        fractions.change { $0.append(news.fraction) }
      }
      let told = fractions.value
      #expect(told == told.sorted() && told.last == 1 && told.count > 3)
      #expect(report.frameCount == 4 * 48_000 && report.seconds == 4)
    }

    @Test("Six channels stay six, or become two where that is asked for")
    func sixChannels() async throws {
      try SoundFile(
        format: SF_FORMAT_WAVEX | SF_FORMAT_PCM_16, channelCount: 6,
        samples: TestVoice.samples(count: 6 * 24_000).map(Double.init)
      ).write(to: folder("in.wav"))
      try await provider().isolateVoice(from: url("in.wav"), to: url("six.wav"))
      #expect(try SoundFile(path: folder("six.wav")).channelCount == 6)
      try await provider(options: ClipOptions(mixesToStereo: true))
        .isolateVoice(from: url("in.wav"), to: url("two.wav"))
      let two = try SoundFile(path: folder("two.wav"))
      #expect(two.channelCount == 2 && two.frameCount == 24_000)
    }

    @Test("Mono and stereo stay what they are where more would become stereo", arguments: [1, 2])
    func fewChannels(channelCount: Int) async throws {
      let input = try clip("in.wav", channelCount: channelCount)
      try await provider(options: ClipOptions(mixesToStereo: true))
        .isolateVoice(from: input, to: url("a.wav"))
      try await provider().isolateVoice(from: input, to: url("b.wav"))
      #expect(try folder.bytes("a.wav") == folder.bytes("b.wav"))
    }
  }
#endif
