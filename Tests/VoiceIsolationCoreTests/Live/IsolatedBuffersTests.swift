import DeepFilterNet
import Testing
import VoiceIsolationCore
import VoiceIsolationTestSupport

@Suite("Live buffers")
struct IsolatedBuffersTests {
  private func buffers(
    of samples: [Float], sizes: [Int], sampleRateHz: Int = 48_000, channelCount: Int = 1
  ) throws -> [SoundBuffer] {
    var (buffers, place, number): ([SoundBuffer], Int, Int) = ([], 0, 0)
    while place < samples.count {
      let end = min(samples.count, place + sizes[number % sizes.count] * channelCount)
      buffers.append(
        try SoundBuffer(
          samples: Array(samples[place..<end]), sampleRateHz: sampleRateHz,
          channelCount: channelCount))
      (place, number) = (end, number + 1)
    }
    return buffers
  }

  private func stream(_ buffers: [SoundBuffer]) -> AsyncStream<SoundBuffer> {
    AsyncStream { continuation in
      for buffer in buffers { continuation.yield(buffer) }
      continuation.finish()
    }
  }

  private func isolated(
    _ buffers: [SoundBuffer], conditioning: Conditioning = .init()
  ) async throws -> [SoundBuffer] {
    var output: [SoundBuffer] = []
    let model = try TestVoice.model.get()
    for try await buffer in stream(buffers).isolatingVoice(with: model, conditioning: conditioning)
    {
      #expect(!buffer.samples.isEmpty)
      output.append(buffer)
    }
    return output
  }

  @Test(
    "However it is cut: as long as the input, on its place, the bits of the engine",
    arguments: [(48_000, 1), (44_100, 2), (16_000, 1)])
  func anyCutting(sampleRateHz: Int, channelCount: Int) async throws {
    let voice = TestVoice.samples(count: sampleRateHz * 2, sampleRateHz: sampleRateHz)
    let samples = voice.flatMap { repeatElement($0, count: channelCount) }
    let isolator = SoundIsolator(
      model: try TestVoice.model.get(), sampleRateHz: sampleRateHz, channelCount: channelCount,
      pace: .live)
    var expected: [Float] = []
    isolator.push(samples.span, into: &expected)
    isolator.finish(into: &expected)
    for sizes in [[1_024], [1, 479, 4_801, 0, 333], [Int.max / 4]] {
      let input = try buffers(
        of: samples, sizes: sizes, sampleRateHz: sampleRateHz, channelCount: channelCount)
      let output = try await isolated(input, conditioning: .none)
      expectSame(output.flatMap(\.samples), expected)
      #expect(
        output.allSatisfy { $0.sampleRateHz == sampleRateHz && $0.channelCount == channelCount })
    }
  }

  @Test("What goes in comes out within 50 ms of sound, before more is asked for")
  func delay() async throws {
    let samples = TestVoice.samples(count: 48_000)
    var (taken, given) = (0, 0)
    let model = try TestVoice.model.get()
    var iterator = Counting(buffers: try buffers(of: samples, sizes: [256]), taken: { taken = $0 })
      .isolatingVoice(with: model).makeAsyncIterator()
    while let buffer = try await iterator.next() {
      given += buffer.frameCount
      #expect(taken - given <= 2_400)
    }
    #expect(given == 48_000)
  }

  /// Tells how many samples were asked for.
  private struct Counting: AsyncSequence, AsyncIteratorProtocol {
    var buffers: [SoundBuffer]
    let taken: (Int) -> Void
    private var (place, count) = (0, 0)

    init(buffers: [SoundBuffer], taken: @escaping (Int) -> Void) {
      (self.buffers, self.taken) = (buffers, taken)
    }

    func makeAsyncIterator() -> Counting { self }

    mutating func next() async -> SoundBuffer? {
      guard place < buffers.count else { return nil }
      defer { place += 1 }
      count += buffers[place].frameCount
      taken(count)
      return buffers[place]
    }
  }

  @Test("Where the format changes, one sound ends and another begins")
  func formatChange() async throws {
    let first = try buffers(of: TestVoice.samples(count: 9_600), sizes: [1_000])
    let second = try buffers(
      of: TestVoice.samples(count: 8_820, sampleRateHz: 44_100), sizes: [700],
      sampleRateHz: 44_100, channelCount: 2)
    let together = try await isolated(first + second + first)
    let alone = try await (isolated(first), isolated(second))
    expectSame(
      together.flatMap(\.samples),
      (alone.0 + alone.1 + alone.0).flatMap(\.samples))
    #expect(together.filter { $0.sampleRateHz == 44_100 }.map(\.frameCount).reduce(0, +) == 4_410)
  }

  @Test("Nothing, and buffers without a sample, give nothing")
  func nothing() async throws {
    #expect(try await isolated([]).isEmpty)
    let empty = try SoundBuffer(samples: [], sampleRateHz: 48_000, channelCount: 2)
    #expect(try await isolated([empty, empty]).isEmpty)
  }

  @Test("An error of the source comes through behind what came before, and then nothing more")
  func sourceFails() async throws {
    struct Failure: Error {}
    let buffer = try SoundBuffer(
      samples: TestVoice.samples(count: 4_800), sampleRateHz: 48_000, channelCount: 1)
    let source = AsyncThrowingStream<SoundBuffer, any Error> { continuation in
      continuation.yield(buffer)
      continuation.finish(throwing: Failure())
    }
    var iterator = source.isolatingVoice(with: try TestVoice.model.get()).makeAsyncIterator()
    var count = 0
    await #expect(throws: Failure.self) {
      while let ready = try await iterator.next() { count += ready.frameCount }
    }
    #expect(count == 4_800)
    #expect(try await iterator.next() == nil)
  }

  @Test("A task that is cancelled stops")
  func cancelled() async throws {
    let input = try buffers(of: TestVoice.samples(count: 9_600), sizes: [480])
    let model = try TestVoice.model.get()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      for try await _ in Counting(buffers: input, taken: { _ in }).isolatingVoice(with: model) {}
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Strength 0 from the middle on leaves the rest as it is")
  func controls() async throws {
    let samples = TestVoice.samples(count: 96_000)
    let controls = IsolationControls()
    let (source, input) = AsyncStream.makeStream(of: SoundBuffer.self)
    var iterator = source.isolatingVoice(
      with: try TestVoice.model.get(), controls: controls, conditioning: .none
    ).makeAsyncIterator()
    var output: [Float] = []
    for (number, buffer) in try buffers(of: samples, sizes: [9_600]).enumerated() {
      if number == 5 { controls.options.strength = 0 }
      input.yield(buffer)
      output += try #require(try await iterator.next()).samples
    }
    input.finish()
    while let rest = try await iterator.next() { output += rest.samples }
    #expect(output.count == samples.count)
    #expect(Array(output[50_000...]) == Array(samples[50_000...]))
    #expect(Array(output[..<40_000]) != Array(samples[..<40_000]))
  }

  @Test("A format that is none is an error that says what would be right")
  func badFormats() {
    #expect(throws: SoundBufferError.unsupportedSampleRate(hz: 0)) {
      try SoundBuffer(samples: [], sampleRateHz: 0, channelCount: 1)
    }
    #expect(throws: SoundBufferError.unsupportedChannelCount(0)) {
      try SoundBuffer(samples: [], sampleRateHz: 48_000, channelCount: 0)
    }
    #expect(throws: SoundBufferError.incompleteFrame(sampleCount: 3, channelCount: 2)) {
      try SoundBuffer(samples: [1, 2, 3], sampleRateHz: 48_000, channelCount: 2)
    }
  }
}
