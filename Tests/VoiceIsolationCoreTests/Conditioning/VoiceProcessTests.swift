import DeepFilterNet
import Foundation
import Testing
import VoiceIsolationCore
import VoiceIsolationTestSupport

/// Sound that the network does not like as it is.
@Suite struct VoiceProcessTests {
  private let model: DeepFilterModel
  private let voice = TestVoice.samples(count: 96_000)
  private let bare: [Float]

  init() throws {
    model = try TestVoice.model.get()
    bare = model.isolate(voice)
  }

  /// Through the process, as a file that has been looked at, or while it runs.
  private func isolate(
    _ sound: [Float], channelCount: Int = 1, sampleRateHz: Int = 48_000,
    mode: ChannelMode = .each, options: IsolationOptions = .init(),
    conditioning: Conditioning = .init(), isRunning: Bool = false, isLive: Bool = false,
    threads: Int = 1, pieces: [Int] = [4_096],
    check: (_ inCount: Int, _ outCount: Int) -> Void = { _, _ in }
  ) -> (output: [Float], replaced: Int, mendings: [Mending]) {
    var description = SoundDescription(
      sampleRateHz: sampleRateHz, channelCount: channelCount, isLive: isLive)
    if !isRunning {
      var measurement = SoundMeasurement(sampleRateHz: sampleRateHz, channelCount: channelCount)
      measurement.add(sound)
      description.mendings = measurement.finish(conditioning, mode: mode)
    }
    var process = VoiceProcess(
      model: model, sound: description, mode: mode, options: options,
      conditioning: conditioning, threads: threads)
    var output: [Float] = []
    var (start, turn) = (0, 0)
    while start < sound.count {
      let end = min(start + pieces[turn % pieces.count] * channelCount, sound.count)
      process.push(Array(sound[start..<end]), into: &output)
      check(end / channelCount, output.count / channelCount)
      (start, turn) = (end, turn + 1)
    }
    process.finish(into: &output)
    return (output, process.replacedSampleCount, process.mendings)
  }

  @Test("Where nothing needs mending, the bits are those of the engine", arguments: [false, true])
  func nothing(isRunning: Bool) {
    expectSame(isolate(voice, isRunning: isRunning).output, bare)
    expectSame(isolate(voice, isRunning: isRunning, isLive: isRunning).output, bare)
    let stereo = Self.interleaved([voice, voice.reversed()])
    for mode in [ChannelMode.each, .shared] {
      let expected = model.isolate(stereo.span, channelCount: 2, mode: mode)
      let result = isolate(stereo, channelCount: 2, mode: mode, isRunning: isRunning, threads: 2)
      expectSame(result.output, expected)
      #expect(result.mendings == [Mending(), Mending()])
    }
  }

  @Test("Too quiet: the result is the loud one's, in proportion", arguments: [6, 8, 10, 12])
  func quiet(exponent: Int) {
    let gain = Float(sign: .plus, exponent: -exponent, significand: 1)
    let quiet = voice.map { $0 * gain }
    let result = isolate(quiet)
    #expect(result.mendings == [Mending(gainExponent: exponent)])
    expectSame(result.output.map { $0 / gain }, bare)
    // What the engine alone makes of it.
    #expect(decibels(model.isolate(quiet).map { $0 / gain }, bare) > -5)
  }

