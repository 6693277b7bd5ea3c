import Foundation
import Testing

@testable import DeepFilterNet

@Suite("Scaling of what a stream holds")
struct ScalingTests {
  /// A sound that is louder by a power of two from the middle on, and stays what it is where nothing is
  /// removed: the signal in the engine is to be as loud, to the bit.
  @Test(
    "A stream that is scaled in the middle goes on with its signal, to the bit",
    arguments: [
      (48_000, SoundIsolator.Pace.live, 1), (48_000, .file, 1), (48_000, .file, 2),
      (44_100, .live, 1),
    ],
    [-7, 5])
  func signal(_ stream: (rate: Int, pace: SoundIsolator.Pace, threads: Int), exponent: Int) throws {
    let model = try TestModels.bundled.get()
    let sound = TestSound.voice(count: 48_000)
    let gain = Float(sign: .plus, exponent: exponent, significand: 1)
    func new() -> SoundStream {
      SoundStream(
        model: model, sampleRateHz: stream.rate,
        controls: IsolationControls(IsolationOptions(attenuationLimitDB: 0)), pace: stream.pace,
        threads: stream.threads)
    }
    var (plain, scaled) = (new(), new())
    var (expected, output): ([Float], [Float]) = ([], [])
    let beginning = Array(sound[..<30_000])
    plain.push(beginning.span, into: &expected)
    scaled.push(beginning.span, into: &output)
    expectSameBits(output, expected)
    let before = output.count
    let (rest, louder) = (Array(sound[30_000...]), sound[30_000...].map { $0 * gain })
    scaled.scale(byPowerOfTwo: exponent)
    plain.push(rest.span, into: &expected)
    scaled.push(louder.span, into: &output)
    plain.finish(into: &expected)
    scaled.finish(into: &output)
    #expect(output.count == sound.count && before < 30_000)
    expectSameBits(output[before...], expected[before...].map { $0 * gain })
  }

  /// Gains that rise and fall, in the first second too, where a rise lets the recurrent layers begin
  /// anew; in the middle of a block, and twice before the next. What comes out is taken back to the
  /// input's level by the gain of the time when it comes out.
  @Test(
    "Any number of threads gives the bits of one while gains change",
    arguments: [2, 3, 7], [IsolationOptions(), IsolationOptions(postFilterBeta: 0.02)])
  func threads(threads: Int, options: IsolationOptions) throws {
    let model = try TestModels.bundled.get()
    let sound = TestSound.voice(count: 110_000).map { $0 / 64 }
    let pieces: [(count: Int, exponent: Int)] = [
      (9_000, 2), (4_000, 1), (7_680, 3), (100, -2), (30_000, 4), (20_000, -3), (25_000, 1),
    ]
    func cleaned(threads: Int) -> [Float] {
      var stream = SoundStream(
        model: model, controls: IsolationControls(options), pace: .file, threads: threads)
      var (output, new): ([Float], [Float]) = ([], [])
      var (start, gain) = (0, 0)
      func scaled(_ samples: some Sequence<Float>, by exponent: Int) -> [Float] {
        samples.map { $0 * Float(sign: .plus, exponent: exponent, significand: 1) }
      }
      func take() {
        output += scaled(new, by: -gain)
        new.removeAll()
      }
      for piece in pieces {
        let samples = scaled(sound[start..<start + piece.count], by: gain)
        stream.push(samples.span, into: &new)
        take()
        start += piece.count
        stream.scale(byPowerOfTwo: piece.exponent)
        gain += piece.exponent
      }
      let rest = scaled(sound[start...], by: gain)
      stream.push(rest.span, into: &new)
      stream.finish(into: &new)
      take()
      return output
    }
    let alone = cleaned(threads: 1)
    #expect(alone.count == sound.count && alone.contains { $0 != 0 })
    expectSameBits(cleaned(threads: threads), alone)
  }

  @Test("A second behind it, a stream is as if the sound had been quieter from its beginning")
  func cleaned() throws {
    let model = try TestModels.bundled.get()
    let sound = TestSound.voice(count: 192_000)
    let quieter = sound.map { $0 / 2 }
    let (beginning, rest) = (Array(sound[..<96_000]), Array(quieter[96_000...]))
    let whole = model.isolate(quieter)
    func errorDB(scaling: Int) -> Double {
      var stream = SoundStream(model: model, controls: IsolationControls(), pace: .file)
      var output: [Float] = []
      stream.push(beginning.span, into: &output)
      stream.scale(byPowerOfTwo: scaling)
      stream.push(rest.span, into: &output)
      stream.finish(into: &output)
      var (error, power) = (0.0, 0.0)
      for i in 144_000..<output.count {
        error += Double(output[i] - whole[i]) * Double(output[i] - whole[i])
        power += Double(whole[i]) * Double(whole[i])
      }
      return 10 * log10(error / power)
    }
    // Left alone, its running levels are twice as high as they should be.
    let (scaled, alone) = (errorDB(scaling: -1), errorDB(scaling: 0))
    #expect(scaled < -40 && scaled < alone - 5)
  }
}
