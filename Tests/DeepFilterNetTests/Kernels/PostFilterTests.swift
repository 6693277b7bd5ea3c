import Foundation
import Testing

@testable import DeepFilterNet

@Suite("PostFilter")
struct PostFilterTests {
  private let stride = 488

  /// |Y|/|X| of every size: 0, far below and above 1 included; X of 0 too.
  private func spectra() -> (noisy: [Float], enhanced: [Float]) {
    var random = SeededGenerator(seed: 1)
    let noisy = random.floats(2 * stride)
    var enhanced = random.floats(2 * stride)
    for bin in 0..<stride {
      let gain = pow(10, Float(bin % 60) / 20 - 2.5)
      for plane in [bin, bin + stride] { enhanced[plane] = gain * noisy[plane] }
    }
    var silent = noisy
    for plane in [7, 7 + stride] { silent[plane] = 0 }
    for plane in [9, 9 + stride] { (silent[plane], enhanced[plane]) = (0, 0) }
    return (silent, enhanced)
  }

  private func expected(_ noisy: [Float], _ enhanced: [Float], beta: Double) -> [Double] {
    func magnitude(_ x: [Float], _ bin: Int) -> Double {
      hypot(Double(x[bin]), Double(x[bin + stride]))
    }
    return (0..<2 * stride).map { place in
      let bin = place % stride
      let gain = min(
        max(magnitude(enhanced, bin) / (magnitude(noisy, bin) + 1e-12), 1e-12), 1)
      let sine = gain * sin(.pi / 2 * gain)
      return Double(enhanced[place]) * (1 + beta) / (1 + beta * pow(gain / sine, 2))
    }
  }

  // Measured: 2.4e-7.
  @Test("every bin is the formula's", arguments: [0.001, 0.02, 0.05, 1] as [Float])
  func formula(beta: Float) {
    let (noisy, enhanced) = spectra()
    var y = enhanced
    PostFilter.apply(
      beta: beta, to: &y, noisy: [.nan, .nan, .nan] + noisy, at: 3, planeStride: stride)
    expectNear(y, expected(noisy, enhanced, beta: Double(beta)), within: 5e-7)
    #expect(y[9] == 0 && y[9 + stride] == 0)
  }

  @Test("what was not lowered stays, what was lowered is never raised")
  func direction() {
    let (noisy, enhanced) = spectra()
    var y = enhanced
    PostFilter.apply(beta: 0.02, to: &y, noisy: noisy, at: 0, planeStride: stride)
    for bin in 0..<stride {
      let ratio = hypot(y[bin], y[bin + stride]) / hypot(enhanced[bin], enhanced[bin + stride])
      if enhanced[bin] != 0 { #expect(ratio <= 1.000_001, "bin \(bin)") }
      let gain =
        hypot(enhanced[bin], enhanced[bin + stride]) / hypot(noisy[bin], noisy[bin + stride])
      if gain >= 1 { #expect(ratio > 0.999_999, "bin \(bin)") }
      if gain < 0.1 { #expect(ratio < 0.6, "bin \(bin)") }
    }
  }

  @Test("a beta of 0 changes no bit")
  func off() {
    let (noisy, enhanced) = spectra()
    var y = enhanced
    PostFilter.apply(beta: 0, to: &y, noisy: noisy, at: 0, planeStride: stride)
    expectSameBits(y, enhanced)
  }
}