  @Test("Too quiet, and nobody has looked: found within two seconds, or at once")
  func quietRunning() {
    let quiet = voice.map { $0 / 512 }
    for isLive in [false, true] {
      let result = isolate(quiet, isRunning: true, isLive: isLive).output.map { $0 * 512 }
      #expect(
        decibels(Array(result.suffix(48_000)), Array(bare.suffix(48_000))) < (isLive ? -3 : -10))
    }
    expectSame(isolate(quiet, isRunning: true).output, isolate(quiet).output)
  }

  @Test("Whole numbers taken for floats: brought to scale for the work, and back")
  func wholeNumbers() {
    let result = isolate(voice.map { $0 * 32_768 })
    #expect(result.replaced == 0)
    #expect(result.mendings == [Mending(gainExponent: -15)])
    expectSame(result.output.map { $0 / 32_768 }, bare)
  }

  @Test("A quiet sound that turns loud loses no sample", arguments: [false, true])
  func turningLoud(isRunning: Bool) {
    let sound = voice.map { $0 / 1024 } + voice + voice.map { $0 / 1024 }
    let result = isolate(sound, isRunning: isRunning, isLive: isRunning)
    #expect(result.replaced == 0)
    #expect(result.output.count == sound.count)
    let loud = Array(result.output[96_000..<192_000])
    #expect(decibels(loud, bare) < -2)
  }

  @Test(
    "A single absurd sample counts as zero, and changes no level", arguments: [1e9, 1e30, .nan])
  func absurd(value: Float) {
    var (sound, zero) = (voice, voice)
    (sound[50_000], zero[50_000]) = (value, 0)
    for isRunning in [false, true] {
      let result = isolate(sound, isRunning: isRunning)
      expectSame(result.output, isolate(zero, isRunning: isRunning).output)
      #expect(result.replaced == 1)
    }
  }

  @Test("An offset is taken off, and what stays is not changed", arguments: [0.001, 0.05, -0.2])
  func offset(_ offset: Float) {
    let result = isolate(voice.map { $0 + offset })
    #expect(abs(result.mendings[0].offset - offset) < 0.001)
    #expect(decibels(result.output, bare) < -25)
    if abs(offset) > 0.01 {
      #expect(decibels(model.isolate(voice.map { $0 + offset }), bare) > -25)
      for isLive in [false, true] {
        let running = isolate(voice.map { $0 + offset }, isRunning: true, isLive: isLive)
        #expect(abs(running.mendings[0].offset - offset) < 0.001)
      }
    }
  }

  @Test("A limit of 0 dB leaves the sound as it is, offset and all")
  func untouched() {
    let sound = voice.map { $0 / 1000 + 0.1 }
    for rate in [44_100, 48_000] {
      let result = isolate(
        sound, sampleRateHz: rate, options: IsolationOptions(attenuationLimitDB: 0))
      expectSame(result.output, sound)
    }
    let result = isolate(sound, options: IsolationOptions(attenuationLimitDB: 0))
    #expect(result.mendings == [Mending()])
  }

  @Test(
    "After zeros, sound comes out as it would without them",
    arguments: [24_001, 48_000, 240_000, 400_001], [false, true])
  func zerosBefore(count: Int, isLive: Bool) {
    let zeros = [Float](repeating: 0, count: count)
    for threads in [1, 2] {
      let alone = isolate(voice, isRunning: isLive, isLive: isLive, threads: threads).output
      let result = isolate(
        zeros + voice, isRunning: isLive, isLive: isLive, threads: threads, pieces: [1, 479, 9_999])
      expectSame(result.output, zeros + alone)
    }
    #expect(decibels(Array(model.isolate(zeros + voice).suffix(96_000)), bare) > -60)
  }

  @Test("Between sounds, the network forgets nothing in ten seconds of zeros")
  func zerosBetween() {
    let short = [Float](repeating: 0, count: 24_000)
    let long = [Float](repeating: 0, count: 480_000)
    let expected = isolate(voice + short + voice).output
    let result = isolate(voice + long + voice).output
    #expect(result.count == expected.count + 456_000)
    expectSame(result.prefix(96_000), expected.prefix(96_000))
    expectSame(result.suffix(96_000), expected.suffix(96_000))
    #expect(result[120_000..<570_000].allSatisfy { $0 == 0 })
  }

  @Test(
    "A channel that is muted for long does not wait for the other", arguments: [44_100, 48_000])
  func mutedChannel(rate: Int) {
    let voice = TestVoice.samples(count: 2 * rate, sampleRateHz: rate)
    let zeros = [Float](repeating: 0, count: 3 * rate + 7)
    let other = TestVoice.samples(count: zeros.count + voice.count, sampleRateHz: rate, seed: 9)
    let result = isolate(
      Self.interleaved([zeros + voice, other]), channelCount: 2, sampleRateHz: rate, threads: 2)
    let alone = isolate(voice, sampleRateHz: rate).output
    let first = stride(from: 0, to: result.output.count, by: 2).map { result.output[$0] }
    expectSame(first, zeros + alone)
  }

  @Test(
    "The same bits however the sound is cut, on any number of threads", arguments: [false, true])
  func lawOfBits(isLive: Bool) {
    let zeros = [Float](repeating: 0, count: 60_000)
    let quiet = voice.map { $0 / 100 + 0.03 }
    let sound = Self.interleaved([voice + zeros + quiet, quiet + voice + zeros])
    for mode in [ChannelMode.each, .shared] {
      for isRunning in [isLive, true] {
        let whole = isolate(
          sound, channelCount: 2, mode: mode, isRunning: isRunning, isLive: isLive,
          pieces: [sound.count])
        #expect(whole.output.count == sound.count)
        for (threads, pieces) in [(2, [1, 479, 481]), (3, [16_384]), (1, [30_001, 7])] {
          let cut = isolate(
            sound, channelCount: 2, mode: mode, isRunning: isRunning, isLive: isLive,
            threads: threads, pieces: pieces)
          expectSame(cut.output, whole.output)
          #expect(cut.mendings == whole.mendings)
        }
      }
    }
  }

  @Test("Silence within what is held back stays where it is", arguments: [false, true])
  func silenceHeldBack(isLive: Bool) {
    let zeros = [Float](repeating: 0, count: 150_000)
    let sound = voice.prefix(40_000) + zeros + voice
    let result = isolate(Array(sound), isRunning: true, isLive: isLive).output
    expectSame(result.prefix(38_000), bare.prefix(38_000))
    #expect(result[64_000..<190_000].allSatisfy { $0 == 0 })
    #expect(result.suffix(90_000).contains { abs($0) > 0.05 })
  }

  @Test("A channel that falls silent does not hold the others back", arguments: [1, 2])
  func fallingSilent(threads: Int) {
    let zeros = [Float](repeating: 0, count: 600_000)
    let other = TestVoice.samples(count: zeros.count + voice.count, seed: 9)
    for isRunning in [false, true] {
      let sound = Self.interleaved([voice + zeros, other])
      let result = isolate(sound, channelCount: 2, isRunning: isRunning, threads: threads) {
        inCount, outCount in
        // Two seconds are held back to be measured; blocks of 16 hops, on several threads five of them.
        #expect(inCount - outCount <= 140_000)
      }
      let second = stride(from: 1, to: result.output.count, by: 2).map { result.output[$0] }
      expectSame(second, isolate(other, isRunning: isRunning).output)
    }
  }

  @Test("Live, a sample comes out within the delay, in silence and behind it")
  func inTime() {
    let zeros = [Float](repeating: 0, count: 100_000)
    for rate in [48_000, 44_100] {
      // The model's delay, two hops that wait to be full, and what the resamplers hold.
      let most = (1_440 + 960) * rate / 48_000 + (rate == 48_000 ? 0 : 200)
      _ = isolate(
        zeros + voice + zeros + voice.map { $0 / 300 }, sampleRateHz: rate, isRunning: true,
        isLive: true, pieces: [160]
      ) { inCount, outCount in
        #expect(inCount - outCount <= most)
      }
    }
  }

  @Test("As many samples as went in", arguments: [0, 1, 100, 479, 480, 24_000, 24_001, 47_999])
  func lengths(count: Int) {
    for sound in [Array(voice.prefix(count)), [Float](repeating: 0, count: count)] {
      for rate in [8_000, 48_000] {
        #expect(isolate(sound, sampleRateHz: rate).output.count == count)
        for isLive in [false, true] {
          let result = isolate(sound, sampleRateHz: rate, isRunning: true, isLive: isLive)
          #expect(result.output.count == count)
        }
      }
    }
  }

  private static func interleaved(_ channels: [[Float]]) -> [Float] {
    channels[0].indices.flatMap { i in channels.map { $0[i] } }
  }

  /// How far the first is from the second.
  private func decibels(_ samples: [Float], _ expected: [Float]) -> Double {
    precondition(samples.count == expected.count)
    let error = zip(samples, expected).reduce(0.0) {
      $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1)
    }
    return 10 * log10(error / expected.reduce(1e-30) { $0 + Double($1) * Double($1) })
  }
}
