import DeepFilterNet
import Foundation
import Testing

/// Sounds at other rates than the model's.
@Suite("Sample rates")
struct SampleRateTests {
  let model: DeepFilterModel

  init() throws { model = try TestModels.bundled.get() }

  static let rates = [
    8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 44_101, 47_952, 96_000, 192_000,
  ]

  private func isolator(
    _ rate: Int, pace: SoundIsolator.Pace = .file, threads: Int = 1, channelCount: Int = 1,
    limit: Float? = nil
  ) -> SoundIsolator {
    var options = IsolationOptions()
    options.attenuationLimitDB = limit
    return SoundIsolator(
      model: model, sampleRateHz: rate, channelCount: channelCount, options: options, pace: pace,
      threads: threads)
  }

  @Test("As many samples come out as went in", arguments: rates)
  func lengths(rate: Int) {
    let isolator = isolator(rate)
    for count in [0, 1, 479, 480, 481, 1_439, 1_440, 1_441, 20_001] {
      let sound = TestSound.voice(count: count)
      #expect(Streams.pushed(isolator, sound).count == count)
    }
  }

  @Test(
    "Any cutting, any number of threads and either pace give the same bits", arguments: [44_100])
  func bits(rate: Int) {
    let sound = TestSound.voice(count: 30_001)
    let expected = Streams.pushed(isolator(rate), sound)
    for pieces in [[1, 0, 7], [441], [30_000], [4_096, 3]] {
      #expect(Streams.pushed(isolator(rate), sound, pieces: pieces) == expected)
    }
    #expect(Streams.pushed(isolator(rate, threads: 2), sound) == expected)
    #expect(Streams.pushed(isolator(rate, pace: .live), sound) == expected)
  }

  @Test("A sound that is to stay stays, on its place", arguments: rates)
  func untouched(rate: Int) {
    // Below 1 kHz: within the pass band of every rate.
    let sound = (0..<rate / 2).map { Float(0.3 * sin(2 * .pi * 997 * Double($0) / Double(rate))) }
    let output = Streams.pushed(isolator(rate, limit: 0), sound)
    let edge = max(200, 200 * rate / 48_000)
    let worst = (edge..<sound.count - edge).map { abs(output[$0] - sound[$0]) }.max() ?? 1
    // Measured: 1.2e-7.
    #expect(worst < 1e-6)
  }

  @Test("Absurd samples count as 0 before they can spread")
  func absurd() {
    var sound = TestSound.voice(count: 20_000)
    sound[7_000] = 0
    sound[7_001] = 0
    let expected = Streams.pushed(isolator(44_100), sound)
    sound[7_000] = .nan
    sound[7_001] = 1e30
    let isolator = isolator(44_100)
    #expect(Streams.pushed(isolator, sound) == expected)
    #expect(isolator.replacedSampleCount == 2)
  }

  @Test(
    "The loudest sound that counts stays, though resampling overshoots", arguments: [8_000, 44_100])
  func loudest(rate: Int) {
    let isolator = isolator(rate, limit: 0)
    let sound = (0..<rate).map { i in (2 * i * 1_000 / rate) % 2 == 0 ? Float(63) : -63 }
    let output = Streams.pushed(isolator, sound)
    #expect(isolator.replacedSampleCount == 0)
    // What is left of a square wave between the two rates keeps its level; half was lost once.
    func level(_ sound: [Float]) -> Float {
      (sound.reduce(0) { $0 + $1 * $1 } / Float(sound.count)).squareRoot()
    }
    #expect(level(output) > 0.95 * level(sound))
  }

  /// The longest delays, in samples: live, of files, and of files on several threads.
  static let longestDelays: [(rate: Int, live: Int, file: Int, threads: Int)] = [
    (8_000, 468, 1_668, 6_788), (44_100, 1_913, 8_528, 36_752), (48_000, 1_919, 9_119, 39_839),
    (96_000, 4_138, 18_538, 79_978),
  ]

  @Test("The longest delay is kept, and one less is not", arguments: longestDelays)
  func longestDelay(rate: Int, live: Int, file: Int, threads: Int) {
    for (isolator, expected) in [
      (isolator(rate, pace: .live), live), (isolator(rate), file),
      (isolator(rate, threads: 2), threads),
    ] {
      #expect(isolator.longestDelayInSamples == expected)
      // Blocks of 16 hops repeat themselves after four seconds.
      let seconds = expected == live ? 1 : 4
      let counts = Streams.outputCounts(isolator, count: 2 * expected + seconds * rate)
      let longest = counts.indices.reduce(0) { max($0, $1 - counts[$1]) }
      #expect(longest == expected)
    }
  }

  @Test("Equal channels come out equal, a silent one stays silent")
  func channels() {
    let voice = TestSound.voice(count: 15_000)
    let output = Streams.pushed(isolator(44_100, channelCount: 3), voice.flatMap { [$0, $0, 0] })
    for i in voice.indices {
      guard output[3 * i] == output[3 * i + 1], output[3 * i + 2] == 0 else {
        Issue.record("sample \(i)")
        return
      }
    }
  }
}
