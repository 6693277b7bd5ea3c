import CDeepFilterNetKernels

/// Eight numbers worked on at once. Eight suit every target: two registers of SSE2 or NEON, one of
/// AVX2.
typealias Lanes = SIMD8<Float>

/// `a·b + c`, rounded once where the target has the instruction, twice elsewhere. (Without it
/// `addingProduct` would call the C library for every lane.)
@inline(__always)
func multiplyAdd(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  dfn_build_has_fma() ? c.addingProduct(a, b) : a * b + c
}

extension Lanes {
  /// Eight neighbours from memory; the caller answers for `pointer ..< pointer + 8`.
  @inline(__always)
  init(from pointer: UnsafePointer<Float>) {
    self = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Lanes.self)
  }

  /// Eight neighbours to memory; the caller answers for `pointer ..< pointer + 8`.
  @inline(__always)
  func store(to pointer: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: self, as: Lanes.self)
  }

  /// The numbers, those outside a range being its ends. (`clamped` is a call to the library.)
  @inline(__always)
  func held(from low: Float, to high: Float) -> Lanes {
    replacing(with: low, where: self .< low).replacing(with: high, where: self .> high)
  }

  /// The lanes in reverse order.
  @inline(__always)
  var reversed: Lanes {
    Lanes(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}
