import Testing

@testable import DeepFilterNet

/// Callbacks at other sample rates than the model's.
@Suite("Callbacks at any sample rate")
struct CallbackRateTests {
  let model: DeepFilterModel

  init() throws { model = try TestModels.bundled.get() }

  static let rates = [
    8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 47_952, 88_200, 96_000, 191_999, 192_000,
  ]

  private func isolator(
    _ rate: Int?, pieces: CallbackIsolator.Pieces, channelCount: Int = 1, mode: ChannelMode = .each
  ) -> CallbackIsolator {
    CallbackIsolator(
      model: model, sampleRateHz: rate, channelCount: channelCount, mode: mode, pieces: pieces)
  }

  /// What an isolator gives in pieces of these sizes is `clean`, later by what it says.
  private func expectDelayed(
    _ isolator: CallbackIsolator, _ sound: [Float], _ sizes: [Int], _ clean: [Float], _ what: String
  ) {
    let actual = Streams.calledBack(isolator, sound, pieces: sizes)
    let zeros = [Float](
      repeating: 0, count: isolator.delayInSamples * isolator.channelCount)
    #expect(actual.count > sound.count - 4096 * isolator.channelCount)
    expectSameBits(actual, (zeros + clean).prefix(actual.count), what)
  }

  @Test("Every size of piece gives the sound's samples, later by what is stated", arguments: rates)
  func pieces(rate: Int) {
    let sound = TestSound.voice(count: rate / 3 + 4096)
    let clean = Streams.pushed(
      SoundIsolator(model: model, sampleRateHz: rate, pace: .live), sound)
    let any = isolator(rate, pieces: .upTo(4096))
    // Once more after the other pieces: also a stream that was put back is like that.
    for sizes in [[4096], [1, 700, 0, 441, 479, 480, 481, 13, 4096], [1]] {
      expectDelayed(any, sound, sizes, clean, "\(sizes)")
      any.reset()
    }
    for size in [441, 1024] {
      expectDelayed(isolator(rate, pieces: .fixed(size)), sound, [size], clean, "\(size)")
    }
  }

  @Test("Fixed pieces from 1 to 4096", arguments: [1, 7, 64, 147, 160, 441, 512, 882, 4096])
  func fixed(size: Int) {
    let sound = TestSound.voice(count: 20_000)
    for rate in [16_000, 44_100, 96_000] {
      let clean = Streams.pushed(
        SoundIsolator(model: model, sampleRateHz: rate, pace: .live), sound)
      expectDelayed(
        isolator(rate, pieces: .fixed(size)), sound, [size], clean, "\(rate) Hz by \(size)")
    }
  }

  @Test("Two channels, with a network each and with one", arguments: [ChannelMode.each, .shared])
  func stereo(mode: ChannelMode) {
    let sound = Streams.interleaved(
      [TestSound.voice(count: 20_000), TestSound.voice(seed: 2, count: 20_000)])
    for rate in [8_000, 44_100, 96_000] {
      let clean = Streams.pushed(
        SoundIsolator(
          model: model, sampleRateHz: rate, channelCount: 2, mode: mode, pace: .live), sound)
      let isolator = isolator(rate, pieces: .upTo(1000), channelCount: 2, mode: mode)
      expectDelayed(isolator, sound, [1000, 3, 480], clean, "\(rate) Hz")
    }
  }

  @Test(
    "The delay is the least: with one less, a piece would find a sample missing",
    arguments: [8_000, 11_025, 32_000, 44_100, 47_952, 48_000, 96_000])
  func least(rate: Int) {
    // From when the beginning is over, a second holds all that there is.
    let beginning = rate / 5
    let counts = Streams.outputCounts(
      SoundIsolator(model: model, sampleRateHz: rate, pace: .live), count: beginning + rate)
    for size in [0, 1, 64, 441, 480, 512, 600] {
      let piece = max(size, 1)
      var needed = 0
      for end in stride(from: 0, through: piece * rate, by: piece) {
        let seconds = max(0, (end - beginning) / rate)
        needed = max(needed, end - (counts[end - seconds * rate] + seconds * rate))
      }
      let isolator = isolator(rate, pieces: size == 0 ? .upTo(1024) : .fixed(size))
      #expect(isolator.delayInSamples == needed, "\(size)")
      #expect(isolator.sampleRateHz == rate)
    }
  }

  /// In samples a channel, for pieces of any size, and of 10 ms.
  static let statedDelays: [(rate: Int, any: Int, hop: Int)] = [
    (8_000, 468, 394), (16_000, 788, 714), (44_100, 1_913, 1_839), (48_000, 1_919, 1_440),
    (96_000, 4_138, 3_990), (192_000, 8_275, 7_980),
  ]

  @Test("Delays", arguments: statedDelays)
  func delays(rate: Int, any: Int, hop: Int) {
    #expect(isolator(rate, pieces: .upTo(1024)).delayInSamples == any)
    #expect(isolator(rate, pieces: .fixed(rate / 100)).delayInSamples == hop)
  }

  @Test("A stream with a delay one less runs dry, one with the delay does not")
  func dry() async {
    await #expect(processExitsWith: .success) { try run(shorterBy: 0) }
    await #expect(processExitsWith: .failure) { try run(shorterBy: 1) }
  }

  @Test("Absurd samples count as 0 before they can spread, and are counted")
  func absurd() {
    var sound = TestSound.voice(count: 8_820)
    for i in 4_000..<4_003 { sound[i] = 0 }
    let clean = Streams.calledBack(isolator(44_100, pieces: .fixed(441)), sound, pieces: [441])
    for (i, value) in ([.nan, -.infinity, 64.1] as [Float]).enumerated() {
      sound[4_000 + i] = value
    }
    let isolator = isolator(44_100, pieces: .fixed(441))
    expectSameBits(Streams.calledBack(isolator, sound, pieces: [441]), clean)

    isolator.reset()
    var output = [Float](repeating: 0, count: 441)
    var samples = output.mutableSpan
    let report = isolator.process(sound[3_900..<4_341].span, into: &samples)
    #expect(report.replacedSampleCount == 3)
  }
}

/// A second and more of silence, a sample at a time, at 44.1 kHz.
private func run(shorterBy difference: Int) throws {
  let model = try TestModels.bundled.get()
  let delay = CallbackIsolator(model: model, sampleRateHz: 44_100, pieces: .fixed(1)).delayInSamples
  var state = CallbackState(
    stream: StreamState.warm(model: model, channelCount: 1),
    filters: RateFilters(model, soundRateHz: 44_100),
    delayInSamples: delay - difference, largestPiece: 1)
  for _ in 0..<50_000 { _ = state.advance(count: 1, IsolationSettings(IsolationOptions())) }
}
