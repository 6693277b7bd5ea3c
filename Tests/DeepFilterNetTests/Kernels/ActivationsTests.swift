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

  private func sigmoid(_ x: [Float], _ instructions: Instructions) -> [Float] {
    var y = x
    Elementwise.sigmoid(&y, kernels: Kernels(instructions: instructions))
    return y
  }

  private func tangent(_ x: [Float], _ instructions: Instructions) -> [Float] {
    var y = [Float](repeating: 0, count: x.count)
    Elementwise.addTangent(of: x, to: &y, kernels: Kernels(instructions: instructions))
    return y
  }

  private func quarterSine(_ x: [Float]) -> [Float] {
    x.map { Lanes(repeating: $0).quarterSine[0] }
  }

  /// The worst error, absolute and relative, and where the latter is.
  private func worstError(
    of function: ([Float]) -> [Float], over x: [Float], against oracle: (Double) -> Double
  ) -> (absolute: Double, relative: Double, at: Float) {
    var (absolute, relative, place): (Double, Double, Float) = (0, 0, 0)
    for (x, y) in zip(x, function(x)) {
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

  // Measured: 8.9e-8; 1.5e-7 of itself.
  @Test("sigmoid is right to 1e-7, and to 2e-7 of itself", arguments: Instructions.available)
  func sigmoid(instructions: Instructions) {
    for x in [even(within: 88), even(within: 8), Self.everyMagnitude] {
      let worst = worstError(
        of: { sigmoid($0, instructions) }, over: x,
        against: { TextbookGRU.sigmoid(min(max($0, -87), 87)) })
      #expect(worst.absolute < 1e-7, "\(worst)")
      #expect(worst.relative < 2e-7, "at \(worst.at)")
    }
  }

  // Measured: 1.8e-7; 2.7e-7 of itself, where the polynomial ends.
  @Test(
    "tanh is right to 2e-7, and to 3e-7 of itself down to the denormal numbers",
    arguments: Instructions.available)
  func hyperbolicTangent(instructions: Instructions) {
    for x in [even(within: 20), even(within: 1), Self.everyMagnitude] {
      let worst = worstError(
        of: { tangent($0, instructions) }, over: x, against: { tanh($0) })
      #expect(worst.absolute < 2e-7, "\(worst)")
      #expect(worst.relative < 3e-7, "at \(worst.at)")
    }
  }

  // Measured: 2.2e-7 of itself.
  @Test("sin(πx/2) is right to 2.5e-7 of itself for x within ±1")
  func quarterSine() {
    for x in [even(within: 1), Self.everyMagnitude.filter { abs($0) <= 1 }] {
      let worst = worstError(of: quarterSine, over: x, against: { sin(.pi / 2 * $0) })
      #expect(worst.relative < 2.5e-7, "at \(worst.at)")
    }
  }

  @Test("tanh is odd, and like sigmoid keeps to its range", arguments: Instructions.available)
  func symmetryAndRange(instructions: Instructions) {
    let x = even(within: 20) + Self.everyMagnitude
    let tangent = self.tangent(x, instructions)
    let mirrored = self.tangent(x.map { -$0 }, instructions)
    // To the bit where it is a polynomial. Beyond, it comes of eˣ. Measured: 1.8e-7.
    for (x, (y, mirror)) in zip(x, zip(tangent, mirrored)) {
      let oddness = abs(y + mirror)
      guard oddness <= (abs(x) < 0.625 ? 0 : 2.5e-7) else {
        Issue.record("tanh(±\(x)) is \(y) and \(mirror)")
        break
      }
    }
    #expect(tangent.map { abs($0) }.max() == 1)
    let sigmoid = self.sigmoid(x, instructions)
    #expect(sigmoid.max() == 1)
    #expect(sigmoid.min() ?? -1 >= 0)
  }
}
