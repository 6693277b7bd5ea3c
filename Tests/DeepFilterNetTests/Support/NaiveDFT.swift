import Foundation

/// The discrete Fourier transform as it is defined, in double precision.
enum NaiveDFT {
  /// X[k] = Σₙ x[n]·e^(−2πikn/count), k = 0 … count/2.
  static func forward(_ x: [Double]) -> (re: [Double], im: [Double]) {
    let (cosines, sines) = roots(of: x.count)
    let bins = x.count / 2 + 1
    var (re, im) = ([Double](repeating: 0, count: bins), [Double](repeating: 0, count: bins))
    for k in 0..<bins {
      var (sumRe, sumIm, power) = (0.0, 0.0, 0)
      for n in x.indices {
        sumRe += x[n] * cosines[power]
        sumIm -= x[n] * sines[power]
        power += k
        if power >= x.count { power -= x.count }
      }
      (re[k], im[k]) = (sumRe, sumIm)
    }
    return (re, im)
  }

  /// x[n] = Σₖ X[k]·e^(2πikn/count) over all `count` k, X[count − k] being the conjugate of X[k]; of
  /// the first and the last bin the real parts count.
  static func inverse(re: [Double], im: [Double], count: Int) -> [Double] {
    let (cosines, sines) = roots(of: count)
    let half = count / 2
    return (0..<count).map { n in
      var (sum, power) = (re[0] + (n % 2 == 0 ? re[half] : -re[half]), 0)
      for k in 1..<half {
        power = (power + n) % count
        sum += 2 * (re[k] * cosines[power] - im[k] * sines[power])
      }
      return sum
    }
  }

  /// cos and sin of 2πi/count.
  private static func roots(of count: Int) -> (cosines: [Double], sines: [Double]) {
    let angles = (0..<count).map { 2 * Double.pi * Double($0) / Double(count) }
    return (angles.map { cos($0) }, angles.map { sin($0) })
  }
}
