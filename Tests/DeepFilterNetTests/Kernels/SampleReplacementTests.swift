import Testing

@testable import DeepFilterNet

@Suite("SampleReplacement")
struct SampleReplacementTests {
  @Test(
    "what is not finite or beyond ±64 becomes 0",
    arguments: [
      .nan, -.nan, .signalingNaN, .infinity, -.infinity, 64.00001, -64.00001, 1e9, -1e30,
      .greatestFiniteMagnitude,
    ] as [Float])
  func replaced(sample: Float) {
    var samples: [Float] = [0.5, sample, -0.5]
    #expect(SampleReplacement.apply(to: &samples, from: 0, count: 3) == 1)
    expectSameBits(samples, [0.5, 0, -0.5])
  }

  @Test(
    "everything else keeps its bits",
    arguments: [
      0, -0.0, 64, -64, 63.99999, 1e-30, .leastNonzeroMagnitude, -.leastNormalMagnitude,
    ] as [Float])
  func kept(sample: Float) {
    var samples = [sample]
    #expect(SampleReplacement.apply(to: &samples, from: 0, count: 1) == 0)
    expectSameBits(samples, [sample])
  }

  @Test("only the samples asked about count")
  func range() {
    var samples = [Float](repeating: .infinity, count: 6)
    #expect(SampleReplacement.apply(to: &samples, from: 2, count: 3) == 3)
    #expect(samples == [.infinity, .infinity, 0, 0, 0, .infinity])
    #expect(SampleReplacement.apply(to: &samples, from: 6, count: 0) == 0)
  }
}
