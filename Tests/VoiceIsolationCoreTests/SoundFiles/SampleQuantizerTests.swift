import Testing
import VoiceIsolationCore

@Suite struct SampleQuantizerTests {
  @Test("Every step of 16 bits comes back as itself")
  func identity() {
    let steps = (Int32(Int16.min)...Int32(Int16.max)).map { $0 }
    #expect(quantize(steps.map { Float($0) / 32_768 }, bits: 16).0 == steps.map { $0 << 16 })
  }

  @Test("Samples between two steps go to the nearer one, halves to the even one")
  func rounding() {
    let samples: [Float] = [0.4, 0.5, 0.6, 1.4, 1.5, 2.5, -0.4, -0.5, -0.6, -1.5]
    let (steps, clipped) = quantize(samples.map { $0 / 128 }, bits: 8)
    #expect(steps.map { $0 >> 24 } == [0, 0, 1, 1, 2, 2, 0, 0, -1, -2])
    #expect(clipped == 0)
  }

  @Test("What is beyond the range stays at its end and is counted", arguments: [8, 16, 20, 24, 32])
  func saturation(bits: Int) {
    let least = -(Int64(1) << Int64(bits - 1))
    let samples: [Float] = [1, 1.5, 1e30, .infinity, -1, -1.5, -1e30, -.infinity]
    let (steps, clipped) = quantize(samples, bits: bits)
    let ends = steps.map { Int64($0) >> Int64(32 - bits) }
    #expect(ends == Array(repeating: -least - 1, count: 4) + Array(repeating: least, count: 4))
    // −1 itself is in the range, and 1 is where the highest steps are nearer to it than to any other.
    #expect(clipped == (bits > 24 ? 6 : 7))
  }

  @Test("What is not a number becomes silence")
  func notANumber() {
    #expect(quantize([.nan], bits: 16).0 == [0])
  }

  private func quantize(_ samples: [Float], bits: Int) -> ([Int32], Int) {
    var quantizer = SampleQuantizer(bitCount: bits)
    var steps: [Int32] = []
    quantizer.append(samples.span, to: &steps)
    return (steps, quantizer.clippedSampleCount)
  }
}
