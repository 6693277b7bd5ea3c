#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A complex number.
struct Complex: Sendable {
  var re: Float
  var im: Float

  /// e^(−2πi·power/count), computed in double precision.
  static func root(of count: Int, power: Int) -> Complex {
    let angle = -2 * Double.pi * Double(power % count) / Double(count)
    return Complex(re: Float(cos(angle)), im: Float(sin(angle)))
  }
}

/// Eight complex numbers.
struct ComplexLanes {
  var re: Lanes
  var im: Lanes

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(re: a.re + b.re, im: a.im + b.im) }

  @inline(__always)
  static func * (a: Self, b: Self) -> Self {
    Self(
      re: multiplyAdd(a.re, b.re, 0 - a.im * b.im), im: multiplyAdd(a.re, b.im, a.im * b.re))
  }
}

/// Complex numbers as two planes, all the real parts and all the imaginary ones.
struct ComplexPlanes: Sendable {
  private(set) var re: [Float]
  private(set) var im: [Float]

  init(count: Int) {
    re = [Float](repeating: 0, count: count)
    im = re
  }

  var count: Int { re.count }

  /// Exchanges the planes: conj(x)·i, by which a forward transform becomes an inverse one.
  mutating func swapPlanes() { swap(&re, &im) }

  @unsafe @inline(__always)
  borrowing func withPointers(
    _ body: (UnsafePointer<Float>, UnsafePointer<Float>) -> Void
  ) {
    unsafe re.withUnsafeBufferPointer { re in
      unsafe im.withUnsafeBufferPointer { im in
        guard let re = re.baseAddress, let im = im.baseAddress else { return }
        unsafe body(re, im)
      }
    }
  }

  @unsafe @inline(__always)
  mutating func withMutablePointers(
    _ body: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
  ) {
    unsafe re.withUnsafeMutableBufferPointer { re in
      unsafe im.withUnsafeMutableBufferPointer { im in
        guard let re = re.baseAddress, let im = im.baseAddress else { return }
        unsafe body(re, im)
      }
    }
  }
}
