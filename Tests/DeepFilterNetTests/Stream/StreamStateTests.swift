import DeepFilterNet
import Testing

/// What a stream carries from hop to hop, and what it must not.
@Suite("State of a stream")
struct StreamStateTests {
  let model: DeepFilterModel
  let sound = TestSound.voice(count: 33_600)

  init() throws { model = try TestModels.bundled.get() }

  @Test("A reset stream equals a fresh one")
  func reset() {
    let other = TestSound.voice(seed: 5, count: 20_000)

    let hops = VoiceIsolator(model: model, options: IsolationOptions(attenuationLimitDB: 12))
    let fresh = Streams.live(hops, sound)
    _ = Streams.live(hops, other)
    hops.reset()
    #expect(Streams.live(hops, sound) == fresh)

    let callbacks = CallbackIsolator(model: model, pieces: .upTo(1000))
    let freshCallbacks = Streams.calledBack(callbacks, sound, pieces: [1000, 17])
    _ = Streams.calledBack(callbacks, other, pieces: [999])
    callbacks.reset()
    #expect(Streams.calledBack(callbacks, sound, pieces: [1000, 17]) == freshCallbacks)

    let pushes = SoundIsolator(model: model)
    let freshPushes = Streams.pushed(pushes, sound)
    _ = Streams.pushed(pushes, other)
    #expect(Streams.pushed(pushes, sound) == freshPushes)
  }

  @Test(
    "As many samples come out as go in",
    arguments: [0, 1, 479, 480, 481, 1439, 1440, 1441, 30_720, 30_721, 48_001])
  func length(count: Int) {
    let sound = TestSound.voice(count: count)
    for pace in [SoundIsolator.Pace.live, .file] {
      let result = Streams.pushed(SoundIsolator(model: model, pace: pace), sound)
      #expect(result.count == count)
      #expect(result.allSatisfy { $0.isFinite })
    }
  }

  @Test("Many channels are cleaned in smaller blocks, to the same bits")
  func manyChannels() {
    let sound = TestSound.voice(count: 9_600)
    let count = 100
    let result = model.isolate(
      Streams.interleaved([[Float]](repeating: sound, count: count)).span, channelCount: count)
    #expect(Streams.channel(0, of: result, channels: count) == model.isolate(sound))
    #expect(Streams.channel(count - 1, of: result, channels: count) == model.isolate(sound))
  }

  @Test("The last samples carry sound")
  func tail() {
    let sound = TestSound.voice(count: 48_001)
    let result = model.isolate(sound, options: IsolationOptions(attenuationLimitDB: 6))
    #expect(zip(result, sound).suffix(100).allSatisfy { $0 != 0 || $1 == 0 })
  }

  @Test("Output lines up with input", arguments: [nil, 0, 12] as [Float?])
  func alignment(limit: Float?) {
    let result = model.isolate(sound, options: IsolationOptions(attenuationLimitDB: limit))
    func correlation(_ lag: Int) -> Float {
      (1000..<sound.count - 1000).reduce(0) { $0 + sound[$1] * result[$1 + lag] }
    }
    let best = (-600...600).max { correlation($0) < correlation($1) }
    #expect(best == 0)
  }

  @Test(
    "An absurd sample counts as 0", arguments: [Float.nan, .infinity, -.infinity, 1e9, -1e30, 64.1])
  func absurd(value: Float) {
    var (damaged, mended) = (sound, sound)
    for place in [0, 12_345, 12_346, 30_000] {
      damaged[place] = value
      mended[place] = 0
    }
    let isolator = SoundIsolator(model: model)
    #expect(Streams.pushed(isolator, damaged) == model.isolate(mended))
    #expect(isolator.replacedSampleCount == 4)

    let hops = VoiceIsolator(model: model)
    var output = [Float](repeating: 0, count: 480)
    var samples = output.mutableSpan
    let report = hops.process(damaged[12_000..<12_480].span, into: &samples)
    #expect(report.replacedSampleCount == 2)
    #expect(output.allSatisfy { $0.isFinite })
  }

  @Test("±64 is still sound")
  func loud() {
    let loud = sound.map { $0 * 100 }.map { min(max($0, -64), 64) }
    let isolator = SoundIsolator(model: model)
    let result = Streams.pushed(isolator, loud)
    #expect(isolator.replacedSampleCount == 0)
    #expect(result.allSatisfy { $0.isFinite })
    #expect(result.contains { $0 != 0 })
  }

  @Test("After a minute of zeros sound comes out as finite as before")
  func zeros() {
    let silence = [Float](repeating: 0, count: 48_000 * 60)
    let result = model.isolate(silence + sound)
    #expect(result.allSatisfy { $0.isFinite })
    #expect(result.suffix(sound.count).contains { abs($0) > 0.01 })
    // The deep filter sees two hops ahead, and a frame is two hops long.
    #expect(result.prefix(silence.count - 4 * 480).allSatisfy { $0 == 0 })
  }

  @Test("The local SNR is low in noise")
  func localSNR() {
    let isolator = VoiceIsolator(model: model)
    #expect(isolator.localSNRDB(channel: 0) == -15)
    var output = [Float](repeating: 0, count: 480)
    var noise = TestSound(seed: 3)
    var localSNRDB: Float = .nan
    for _ in 0..<100 {
      let hop = (0..<480).map { _ in 0.05 * noise.next() }
      var samples = output.mutableSpan
      localSNRDB = isolator.process(hop.span, into: &samples).localSNRDB
    }
    #expect(localSNRDB < -5)
    #expect(localSNRDB == isolator.localSNRDB(channel: 0))
    isolator.reset()
    #expect(isolator.localSNRDB(channel: 0) == -15)
  }
}
