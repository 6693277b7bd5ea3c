/// The step between the spectrum of `count` real numbers and that of the `count / 2` complex ones
/// z[n] = x[2n] + i·x[2n+1] that a real FFT really transforms.
struct RealSplit: Sendable {
  /// M, the number of complex numbers; a multiple of 8.
  let half: Int
  /// e^(−2πik/2M) for k < M, as two planes.
  let cosines: [Float]
  let sines: [Float]

  init(half: Int) {
    precondition(half > 0 && half % Lanes.scalarCount == 0, "the step works on eight at once")
    self.half = half
    let roots = (0..<half).map { Complex.root(of: 2 * half, power: $0) }
    cosines = roots.map(\.re)
    sines = roots.map(\.im)
  }

  /// Puts x · w into z: even samples into the real plane, odd ones into the imaginary.
  /// - Parameters:
  ///   - x: the samples, from `xStart` on; ones below 10⁻¹⁵ (−300 dB) count as 0, so that the
  ///     squares of a fading tail never become denormal numbers, which are slow.
  ///   - window: from `windowStart` on, as many as `count`.
  ///   - count: how many samples; a multiple of 16.
  ///   - start: the place of the first pair in z.
  func pack(
    _ x: [Float], from xStart: Int, window: [Float], from windowStart: Int, count: Int,
    into z: inout ComplexPlanes, at start: Int
  ) {
    precondition(count % 16 == 0 && xStart >= 0 && xStart + count <= x.count)
    precondition(windowStart >= 0 && windowStart + count <= window.count)
    precondition(start >= 0 && start + count / 2 <= z.count)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe window.withUnsafeBufferPointer { window in
        unsafe z.withMutablePointers { re, im in
          guard let x = x.baseAddress, let window = window.baseAddress else { return }
          for n in stride(from: 0, to: count, by: 16) {
            let low = unsafe audible(Lanes(from: x + xStart + n))
            let high = unsafe audible(Lanes(from: x + xStart + n + 8))
            let first = unsafe low * Lanes(from: window + windowStart + n)
            let second = unsafe high * Lanes(from: window + windowStart + n + 8)
            let target = start + n / 2
            unsafe Lanes(lowHalf: first.evenHalf, highHalf: second.evenHalf).store(to: re + target)
            unsafe Lanes(lowHalf: first.oddHalf, highHalf: second.oddHalf).store(to: im + target)
          }
        }
      }
    }
  }

  @inline(__always)
  private func audible(_ x: Lanes) -> Lanes {
    x.replacing(with: 0, where: x * x .< Lanes(repeating: 1e-30))
  }

  /// X[k] = ½(Z[k] + Z*[M−k]) − ½i·ωᵏ·(Z[k] − Z*[M−k]) for k = 0 … M.
  /// - Parameters:
  ///   - z: M numbers, and room for one more.
  ///   - x: receives the real plane at `start`, the imaginary one at `start + stride`.
  func unpack(_ z: inout ComplexPlanes, into x: inout [Float], at start: Int, stride: Int) {
    precondition(z.count > half && stride > half && start >= 0 && start + 2 * stride <= x.count)
    unsafe z.withMutablePointers { re, im in
      unsafe x.withUnsafeMutableBufferPointer { x in
        guard let x = x.baseAddress else { return }
        unsafe re[half] = re[0]
        unsafe im[half] = im[0]
        let xRe = unsafe x + start
        let xIm = unsafe x + start + stride
        for k in Swift.stride(from: 0, to: half, by: Lanes.scalarCount) {
          // Z[M−k] … Z[M−k−7], read upwards from M − k − 7 ≥ 1 and turned round.
          let mirror = half - k - 7
          let (a, b) = unsafe (Lanes(from: re + k), Lanes(from: im + k))
          let (c, d) = unsafe (Lanes(from: re + mirror).reversed, Lanes(from: im + mirror).reversed)
          let even = ComplexLanes(re: (a + c) * 0.5, im: (b - d) * 0.5)
          let odd = ComplexLanes(re: (b + d) * 0.5, im: (c - a) * 0.5)
          let value = even + odd * root(k, conjugate: false)
          unsafe value.re.store(to: xRe + k)
          unsafe value.im.store(to: xIm + k)
        }
        unsafe xRe[half] = re[0] - im[0]
        unsafe xIm[half] = 0
        unsafe xIm[0] = 0
      }
    }
  }

  /// Z[k] = (X[k] + X*[M−k]) + i·ω⁻ᵏ·(X[k] − X*[M−k]): the opposite, times 2. Of X[0] and X[M] only
  /// the real parts count.
  func pack(_ x: [Float], at start: Int, stride: Int, into z: inout ComplexPlanes) {
    precondition(z.count >= half && stride > half && start >= 0 && start + 2 * stride <= x.count)
    unsafe z.withMutablePointers { re, im in
      unsafe x.withUnsafeBufferPointer { x in
        guard let x = x.baseAddress else { return }
        let xRe = unsafe x + start
        let xIm = unsafe x + start + stride
        for k in Swift.stride(from: 0, to: half, by: Lanes.scalarCount) {
          let mirror = half - k - 7
          let (a, b) = unsafe (Lanes(from: xRe + k), Lanes(from: xIm + k))
          let (c, d) = unsafe (
            Lanes(from: xRe + mirror).reversed, Lanes(from: xIm + mirror).reversed
          )
          let sum = ComplexLanes(re: a + c, im: b - d)
          let difference = ComplexLanes(re: 0 - (b + d), im: a - c)
          let value = sum + difference * root(k, conjugate: true)
          unsafe value.re.store(to: re + k)
          unsafe value.im.store(to: im + k)
        }
        unsafe re[0] = xRe[0] + xRe[half]
        unsafe im[0] = xRe[0] - xRe[half]
      }
    }
  }

  /// Windows the samples x[2n], x[2n+1] that `z` holds as planes, and overlaps them with the frame
  /// before.
  /// - Parameters:
  ///   - window: `[2M]`
  ///   - overlap: `[M]`, from `overlapStart` on: what the frame before left; then what this leaves.
  ///   - output: receives M finished samples at `start`.
  func overlapAdd(
    _ z: borrowing ComplexPlanes, window: [Float], overlap: inout [Float], from overlapStart: Int,
    into output: inout [Float], at start: Int
  ) {
    precondition(z.count >= half && window.count == 2 * half && half % 16 == 0)
    precondition(overlapStart >= 0 && overlapStart + half <= overlap.count)
    precondition(start >= 0 && start + half <= output.count)
    unsafe z.withPointers { re, im in
      unsafe window.withUnsafeBufferPointer { window in
        unsafe overlap.withUnsafeMutableBufferPointer { overlap in
          unsafe output.withUnsafeMutableBufferPointer { output in
            guard let window = window.baseAddress, let overlap = overlap.baseAddress,
              let output = output.baseAddress
            else { return }
            // Eight pairs are sixteen samples, the second of which follow `half` further on.
            for n in Swift.stride(from: 0, to: half, by: 16) {
              let now = unsafe interleaved(re, im, n / 2)
              let later = unsafe interleaved(re, im, (half + n) / 2)
              for part in 0..<2 {
                let at = n + 8 * part
                let kept = unsafe overlap + overlapStart + at
                let (samples, left) = part == 0 ? (now.low, later.low) : (now.high, later.high)
                let sum = unsafe multiplyAdd(samples, Lanes(from: window + at), Lanes(from: kept))
                unsafe sum.store(to: output + start + at)
                unsafe (left * Lanes(from: window + half + at)).store(to: kept)
              }
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func interleaved(
    _ re: UnsafePointer<Float>, _ im: UnsafePointer<Float>, _ n: Int
  ) -> (low: Lanes, high: Lanes) {
    var pairs = SIMD16<Float>()
    unsafe pairs.evenHalf = Lanes(from: re + n)
    unsafe pairs.oddHalf = Lanes(from: im + n)
    return (pairs.lowHalf, pairs.highHalf)
  }

  /// ωᵏ … ωᵏ⁺⁷, or their conjugates.
  @inline(__always)
  private func root(_ k: Int, conjugate: Bool) -> ComplexLanes {
    // In bounds: k + 7 < half, as many as each table holds.
    let re = unsafe cosines.withUnsafeBufferPointer { unsafe Lanes(from: $0.baseAddress! + k) }
    let im = unsafe sines.withUnsafeBufferPointer { unsafe Lanes(from: $0.baseAddress! + k) }
    return ComplexLanes(re: re, im: conjugate ? 0 - im : im)
  }
}
