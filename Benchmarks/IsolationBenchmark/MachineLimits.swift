import CDeepFilterNetTarget

/// What one thread of this machine can do in a build for this target, if nothing holds it up.
enum MachineLimits {
  private typealias Lanes = SIMD8<Float>
  private typealias Words = SIMD8<UInt32>

  /// Multiply-adds a nanosecond out of registers, and bytes a nanosecond read from areas of several
  /// sizes: within each level of an x86-64 server's cache, and as large as the weights.
  static func measure(_ count: Int) -> [Series] {
    let clock = ContinuousClock()
    var rate = Series(name: "multiply-adds")
    // A half, which the compiler does not know: it could compute everything beforehand.
    let half = Float(count) / Float(2 * count)
    var rest: Float = 0
    for _ in 0..<count {
      // The larger form keeps more sums than the smaller targets have registers.
      let five = clock.microseconds { rest += multiplyAdds5(half, times: 4000) }
      let ten = clock.microseconds { rest += multiplyAdds10(half, times: 4000) }
      rate.numbers.append(max(5 * 8 * 4 / five, 10 * 8 * 4 / ten))
    }
    precondition(rest.isFinite)
    return [rate, integerRate(count)] + [16, 256, 8192].map { reading(kilobytes: $0, count) }
  }

  /// 16-bit numbers in pairs, the pair's sum in 32 bits.
  private static func integerRate(_ count: Int) -> Series {
    let clock = ContinuousClock()
    var rate = Series(name: "int16 multiply-adds")
    var rest: Int32 = 0
    for _ in 0..<count {
      let seven = clock.microseconds { rest &+= pairSums7(Int16(count % 9 + 1), times: 4000) }
      rate.numbers.append(7 * 16 * 4 / seven)
    }
    precondition(rest != .max)
    return rate
  }

  private static func reading(kilobytes: Int, _ count: Int) -> Series {
    let clock = ContinuousClock()
    let words = [UInt32](repeating: 1, count: kilobytes * 256)
    let passes = max(1, 4096 / kilobytes)
    var sum = summed(words, onto: Words(repeating: UInt32(count)))
    var series = Series(name: "read \(kilobytes) kB")
    for _ in 0..<count {
      let time = clock.microseconds { for _ in 0..<passes { sum = summed(words, onto: sum) } }
      series.numbers.append(Double(passes * words.count * 4) / (time * 1000))
    }
    precondition(sum != Words(repeating: .max))
    return series
  }

  @inline(__always)
  private static func multiplyAdd(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
    dfn_target_has_fma() ? c.addingProduct(a, b) : a * b + c
  }

  @inline(never)
  private static func multiplyAdds5(_ half: Float, times: Int) -> Float {
    let a = Lanes(repeating: half)
    var (s0, s1, s2, s3, s4) = (a, a + 1, a + 2, a + 3, a + 4)
    for _ in 0..<times {
      s0 = multiplyAdd(s0, a, a)
      s1 = multiplyAdd(s1, a, a)
      s2 = multiplyAdd(s2, a, a)
      s3 = multiplyAdd(s3, a, a)
      s4 = multiplyAdd(s4, a, a)
    }
    return (s0 + s1 + s2 + s3 + s4).sum()
  }

  @inline(never)
  private static func multiplyAdds10(_ half: Float, times: Int) -> Float {
    let a = Lanes(repeating: half)
    var (s0, s1, s2, s3, s4) = (a, a + 1, a + 2, a + 3, a + 4)
    var (s5, s6, s7, s8, s9) = (a - 1, a - 2, a - 3, a - 4, a - 5)
    for _ in 0..<times {
      s0 = multiplyAdd(s0, a, a)
      s1 = multiplyAdd(s1, a, a)
      s2 = multiplyAdd(s2, a, a)
      s3 = multiplyAdd(s3, a, a)
      s4 = multiplyAdd(s4, a, a)
      s5 = multiplyAdd(s5, a, a)
      s6 = multiplyAdd(s6, a, a)
      s7 = multiplyAdd(s7, a, a)
      s8 = multiplyAdd(s8, a, a)
      s9 = multiplyAdd(s9, a, a)
    }
    return (s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7 + s8 + s9).sum()
  }

  @inline(never)
  private static func pairSums7(_ number: Int16, times: Int) -> Int32 {
    let a = SIMD16<Int16>(repeating: number)
    var (s0, s1, s2, s3) = (a, a &+ 1, a &+ 2, a &+ 3)
    var (s4, s5, s6) = (a &- 1, a &- 2, a &- 3)
    // Both vectors have 32 bytes, and every pattern of bits is a number.
    func next(_ s: SIMD16<Int16>) -> SIMD16<Int16> {
      unsafe unsafeBitCast(dfn_pair_sums(s, a), to: SIMD16<Int16>.self)
    }
    for _ in 0..<times {
      (s0, s1, s2, s3) = (next(s0), next(s1), next(s2), next(s3))
      (s4, s5, s6) = (next(s4), next(s5), next(s6))
    }
    return Int32((s0 ^ s1 ^ s2 ^ s3 ^ s4 ^ s5 ^ s6)[0])
  }

  /// Reads every word once; the sums go on from `start`, so that no pass can be left out.
  @inline(never)
  private static func summed(_ words: [UInt32], onto start: Words) -> Words {
    var (s0, s1, s2, s3) = (start, start &+ 1, start &+ 2, start &+ 3)
    unsafe words.withUnsafeBytes { bytes in
      // 128 bytes at a time, as long as there are so many.
      for place in stride(from: 0, to: bytes.count - 127, by: 128) {
        unsafe s0 &+= bytes.loadUnaligned(fromByteOffset: place, as: Words.self)
        unsafe s1 &+= bytes.loadUnaligned(fromByteOffset: place + 32, as: Words.self)
        unsafe s2 &+= bytes.loadUnaligned(fromByteOffset: place + 64, as: Words.self)
        unsafe s3 &+= bytes.loadUnaligned(fromByteOffset: place + 96, as: Words.self)
      }
    }
    return s0 ^ s1 ^ s2 ^ s3
  }
}
