extension Lanes {
  /// sin(πx/2) for x within ±1, to 2.5e-7 of itself: a least-squares fit on Chebyshev nodes.
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
