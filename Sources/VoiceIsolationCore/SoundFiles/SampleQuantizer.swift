/// Rounds samples to the steps of an integer format, keeps them in its range and counts those that
/// were outside.
package struct SampleQuantizer {
  /// Bits of a sample, 1 to 32.
  package let bitCount: Int
  /// Samples beyond the range so far. 1 counts up to 24 bits; of more, the highest steps have no
  /// nearer `Float`, so that it is in the range.
  package private(set) var clippedSampleCount = 0

  package init(bitCount: Int) {
    precondition((1...32).contains(bitCount))
    self.bitCount = bitCount
  }

  /// Appends `round(sample · 2^(bitCount − 1))`, ties to even, in the uppermost bits of 32.
  /// - Parameter samples: full scale is ±1. What is not a number becomes 0.
  package mutating func append(_ samples: Span<Float>, to steps: inout [Int32]) {
    let scale = Double(UInt64(1) << UInt64(bitCount - 1))
    let greatest = Double(Float(scale - 1))
    let shift = Int32(32 - bitCount)
    for index in samples.indices {
      let step = (Double(samples[index]) * scale).rounded(.toNearestOrEven)
      let held = step.isNaN ? 0 : min(max(step, -scale), scale - 1)
      if !(-scale...greatest).contains(step) { clippedSampleCount += 1 }
      steps.append(Int32(held) << shift)
    }
  }
}
