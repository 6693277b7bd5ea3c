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
