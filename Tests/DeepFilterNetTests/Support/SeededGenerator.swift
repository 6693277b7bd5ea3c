@testable import DeepFilterNet

/// Random numbers that are the same on every run and every system (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Evenly spread numbers within ±`largest`.
  mutating func floats(_ count: Int, largest: Float = 1) -> [Float] {
    (0..<count).map { _ in
      // 24 bits, so that every number is exact.
      largest * (Float(next() >> 40) / 8_388_608 - 1)
    }
  }

  mutating func tensor(_ shape: [Int], largest: Float = 1) -> Tensor {
    Tensor(shape: shape, values: floats(shape.reduce(1, *), largest: largest))
  }
}
