#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How loud the active parts of a sound are: from the powers of its blocks, in constant memory.
///
/// As in ITU-R BS.1770, blocks more than 10 dB below the mean do not count. Nor does what is louder than
/// 97 % of them, a slammed door, count for more than those.
package struct LevelMeter: Sendable {
  /// Steps of 0.25 dB from `lowestDB` on.
  private var weights = [Double](repeating: 0, count: 1_280)
  /// What remains of a block's weight when the next one comes.
  private let decay: Double

  private static let lowestDB = -120.0
  private static let stepDB = 0.25
  /// Below this is nothing.
  private static let inaudibleDB = -115.0
  private static let gateDB = 10.0
  private static let leastTotal = 1e-9
  private static let fewBlocks = 10.0

  /// - Parameter memory: after how many blocks one's weight has fallen to 1/e; nil: never.
  package init(memory: Double? = nil) { decay = memory.map { exp(-1 / $0) } ?? 1 }

  /// - Parameter power: the block's mean square, full scale being 1.
  package mutating func add(power: Double) {
    if decay < 1 {
      for i in weights.indices { weights[i] *= decay }
    }
    let db = 10 * log10(power)
    guard db >= Self.inaudibleDB else { return }
    let step = Int((db - Self.lowestDB) / Self.stepDB)
    weights[min(step, weights.count - 1)] += 1
  }

  /// Whether nothing audible has come, or all of it is forgotten.
  var isSilent: Bool { total <= Self.leastTotal }

  /// How many blocks are remembered.
  var total: Double { weights.reduce(0, +) }

  /// The level of the active parts, and that of the loudest that count at all: those longer than a
  /// thousandth of the sound. In dB below a square wave of full scale; nil: there is nothing audible.
  package var levels: (activeDB: Double, loudestDB: Double)? {
    let total = total
    guard total > Self.leastTotal else { return nil }
    let cap = step(below: 0.03 * total)
    let all = meanDB(from: 0, cap: cap)
    let gate = Int((all - Self.gateDB - Self.lowestDB) / Self.stepDB)
    return (meanDB(from: max(0, gate), cap: cap), Self.db(ofStep: step(below: 0.001 * total)))
  }

  /// By how much the louder blocks exceed the quieter ones: of speech, pauses and all, 10 dB and more,
  /// of steady noise 3 at the most. After long noise, a few blocks of speech are enough.
  var rangeDB: Double {
    let total = total
    guard total > Self.leastTotal else { return 0 }
    let louder = min(0.05 * total, Self.fewBlocks)
    return Self.stepDB * Double(step(below: louder) - step(below: 0.8 * total))
  }

  /// The highest step that blocks of more than this weight reach.
  private func step(below weight: Double) -> Int {
    var above = 0.0
    for step in weights.indices.reversed() {
      above += weights[step]
      if above > weight { return step }
    }
    return 0
  }

  /// The mean power from a step on.
  /// - Parameter cap: blocks above count as if they were there.
  private func meanDB(from first: Int, cap: Int) -> Double {
    var (power, weight) = (0.0, 0.0)
    for step in first..<weights.count where weights[step] > 0 {
      power += weights[step] * pow(10, Self.db(ofStep: min(step, cap)) / 10)
      weight += weights[step]
    }
    return 10 * log10(power / weight)
  }

  private static func db(ofStep step: Int) -> Double { lowestDB + (Double(step) + 0.5) * stepDB }
}
