// Elementary functions on eight numbers at once. The polynomials are least-squares fits on
// Chebyshev nodes; worst errors measured by the tests.

extension Lanes {
  /// eˣ, to 1e-7 of itself; x is held within ±87.
  @inline(__always)
  var exponential: Lanes {
    let x = held(from: -87, to: 87)
    // x = n·ln 2 + r with |r| ≤ ln 2 / 2. Adding 1.5·2²³ rounds to a whole n in the lowest bits.
    let shifter = Lanes(repeating: 12_582_912)
    let shifted = x * 1.442_695_04 + shifter
    let n = shifted - shifter
    // ln 2 in two parts, the first with zeros at its end, so that n · part is exact.
    let r = x - n * 0.693_359_375 + n * 2.121_944_4e-4
    var series = multiplyAdd(r, Lanes(repeating: 0.001_393_373_4), Lanes(repeating: 0.008_363_236))
    series = multiplyAdd(r, series, Lanes(repeating: 0.041_666_463))
    series = multiplyAdd(r, series, Lanes(repeating: 0.166_665_76))
    series = multiplyAdd(r, series, Lanes(repeating: 0.5))
    let fraction = multiplyAdd(r * r, series, r) + 1
    // The casts are between types of the same size that hold any bits.
    let exponent = unsafe unsafeBitCast(shifted, to: SIMD8<Int32>.self) &<< 23
    let bits = unsafe unsafeBitCast(fraction, to: SIMD8<Int32>.self) &+ exponent
    return unsafe unsafeBitCast(bits, to: Lanes.self)
  }

  /// 1 / (1 + e⁻ˣ), to 1e-7, and to 2e-7 of itself.
  @inline(__always)
  var sigmoid: Lanes { 1 / (1 + (0 - self).exponential) }

  /// tanh x, to 2e-7, and to 3e-7 of itself: an odd polynomial near 0, where 1 − 2 / (1 + e²ˣ) would
  /// cancel, that elsewhere.
  @inline(__always)
  var hyperbolicTangent: Lanes {
    let square = self * self
    var series = multiplyAdd(
      square, Lanes(repeating: 0.002_295_84), Lanes(repeating: -0.008_346_98))
    series = multiplyAdd(square, series, Lanes(repeating: 0.021_769_96))
    series = multiplyAdd(square, series, Lanes(repeating: -0.053_959_41))
    series = multiplyAdd(square, series, Lanes(repeating: 0.133_333_04))
    series = multiplyAdd(square, series, Lanes(repeating: -0.333_333_33))
    let near = multiplyAdd(self * square, series, self)
    let far = 1 - 2 / (1 + (self + self).exponential)
    return far.replacing(with: near, where: square .< 0.390_625)
  }

  /// sin(πx/2) for x within ±1, to 2.5e-7 of itself.
  @inline(__always)
  var quarterSine: Lanes {
    let square = self * self
    var series = multiplyAdd(
      square, Lanes(repeating: -3.431_829e-6), Lanes(repeating: 1.602_547e-4))
    series = multiplyAdd(square, series, Lanes(repeating: -0.004_681_658))
    series = multiplyAdd(square, series, Lanes(repeating: 0.079_692_604))
    series = multiplyAdd(square, series, Lanes(repeating: -0.645_964_1))
    series = multiplyAdd(square, series, Lanes(repeating: 1.570_796_3))
    return self * series
  }
}
