/// One product under way. `PackedMatrix.multiply` alone makes it, and has checked that its pointers
/// hold as many numbers as the sizes say: every pointer below stays within them.
///
/// A tile is one or two panels by one or two columns: eight registers of sums on SSE2, so that
/// the chains of additions are long enough to hide their latency and nothing spills.
@safe
struct PackedProduct {
  let inputs: Int
  let outputs: Int
  let groups: Int
  let panelCount: Int
  let x: UnsafePointer<Float>
  let y: UnsafeMutablePointer<Float>
  let panels: UnsafePointer<Float>
  let bias: UnsafePointer<Float>
  let rectified: Bool

  static let width = PackedMatrix.panelWidth

  init(
    matrix: PackedMatrix, x: UnsafePointer<Float>, y: UnsafeMutablePointer<Float>,
    panels: UnsafePointer<Float>, bias: UnsafePointer<Float>, rectified: Bool
  ) {
    inputs = matrix.inputs
    outputs = matrix.outputs
    groups = matrix.groups
    panelCount = matrix.panelCount
    unsafe self.x = x
    unsafe self.y = y
    unsafe self.panels = panels
    unsafe self.bias = bias
    self.rectified = rectified
  }

  /// From one column of `x` to the next; of `y` likewise.
  var xStride: Int { groups * inputs }
  var yStride: Int { groups * outputs }

  func run(columns: Int) {
    for group in 0..<groups {
      if columns == 1 {
        var panel = 0
        while panel + 1 < panelCount {
          tile(group: group, firstPanel: panel, column: 0)
          panel += 2
        }
        if panel < panelCount { tile(group: group, panel: panel, column: 0) }
      } else {
        for panel in 0..<panelCount {
          var column = 0
          while column + 1 < columns {
            tile(group: group, panel: panel, firstColumn: column)
            column += 2
          }
          if column < columns { tile(group: group, panel: panel, column: column) }
        }
      }
    }
  }

  /// One panel, one column.
  @inline(__always)
  private func tile(group: Int, panel: Int, column: Int) {
    var w = unsafe weights(group: group, panel: panel)
    let x = unsafe self.x + column * xStride + group * inputs
    var low = Lanes.zero
    var high = Lanes.zero
    for i in 0..<inputs {
      let value = unsafe Lanes(repeating: x[i])
      low = unsafe multiplyAdd(value, Lanes(from: w), low)
      high = unsafe multiplyAdd(value, Lanes(from: w + 8), high)
      unsafe w += Self.width
    }
    store(low, high, group: group, panel: panel, column: column)
  }

  /// Two panels, one column.
  @inline(__always)
  private func tile(group: Int, firstPanel panel: Int, column: Int) {
    let first = unsafe weights(group: group, panel: panel)
    let second = unsafe first + inputs * Self.width
    let x = unsafe self.x + column * xStride + group * inputs
    var low = Lanes.zero
    var high = Lanes.zero
    var secondLow = Lanes.zero
    var secondHigh = Lanes.zero
    for i in 0..<inputs {
      let value = unsafe Lanes(repeating: x[i])
      let offset = i * Self.width
      low = unsafe multiplyAdd(value, Lanes(from: first + offset), low)
      high = unsafe multiplyAdd(value, Lanes(from: first + offset + 8), high)
      secondLow = unsafe multiplyAdd(value, Lanes(from: second + offset), secondLow)
      secondHigh = unsafe multiplyAdd(value, Lanes(from: second + offset + 8), secondHigh)
    }
    store(low, high, group: group, panel: panel, column: column)
    store(secondLow, secondHigh, group: group, panel: panel + 1, column: column)
  }

  /// One panel, two columns.
  @inline(__always)
  private func tile(group: Int, panel: Int, firstColumn column: Int) {
    var w = unsafe weights(group: group, panel: panel)
    let first = unsafe x + column * xStride + group * inputs
    let second = unsafe first + xStride
    var low = Lanes.zero
    var high = Lanes.zero
    var secondLow = Lanes.zero
    var secondHigh = Lanes.zero
    for i in 0..<inputs {
      let value = unsafe Lanes(repeating: first[i])
      let secondValue = unsafe Lanes(repeating: second[i])
      let lowWeights = unsafe Lanes(from: w)
      let highWeights = unsafe Lanes(from: w + 8)
      low = multiplyAdd(value, lowWeights, low)
      high = multiplyAdd(value, highWeights, high)
      secondLow = multiplyAdd(secondValue, lowWeights, secondLow)
      secondHigh = multiplyAdd(secondValue, highWeights, secondHigh)
      unsafe w += Self.width
    }
    store(low, high, group: group, panel: panel, column: column)
    store(secondLow, secondHigh, group: group, panel: panel, column: column + 1)
  }

  @inline(__always)
  func weights(group: Int, panel: Int) -> UnsafePointer<Float> {
    unsafe panels + (group * panelCount + panel) * inputs * Self.width
  }

  /// Adds the bias, rectifies, and writes the outputs that a panel has.
  @inline(__always)
  private func store(_ low: Lanes, _ high: Lanes, group: Int, panel: Int, column: Int) {
    let bias = unsafe self.bias + (group * panelCount + panel) * Self.width
    let first = panel * Self.width
    let target = unsafe y + column * yStride + group * outputs + first
    unsafe store(low + Lanes(from: bias), to: target, count: outputs - first)
    unsafe store(high + Lanes(from: bias + 8), to: target + 8, count: outputs - first - 8)
  }

  @inline(__always)
  private func store(_ lanes: Lanes, to target: UnsafeMutablePointer<Float>, count: Int) {
    let lanes = rectified ? lanes.rectified : lanes
    if count >= 8 {
      unsafe lanes.store(to: target)
    } else if count > 0 {
      for lane in 0..<count { unsafe target[lane] = lanes[lane] }
    }
  }
}
