import Testing

@testable import DeepFilterNet

@Suite("RealFFT")
struct RealFFTTests {
  /// Whether half of `count` is rows × columns with 8 rows or more, columns a multiple of 8, no
  /// prime factor above 5, and a hop (that half) of whole sixteens.
  private static func isSupported(_ count: Int) -> Bool {
    guard count > 0, count % 32 == 0 else { return false }
    let half = count / 2
    let isSmooth = (2...half).allSatisfy { factor in
      half % factor != 0 || [2, 3, 5].contains { factor % $0 == 0 }
    }
    return isSmooth
      && stride(from: 8, through: half, by: 8).contains { columns in
        half % columns == 0 && half / columns >= 8
      }
  }

  static let counts = (1...1024).filter { RealFFT.supports(count: $0) } + [1920, 3840]

  @Test("it supports what it says, and no other count")
  func supports() {
    for count in -100...4200 {
      #expect(RealFFT.supports(count: count) == Self.isSupported(count), "\(count)")
    }
    #expect(!RealFFT.supports(count: .min) && !RealFFT.supports(count: .max))
    #expect(Self.counts.starts(with: [128, 160, 192, 256, 288, 320, 384, 480]))
  }

  /// `count` numbers through the forward transform, as planes with a fence around them.
  private func forward(
    _ x: [Float], kernels: Kernels = Kernels()
  ) -> (re: [Float], im: [Float]) {
    let plan = RealFFT(count: x.count)
    var scratch = RealFFT.Scratch(for: plan)
    let ones = [Float](repeating: 1, count: x.count)
    let (bins, stride) = (x.count / 2 + 1, x.count / 2 + 9)
    plan.load([.nan, .nan] + x, from: 2, window: ones, part: 0, into: &scratch)
    plan.load(x, from: x.count / 2, window: ones, part: 1, into: &scratch)
    var spectrum = [Float](repeating: .nan, count: 5 + 2 * stride)
    plan.forward(&scratch, into: &spectrum, at: 5, stride: stride, kernels: kernels)
    let outside = spectrum.filter { $0.isNaN }.count
    #expect(outside == spectrum.count - 2 * bins, "written outside the planes")
    return (Array(spectrum[5...].prefix(bins)), Array(spectrum[(5 + stride)...].prefix(bins)))
  }

  private func inverse(re: [Float], im: [Float], kernels: Kernels = Kernels()) -> [Float] {
    let half = re.count - 1
    let plan = RealFFT(count: 2 * half)
    var scratch = RealFFT.Scratch(for: plan)
    let gap = [Float](repeating: .nan, count: 3)
    plan.inverse(
      gap + re + gap + im + gap, at: 3, stride: re.count + 3, in: &scratch,
      kernels: kernels)
    return (0..<2 * half).map { $0 % 2 == 0 ? scratch.z.re[$0 / 2] : scratch.z.im[$0 / 2] }
  }

  // Measured: 2.6e-7·√count (the root mean square is √(count/3)).
  @Test("forward equals the definition", arguments: counts)
  func forwardTransform(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let x = random.floats(count)
    let expected = NaiveDFT.forward(x.doubles)
    let tolerance = 4e-7 * Double(count).squareRoot()
    for kernels in Kernels.onAllInstructions {
      let actual = forward(x, kernels: kernels)
      expectNear(actual.re, expected.re, within: tolerance, "re, \(kernels)")
      expectNear(actual.im, expected.im, within: tolerance, "im, \(kernels)")
      #expect(actual.im[0] == 0 && actual.im[count / 2] == 0)
    }
  }

  // Measured: 5.1e-7·√count.
  @Test("inverse equals the definition, and sees only real parts at both ends", arguments: counts)
  func inverseTransform(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let (re, im) = (random.floats(count / 2 + 1), random.floats(count / 2 + 1))
    let expected = NaiveDFT.inverse(re: re.doubles, im: im.doubles, count: count)
    let tolerance = 8e-7 * Double(count).squareRoot()
    for kernels in Kernels.onAllInstructions {
      let actual = inverse(re: re, im: im, kernels: kernels)
      expectNear(actual, expected, within: tolerance, "\(kernels)")
    }
  }

  // Measured: 4.8e-7.
  @Test("the inverse of the forward is count times the input", arguments: counts)
  func roundTrip(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let x = random.floats(count)
    let (re, im) = forward(x)
    let scaled = inverse(re: re, im: im).map { $0 / Float(count) }
    expectNear(scaled, x.doubles, within: 8e-7)
  }

  // Measured: exact.
  @Test("an impulse has a flat spectrum, a constant only its first bin", arguments: [960, 1024])
  func knownSignals(count: Int) {
    var impulse = [Float](repeating: 0, count: count)
    impulse[0] = 1
    let flat = forward(impulse)
    expectNear(flat.re, [Double](repeating: 1, count: count / 2 + 1), within: 0)
    expectNear(flat.im, [Double](repeating: 0, count: count / 2 + 1), within: 0)
    var first = [Double](repeating: 0, count: count / 2 + 1)
    first[0] = Double(count)
    let constant = forward([Float](repeating: 1, count: count))
    expectNear(constant.re, first, within: 0)
    expectNear(constant.im, first.map { _ in 0 }, within: 0)
  }

  @Test("samples below −300 dB count as zeros, those above do not")
  func inaudible() {
    let silent = forward([Float](repeating: 0.9e-15, count: 960))
    #expect((silent.re + silent.im).allSatisfy { $0 == 0 })
    let faint = forward([Float](repeating: 1.1e-15, count: 960))
    #expect(faint.re[0] > 1e-12)
  }
}
