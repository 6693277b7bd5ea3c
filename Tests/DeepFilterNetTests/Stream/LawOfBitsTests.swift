import DeepFilterNet
import Dispatch
import Testing

/// The same input gives the same bits however it is cut, on any number of threads, beside any others.
@Suite("Law of bits")
struct LawOfBitsTests {
  let model: DeepFilterModel
  let sound = TestSound.voice(count: 71_111)

  init() throws { model = try TestModels.bundled.get() }

  @Test("Live hops equal the whole sound, on all instructions", arguments: Instructions.available)
  func liveEqualsWhole(instructions: Instructions) {
    var model = model
    model.instructions = instructions
    let delay = model.delayInSamples
    let live = Streams.live(
      VoiceIsolator(model: model), sound + [Float](repeating: 0, count: delay + 480))
    let aligned = Array(live.dropFirst(delay).prefix(sound.count))
    #expect(aligned == model.isolate(sound))
    let pushed = Streams.pushed(SoundIsolator(model: model, pace: .live), sound)
    #expect(pushed == aligned)
  }

  // The instructions without a fused multiply-add round otherwise. Measured: 96 dB.
  @Test("All instructions with a fused multiply-add give the same bits, the others nearly the same")
  func instructions() {
    let cleaned = Instructions.available.map { instructions in
      var model = model
      model.instructions = instructions
      return model.isolate(sound)
    }
    let best = cleaned[cleaned.count - 1]
    for cleaned in cleaned.dropFirst() { #expect(cleaned == best) }
    let measured = fidelity(of: cleaned[0], to: best, input: sound)
    #expect(measured >= 80, "\(measured) dB")
  }

  @Test(
    "With float32 weights a BLAS changes files by next to nothing",
    arguments: TestModels.float32Names)
  func blas(name: String) throws {
    let model = try DeepFilterModel(contentsOfFile: TestModels.float32Path(name))
    let live = Streams.pushed(SoundIsolator(model: model, pace: .live), sound)
    let whole = Streams.pushed(SoundIsolator(model: model, pace: .file), sound)
    #if BLAS
      // Measured: 127 dB.
      let measured = fidelity(of: live, to: whole, input: sound)
      #expect(measured >= 110, "\(measured) dB")
    #else
      #expect(live == whole)
    #endif
  }

  @Test(
    "Any cutting gives the same", arguments: [SoundIsolator.Pace.live, .file],
    [[1, 0, 7], [479], [480], [481, 3], [30_720], [30_719, 2], [100_000]])
  func cutting(pace: SoundIsolator.Pace, pieces: [Int]) {
    let sound = Array(sound.prefix(33_333))
    let expected = Streams.pushed(SoundIsolator(model: model, pace: pace), sound)
    let actual = Streams.pushed(SoundIsolator(model: model, pace: pace), sound, pieces: pieces)
    #expect(actual == expected)
  }

  @Test(
    "Callbacks of any size give the hops' samples, later by what was announced",
    arguments: [
      CallbackIsolator.Pieces.fixed(1), .fixed(64), .fixed(441), .fixed(480), .fixed(512),
      .fixed(1024), .upTo(700),
    ])
  func callbacks(pieces: CallbackIsolator.Pieces) {
    let sound = Array(sound.prefix(20_000))
    let isolator = CallbackIsolator(model: model, pieces: pieces)
    let sizes =
      switch pieces {
      case .fixed(let count): [count]
      case .upTo: [1, 700, 0, 479, 480, 481, 13]
      }
    let actual = Streams.calledBack(isolator, sound, pieces: sizes)
    let extra = isolator.delayInSamples - model.delayInSamples
    let live = Streams.live(VoiceIsolator(model: model), sound)
    let expected = [Float](repeating: 0, count: extra) + live
    let count = min(actual.count, expected.count)
    #expect(count > 18_000)
    #expect(actual.prefix(count) == expected.prefix(count))
  }

  /// Pieces of a fixed size, and what they add to the model's delay.
  static let extraDelays: [(size: Int, extra: Int)] = [
    (480, 0), (960, 0), (512, 448), (441, 477), (64, 448), (160, 320), (1, 479),
  ]

  @Test("The delay of callbacks is as short as can be", arguments: extraDelays)
  func callbackDelay(size: Int, extra: Int) {
    let isolator = CallbackIsolator(model: model, pieces: .fixed(size))
    #expect(isolator.delayInSamples == 1440 + extra)
  }

  @Test("Channels do not touch each other, whatever the number of threads", arguments: [1, 2, 8])
  func threads(threads: Int) {
    let voices = (1...3).map { TestSound.voice(seed: UInt64($0), count: 40_000) }
    let together = model.isolate(
      Streams.interleaved(voices).span, channelCount: 3, threads: threads)
    for channel in 0..<3 {
      let alone = model.isolate(voices[channel])
      #expect(Streams.channel(channel, of: together, channels: 3) == alone, "channel \(channel)")
    }
  }

  @Test(
    "Threads on a single channel change nothing", arguments: [2, 4, 64],
    [0, 1, 7_680, 23_041, 40_000])
  func threadsOnOne(threads: Int, count: Int) {
    let sound = Array(sound.prefix(count))
    let isolator = SoundIsolator(model: model, threads: threads)
    for _ in 0..<2 {
      #expect(Streams.pushed(isolator, sound, pieces: [997]) == model.isolate(sound))
    }
  }

  @Test("Options changed on the way change the same samples on any number of threads")
  func changesOnTheWay() {
    func cleaned(threads: Int) -> [Float] {
      let isolator = SoundIsolator(model: model, threads: threads)
      var output: [Float] = []
      for (start, limit) in [(0, nil), (10_000, 0), (30_000, 12), (50_000, nil)] as [(Int, Float?)]
      {
        isolator.controls.options.attenuationLimitDB = limit
        let end = min(start + (start == 0 ? 10_000 : 20_000), sound.count)
        isolator.push(sound[start..<end].span, into: &output)
      }
      isolator.finish(into: &output)
      return output
    }
    let alone = cleaned(threads: 1)
    #expect(alone.count == 70_000)
    #expect(alone != model.isolate(Array(sound.prefix(70_000))))
    for threads in [2, 4] { #expect(cleaned(threads: threads) == alone) }
  }

  @Test("Live channels do not touch each other; equal ones stay equal")
  func liveChannels() {
    let voices = [1, 2, 1].map { TestSound.voice(seed: $0, count: 24_000) }
    let together = Streams.live(
      VoiceIsolator(model: model, channelCount: 3), Streams.interleaved(voices))
    for channel in 0..<3 {
      let alone = Streams.live(VoiceIsolator(model: model), voices[channel])
      #expect(Streams.channel(channel, of: together, channels: 3) == alone, "channel \(channel)")
    }
  }

  @Test("A silent channel stays silent beside a loud one")
  func silentChannel() {
    let silence = [Float](repeating: 0, count: 24_000)
    let sound = Streams.interleaved([TestSound.voice(count: 24_000), silence])
    let result = model.isolate(sound.span, channelCount: 2)
    #expect(Streams.channel(1, of: result, channels: 2) == silence)
  }

  @Test("Streams at the same time do not touch each other", arguments: [8])
  func sideBySide(count: Int) {
    let model = model
    let results = Results(count: count)
    DispatchQueue.concurrentPerform(iterations: count) { i in
      let sound = TestSound.voice(seed: UInt64(i), count: 36_000)
      results.set(i, Streams.live(VoiceIsolator(model: model), sound) + model.isolate(sound))
    }
    for i in 0..<count {
      let sound = TestSound.voice(seed: UInt64(i), count: 36_000)
      let alone = Streams.live(VoiceIsolator(model: model), sound) + model.isolate(sound)
      #expect(results.get(i) == alone, "stream \(i)")
    }
  }

  @Test("Wrong use traps", arguments: [0, 1, 2])
  func preconditions(index: Int) async {
    let path = TestModels.bundledPath
    await #expect(processExitsWith: .failure) {
      [path = path as String, index = index as Int] in
      let model = try DeepFilterModel(contentsOfFile: path)
      switch index {
      case 0: _ = CallbackIsolator(model: model, pieces: .upTo(1 << 62))
      case 1: _ = CallbackIsolator(model: model, sampleRateHz: 7_999, pieces: .fixed(80))
      default: _ = VoiceIsolator(model: model, channelCount: 1 << 60)
      }
    }
  }

  @Test("A pointer a channel gives what contiguous channels give, in place too")
  func pointers() {
    let voices = (1...2).map { TestSound.voice(seed: UInt64($0), count: 9_600) }
    let expected = Streams.live(
      VoiceIsolator(model: model, channelCount: 2), Streams.interleaved(voices))
    let isolator = VoiceIsolator(model: model, channelCount: 2)
    let callback = CallbackIsolator(model: model, channelCount: 2, pieces: .fixed(480))
    for inPlace in [false, true] {
      var (left, right) = (voices[0], voices[1])
      var cleanLeft = [Float](repeating: 0, count: 9_600)
      var cleanRight = cleanLeft
      unsafe left.withUnsafeMutableBufferPointer { left in
        unsafe right.withUnsafeMutableBufferPointer { right in
          unsafe cleanLeft.withUnsafeMutableBufferPointer { cleanLeft in
            unsafe cleanRight.withUnsafeMutableBufferPointer { cleanRight in
              for start in stride(from: 0, to: 9_600, by: 480) {
                let input = unsafe [
                  UnsafePointer(left.baseAddress! + start),
                  UnsafePointer(right.baseAddress! + start),
                ]
                let output = unsafe [
                  (inPlace ? left : cleanLeft).baseAddress! + start,
                  (inPlace ? right : cleanRight).baseAddress! + start,
                ]
                if inPlace {
                  unsafe callback.process(input, into: output, count: 480)
                } else {
                  unsafe isolator.process(input, into: output)
                }
              }
            }
          }
        }
      }
      let actual = Streams.interleaved(inPlace ? [left, right] : [cleanLeft, cleanRight])
      #expect(actual == expected)
    }
  }
}

/// Results of streams that run at once.
private final class Results: @unchecked Sendable {
  // Guarded by the queue.
  private var values: [[Float]]
  private let queue = DispatchQueue(label: "results")

  init(count: Int) { values = Array(repeating: [], count: count) }

  func set(_ index: Int, _ value: [Float]) { queue.sync { values[index] = value } }

  func get(_ index: Int) -> [Float] { queue.sync { values[index] } }
}
