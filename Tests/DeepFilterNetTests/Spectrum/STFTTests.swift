import Testing

@testable import DeepFilterNet

@Suite("STFT")
struct STFTTests {
  static let hops = [64, 80, 96, 144, 160, 240, 256, 320, 480, 512, 960]

  /// Each hop's spectrum and the samples made of it, hop by hop, for every channel of a stream.
  private func run(_ stft: STFT, _ state: inout STFT.State, _ channels: [[Float]]) -> [[Float]] {
    let hop = stft.hopSampleCount
    var output = [[Float]](repeating: [], count: channels.count)
    var spectrum = [Float](repeating: 0, count: 2 * stft.planeStride)
    let silence = [Float](repeating: 0, count: hop)
    for start in stride(from: 0, to: channels[0].count, by: hop) {
      for (channel, sound) in channels.enumerated() {
        let samples = silence + sound
        stft.analyze(
          samples, previous: start, current: start + hop, into: &spectrum, at: 0, &state)
        var samplesOut = [Float](repeating: .nan, count: hop + 10)
        stft.synthesize(spectrum, at: 0, channel: channel, into: &samplesOut, from: 5, &state)
        expectUntouched(samplesOut, outside: 5..<5 + hop)
        output[channel] += samplesOut[5..<5 + hop]
      }
    }
    return output
  }

  @Test("the window's square and its half-shifted self sum to 1", arguments: [16, 128, 960, 1920])
  func window(count: Int) {
    let window = Vorbis.window(count: count)
    for n in 0..<count / 2 {
      let sum = window[n] * window[n] + window[n + count / 2] * window[n + count / 2]
      #expect(abs(sum - 1) < 1e-15, "\(n)")
      #expect(abs(window[n] - window[count - 1 - n]) < 1e-15, "\(n)")
      #expect(n == 0 || window[n] > window[n - 1], "it rises up to its middle")
    }
  }

  @Test("a constant's first bin has the window's sum over the scale's 960")
  func scale() {
    let stft = STFT(hopSampleCount: 480)
    var state = stft.makeState(channelCount: 1)
    var spectrum = [Float](repeating: 0, count: 2 * stft.planeStride)
    let ones = [Float](repeating: 1, count: 960)
    stft.analyze(ones, previous: 0, current: 480, into: &spectrum, at: 0, &state)
    let expected = Vorbis.window(count: 960).reduce(0, +) / 960
    // Measured: 2.5e-8.
    #expect(abs(Double(spectrum[0]) - expected) < 6e-8)
  }

  // Measured: 9.0e-9.
  @Test("a spectrum is the windowed frame's, scaled by 2·hop/frame²", arguments: hops)
  func analysis(hop: Int) {
    var random = SeededGenerator(seed: UInt64(hop))
    let stft = STFT(hopSampleCount: hop)
    #expect(stft.binCount == hop + 1 && stft.planeStride >= hop + 1 && stft.planeStride % 8 == 0)
    var state = stft.makeState(channelCount: 1)
    // The two hops stand apart, the later one first.
    let x = random.floats(3 * hop)
    var spectrum = [Float](repeating: .nan, count: 7 + 2 * stft.planeStride)
    stft.analyze(x, previous: 2 * hop, current: 0, into: &spectrum, at: 7, &state)
    let frame = (x[(2 * hop)...] + x[..<hop]).doubles
    let windowed = zip(frame, Vorbis.window(count: 2 * hop)).map { $0 * $1 / Double(2 * hop) }
    let expected = NaiveDFT.forward(windowed)
    expectNear(Array(spectrum[7...].prefix(hop + 1)), expected.re, within: 2e-8, "re")
    expectNear(
      Array(spectrum[(7 + stft.planeStride)...].prefix(hop + 1)), expected.im, within: 2e-8, "im")
  }

  // Measured: 4.8e-7.
  @Test("synthesis of analysis is the input a hop later, in every channel", arguments: hops)
  func reconstruction(hop: Int) {
    var random = SeededGenerator(seed: UInt64(hop))
    let stft = STFT(hopSampleCount: hop)
    var state = stft.makeState(channelCount: 3)
    for hops in [1, 2, 9] {
      stft.reset(&state)
      let channels = (0..<3).map { _ in random.floats(hops * hop) }
      for (input, output) in zip(channels, run(stft, &state, channels)) {
        let late = [Double](repeating: 0, count: hop) + input.doubles.dropLast(hop)
        expectNear(output, late, within: 8e-7, "\(hops) hops")
      }
    }
  }

  @Test("channels do not disturb each other, and reset gives a fresh state, to the bit")
  func independence() {
    var random = SeededGenerator(seed: 3)
    let stft = STFT(hopSampleCount: 480)
    let channels = (0..<3).map { _ in random.floats(4 * 480) }
    var state = stft.makeState(channelCount: 3)
    let together = run(stft, &state, channels)
    stft.reset(&state)
    #expect(run(stft, &state, channels) == together, "after a reset")
    for (channel, output) in zip(channels, together) {
      var alone = stft.makeState(channelCount: 1)
      expectSameBits(run(stft, &alone, [channel])[0], output)
    }
  }
}
