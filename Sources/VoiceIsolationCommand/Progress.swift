/// How far the files of a plan are together, by the bytes of the inputs.
struct Progress {
  let fileCount: Int
  private(set) var endedCount = 0
  private let byteCounts: [Double]
  private var total: Double
  private var ended = 0.0
  /// How far each file is that has begun and not ended, 0 to 1.
  private var running: [Int: Double] = [:]

  init(_ steps: [OutputPlan.Step]) {
    fileCount = steps.count
    // No file is for nothing.
    byteCounts = steps.map { Double(max(1, $0.byteCount)) }
    total = byteCounts.reduce(0, +)
  }

  /// 0 to 1.
  var fraction: Double {
    let done = running.reduce(ended) { $0 + byteCounts[$1.key] * $1.value }
    return total > 0 ? min(1, done / total) : 1
  }

  mutating func advance(_ index: Int, to fraction: Double) { running[index] = fraction }

  /// - Parameter isSkipped: whether it took no time, so that it says nothing about that of others.
  mutating func end(_ index: Int, isSkipped: Bool) {
    running[index] = nil
    endedCount += 1
    if isSkipped { total -= byteCounts[index] } else { ended += byteCounts[index] }
  }
}
