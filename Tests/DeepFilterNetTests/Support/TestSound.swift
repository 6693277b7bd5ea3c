#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Sound for tests: the same at every run.
struct TestSound {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Evenly spread within ±1 (splitmix64).
  mutating func next() -> Float {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    z ^= z >> 31
    return Float(z >> 40) / Float(1 << 23) - 1
  }

  /// A number from 0 to below `bound`.
  mutating func next(below bound: Int) -> Int {
    min(Int((next() + 1) / 2 * Float(bound)), bound - 1)
  }

  /// Something like syllables in noise: a buzz of varying pitch and strength, with pauses.
  static func voice(seed: UInt64 = 1, count: Int) -> [Float] {
    var noise = TestSound(seed: seed)
    var phase: Float = 0
    var (low, high): (Float, Float) = (0, 0)
    return (0..<count).map { n in
      let time = Float(n) / 48_000 + Float(seed % 7)
      let syllable = max(sine(time * 3.3), 0) * (sine(time * 0.41) > -0.6 ? 1 : 0)
      phase += (130 + 40 * sine(time * 0.9)) / 48_000
      phase -= phase.rounded(.down)
      // A saw tooth through two resonances, roughly.
      low += 0.12 * (2 * phase - 1 - low)
      high += 0.5 * (noise.next() - high)
      return 0.35 * syllable * low + 0.02 * high
    }
  }

  /// sin(2πx)
  static func wave(_ x: Float) -> Float { Float(sin(2 * Double.pi * Double(x))) }

  /// The same by a parabola with a correction: good enough for a sound.
  private static func sine(_ x: Float) -> Float {
    let t = x - x.rounded(.down) - 0.5
    let y = 16 * t * (abs(t) - 0.5)
    return 0.225 * (y * abs(y) - y) + y
  }
}

/// DESIGN.md's measure, in dB: how far `output` is from `reference`, against the input's power.
func fidelity(of output: [Float], to reference: [Float], input: [Float]) -> Double {
  precondition(output.count == reference.count)
  let power = input.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(input.count, 1))
  let error = zip(output, reference).reduce(0) { sum, pair in
    let difference = Double(pair.0) - Double(pair.1)
    return sum + difference * difference
  }
  return 10 * log10(max(power, 1e-6) / (error / Double(max(output.count, 1))))
}
