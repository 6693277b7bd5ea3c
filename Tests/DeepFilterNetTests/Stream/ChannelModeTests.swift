import DeepFilterNet
import Testing

/// Channels that share one network.
@Suite struct ChannelModeTests {
  let model: DeepFilterModel
  let sound = TestSound.voice(count: 30_000)

  init() throws { model = try TestModels.bundled.get() }

  @Test("One channel is the same in either mode")
  func mono() {
    expectSameBits(
      model.isolate(sound.span, channelCount: 1, mode: .shared), model.isolate(sound))
  }

  @Test("Equal channels are their mean: both come out as one alone")
  func equal() {
    let stereo = Streams.interleaved([sound, sound])
    let result = model.isolate(stereo.span, channelCount: 2, mode: .shared)
    let alone = model.isolate(sound)
    expectSameBits(Streams.channel(0, of: result, channels: 2), alone)
    expectSameBits(Streams.channel(1, of: result, channels: 2), alone)
  }

  @Test("The same is done to every channel: halves stay halves, silence stays silence")
  func image() {
    let halves = sound.map { $0 / 2 }
    let silence = [Float](repeating: 0, count: sound.count)
    let result = model.isolate(
      Streams.interleaved([sound, halves, silence]).span, channelCount: 3, mode: .shared)
    let first = Streams.channel(0, of: result, channels: 3)
    #expect(first.contains { abs($0) > 0.01 })
    expectSameBits(Streams.channel(1, of: result, channels: 3), first.map { $0 / 2 })
    expectSameBits(Streams.channel(2, of: result, channels: 3), silence)
  }

  @Test("The same bits live, in callbacks, in a file, in pieces, on any number of threads")
  func lawOfBits() {
    let other = Array(TestSound.voice(count: 40_000).suffix(30_000))
    let stereo = Streams.interleaved([sound, other])
    let whole = model.isolate(stereo.span, channelCount: 2, mode: .shared)
    #expect(whole != model.isolate(stereo.span, channelCount: 2))
    for threads in [2, 3] {
      expectSameBits(
        whole, model.isolate(stereo.span, channelCount: 2, mode: .shared, threads: threads))
    }
    for pace in [SoundIsolator.Pace.live, .file] {
      let isolator = SoundIsolator(model: model, channelCount: 2, mode: .shared, pace: pace)
      expectSameBits(whole, Streams.pushed(isolator, stereo, pieces: [1, 479, 4_096]))
    }
    let live = Streams.live(VoiceIsolator(model: model, channelCount: 2, mode: .shared), stereo)
    let delay = 2 * model.delayInSamples
    expectSameBits(whole.prefix(live.count - delay), live.dropFirst(delay))
    let callbacks = CallbackIsolator(
      model: model, channelCount: 2, mode: .shared, pieces: .fixed(480))
    expectSameBits(live, Streams.calledBack(callbacks, stereo, pieces: [480]))
  }
}
