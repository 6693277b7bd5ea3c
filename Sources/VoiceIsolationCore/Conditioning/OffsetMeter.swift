#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The constant part of a sound, from the means of its blocks.
package struct OffsetMeter: Sendable {
  private var weight = 0.0
  private var sum = 0.0
  private var sumOfSquares = 0.0
  private let decay: Double

  /// Fewer blocks say nothing of how sure their mean is.
  private static let leastWeight = 2.9
  /// How many standard errors from 0 it must be.
  private static let leastErrors = 5.0

  /// - Parameter memory: after how many blocks one's weight has fallen to 1/e; nil: never.
  package init(memory: Double? = nil) { decay = memory.map { exp(-1 / $0) } ?? 1 }

  package mutating func add(mean: Double) {
    weight = weight * decay + 1
    sum = sum * decay + mean
    sumOfSquares = sumOfSquares * decay + mean * mean
  }

  /// The mean; 0 if it may be chance.
  package var offset: Double {
    guard weight >= Self.leastWeight else { return 0 }
    let mean = sum / weight
    let variance = max(0, sumOfSquares / weight - mean * mean)
    return abs(mean) > Self.leastErrors * (variance / weight).squareRoot() ? mean : 0
  }
}
