import Testing

@testable import DeepFilterNet

@Suite("DeepFilter")
struct DeepFilterTests {
  // Measured: 2.9e-7.
  @Test(
    "each bin is the complex sum over its taps, on all instructions",
    arguments: [1, 7, 16, 17, 96], [1, 5])
  func filter(bins: Int, taps: Int) {
    var random = SeededGenerator(seed: UInt64(bins * 10 + taps))
    let bands = ERBBands(bandCount: 32, minimumWidth: 2, sampleRateHz: 48_000, binCount: 481)
    let filter = DeepFilter(bands: bands, binCount: bins, tapCount: taps)
    let (planeStride, frameStride) = (bins + 3, 2 * bins + 11)
    let spectra = random.floats(6 + taps * frameStride)
    let coefficients = random.floats(4 + bins * taps * 2)
    func sum(_ bin: Int, _ part: (Double, Double, Double, Double) -> Double) -> Double {
      (0..<taps).reduce(0) { sum, tap in
        let x = 6 + tap * frameStride + bin
        let c = 4 + (bin * taps + tap) * 2
        return sum
          + part(
            Double(spectra[x]), Double(spectra[x + planeStride]), Double(coefficients[c]),
            Double(coefficients[c + 1]))
      }
    }
    for kernels in Kernels.onAllInstructions {
      var enhanced = [Float](repeating: .nan, count: planeStride + bins + 20)
      filter.filter(
        coefficients, from: 4, over: spectra, oldest: 6, frameStride: frameStride,
        planeStride: planeStride, into: &enhanced, kernels: kernels)
      expectNear(
        Array(enhanced[..<bins]), (0..<bins).map { sum($0) { $0 * $2 - $1 * $3 } }, within: 6e-7,
        "re, \(kernels)")
      expectNear(
        Array(enhanced[planeStride..<planeStride + bins]),
        (0..<bins).map { sum($0) { $0 * $3 + $1 * $2 } }, within: 6e-7, "im, \(kernels)")
      let outside = enhanced[bins..<planeStride] + enhanced[(planeStride + bins)...]
      let isUntouched = outside.allSatisfy { $0.isNaN }
      #expect(isUntouched, "written outside, \(kernels)")
    }
  }
}
