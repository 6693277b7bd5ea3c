import Foundation
import Testing

@testable import DeepFilterNet

@Suite("Activations")
struct ActivationsTests {
  /// Evenly spaced numbers within ±`limit`, ends included, enough to meet every worst place.
  private func even(within limit: Float) -> [Float] {
    (-400_000...400_000).map { limit * Float($0) / 400_000 }
  }

  /// Finite numbers of every magnitude and both signs, denormals and the largest included.
  private static let everyMagnitude: [Float] = {
    let edges: [Float] = [
      0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-30, 87, 88, 89, 1e30,
      .greatestFiniteMagnitude,
    ]
    return edges + edges.map { -$0 }
      + stride(from: 0, through: UInt32.max, by: 10_007).map { Float(bitPattern: $0) }
      .filter(\.isFinite)
  }()

  private func apply(_ function: (Lanes) -> Lanes, to x: [Float]) -> [Float] {
    var y = [Float]()
    y.reserveCapacity(x.count)
    for start in stride(from: 0, to: x.count, by: Lanes.scalarCount) {
      var lanes = Lanes.zero
      let count = min(x.count - start, Lanes.scalarCount)
      for lane in 0..<count { lanes[lane] = x[start + lane] }
      let result = function(lanes)
      for lane in 0..<count { y.append(result[lane]) }
    }
    return y
  }

  /// The worst error, absolute and relative, and where the latter is.
  private func worstError(
    _ function: (Lanes) -> Lanes, over x: [Float], against oracle: (Double) -> Double
  ) -> (absolute: Double, relative: Double, at: Float) {
    var (absolute, relative, place): (Double, Double, Float) = (0, 0, 0)
    for (x, y) in zip(x, apply(function, to: x)) {
      guard y.isFinite else { return (.infinity, .infinity, x) }
      let expected = oracle(Double(x))
      let error = abs(Double(y) - expected)
      absolute = max(absolute, error)
      // Nothing is known relative to what Float cannot hold to its full precision.
      let scale = max(abs(expected), Double(Float.leastNormalMagnitude))
      if error / scale > relative { (relative, place) = (error / scale, x) }
    }
    return (absolute, relative, place)
  }

  // Measured: 8.5e-8.
  @Test("eˣ is right to 1e-7 of itself, held within ±87")
  func exponential() {
    for x in [even(within: 88), even(within: 1), Self.everyMagnitude] {
      let worst = worstError({ $0.exponential }, over: x, against: { exp(min(max($0, -87), 87)) })
      #expect(worst.relative < 1e-7, "at \(worst.at)")
    }
  }

  // Measured: 8.9e-8; 1.5e-7 of itself.
  @Test("sigmoid is right to 1e-7, and to 2e-7 of itself")
  func sigmoid() {
    for x in [even(within: 88), even(within: 8), Self.everyMagnitude] {
      let worst = worstError(
        { $0.sigmoid }, over: x, against: { TextbookGRU.sigmoid(min(max($0, -87), 87)) })
      #expect(worst.absolute < 1e-7, "\(worst)")
      #expect(worst.relative < 2e-7, "at \(worst.at)")
    }
  }

  // Measured: 1.8e-7; 2.7e-7 of itself, where the polynomial ends.
  @Test("tanh is right to 2e-7, and to 3e-7 of itself down to the denormal numbers")
  func hyperbolicTangent() {
    for x in [even(within: 20), even(within: 1), Self.everyMagnitude] {
      let worst = worstError({ $0.hyperbolicTangent }, over: x, against: { tanh($0) })
      #expect(worst.absolute < 2e-7, "\(worst)")
      #expect(worst.relative < 3e-7, "at \(worst.at)")
    }
  }

  // Measured: 2.2e-7 of itself.
  @Test("sin(πx/2) is right to 2.5e-7 of itself for x within ±1")
  func quarterSine() {
    for x in [even(within: 1), Self.everyMagnitude.filter { abs($0) <= 1 }] {
      let worst = worstError({ $0.quarterSine }, over: x, against: { sin(.pi / 2 * $0) })
      #expect(worst.relative < 2.5e-7, "at \(worst.at)")
    }
  }

  @Test("tanh is odd, and like sigmoid keeps to its range")
  func symmetryAndRange() {
    let x = even(within: 20) + Self.everyMagnitude
    let tangent = apply({ $0.hyperbolicTangent }, to: x)
    let mirrored = apply({ $0.hyperbolicTangent }, to: x.map { -$0 })
    // To the bit where it is a polynomial. Beyond, it comes of eˣ. Measured: 1.8e-7.
    for (x, (y, mirror)) in zip(x, zip(tangent, mirrored)) {
      let oddness = abs(y + mirror)
      guard oddness <= (abs(x) < 0.625 ? 0 : 2.5e-7) else {
        Issue.record("tanh(±\(x)) is \(y) and \(mirror)")
        break
      }
    }
    #expect(tangent.map { abs($0) }.max() == 1)
    let sigmoid = apply({ $0.sigmoid }, to: x)
    #expect(sigmoid.max() == 1)
    #expect(sigmoid.min() ?? -1 >= 0)
  }
}
