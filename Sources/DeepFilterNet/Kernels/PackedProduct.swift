import CDeepFilterNetTarget

/// One product under way. `PackedMatrix.multiply` alone makes it, and has checked that its pointers
/// hold as many numbers as the sizes say: every pointer below stays within them.
///
/// A tile is some panels by some columns: as many registers of sums as hide the latency of their
/// chains and do not spill, eight where a register holds four or eight floats. Its shape changes the
/// speed only: every sum has its own chain.
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
    if columns == 1 {
      runOneColumn()
      return
    }
    // Panels outside, columns inside: a panel stays in the nearest cache.
    for panel in 0..<groups * panelCount {
      var column = 0
      if dfn_target_has_wide_registers() {
        while column + 3 < columns {
          tileOfFour(panel: panel, column: column)
          column += 4
        }
      }
      while column + 1 < columns {
        tileOfTwo(panel: panel, column: column)
        column += 2
      }
      if column < columns { tile(panel: panel, column: column) }
    }
  }

  /// Two or four panels at once, also of groups that follow each other.
  private func runOneColumn() {
    var panel = 0
    let end = groups * panelCount
    if dfn_target_has_wide_registers() {
      while panel + 3 < end {
        tileOfFourPanels(panel: panel)
        panel += 4
      }
    }
    while panel + 1 < end {
      tileOfTwoPanels(panel: panel)
      panel += 2
    }
    if panel < end { tile(panel: panel, column: 0) }
  }

  /// Where a panel's weights, its inputs in a column, and its outputs begin.
  @inline(__always)
  func weights(_ panel: Int) -> UnsafePointer<Float> { unsafe panels + panel * inputs * Self.width }

  @inline(__always)
  func input(_ panel: Int, _ column: Int) -> UnsafePointer<Float> {
    unsafe x + column * xStride + panel / panelCount * inputs
  }

  @inline(__always)
  private func tile(panel: Int, column: Int) {
    var w = unsafe weights(panel)
    let x = unsafe input(panel, column)
    var sum = PanelSum()
    for i in 0..<inputs {
      unsafe sum.add(x[i], Lanes(from: w), Lanes(from: w + 8))
      unsafe w += Self.width
    }
    store(sum, panel, column)
  }

  @inline(__always)
  private func tileOfTwo(panel: Int, column: Int) {
    var w = unsafe weights(panel)
    let x0 = unsafe input(panel, column)
    let x1 = unsafe x0 + xStride
    var (sum0, sum1) = (PanelSum(), PanelSum())
    for i in 0..<inputs {
      let (low, high) = unsafe (Lanes(from: w), Lanes(from: w + 8))
      unsafe sum0.add(x0[i], low, high)
      unsafe sum1.add(x1[i], low, high)
      unsafe w += Self.width
    }
    store(sum0, panel, column)
    store(sum1, panel, column + 1)
  }

  @inline(__always)
  private func tileOfFour(panel: Int, column: Int) {
    var w = unsafe weights(panel)
    let x0 = unsafe input(panel, column)
    let (x1, x2, x3) = unsafe (x0 + xStride, x0 + 2 * xStride, x0 + 3 * xStride)
    var (sum0, sum1, sum2, sum3) = (PanelSum(), PanelSum(), PanelSum(), PanelSum())
    for i in 0..<inputs {
      let (low, high) = unsafe (Lanes(from: w), Lanes(from: w + 8))
      unsafe sum0.add(x0[i], low, high)
      unsafe sum1.add(x1[i], low, high)
      unsafe sum2.add(x2[i], low, high)
      unsafe sum3.add(x3[i], low, high)
      unsafe w += Self.width
    }
    store(sum0, panel, column)
    store(sum1, panel, column + 1)
    store(sum2, panel, column + 2)
    store(sum3, panel, column + 3)
  }

  @inline(__always)
  private func tileOfTwoPanels(panel: Int) {
    var (w0, w1) = unsafe (weights(panel), weights(panel + 1))
    let (x0, x1) = unsafe (input(panel, 0), input(panel + 1, 0))
    var (sum0, sum1) = (PanelSum(), PanelSum())
    for i in 0..<inputs {
      unsafe sum0.add(x0[i], Lanes(from: w0), Lanes(from: w0 + 8))
      unsafe sum1.add(x1[i], Lanes(from: w1), Lanes(from: w1 + 8))
      unsafe w0 += Self.width
      unsafe w1 += Self.width
    }
    store(sum0, panel, 0)
    store(sum1, panel + 1, 0)
  }

  @inline(__always)
  private func tileOfFourPanels(panel: Int) {
    var w = unsafe weights(panel)
    let step = inputs * Self.width
    let (x0, x1) = unsafe (input(panel, 0), input(panel + 1, 0))
    let (x2, x3) = unsafe (input(panel + 2, 0), input(panel + 3, 0))
    var (sum0, sum1, sum2, sum3) = (PanelSum(), PanelSum(), PanelSum(), PanelSum())
    for i in 0..<inputs {
      let (w1, w2, w3) = unsafe (w + step, w + 2 * step, w + 3 * step)
      unsafe sum0.add(x0[i], Lanes(from: w), Lanes(from: w + 8))
      unsafe sum1.add(x1[i], Lanes(from: w1), Lanes(from: w1 + 8))
      unsafe sum2.add(x2[i], Lanes(from: w2), Lanes(from: w2 + 8))
      unsafe sum3.add(x3[i], Lanes(from: w3), Lanes(from: w3 + 8))
      unsafe w += Self.width
    }
    store(sum0, panel, 0)
    store(sum1, panel + 1, 0)
    store(sum2, panel + 2, 0)
    store(sum3, panel + 3, 0)
  }

  /// Adds the bias, rectifies, and writes the outputs that a panel has.
  @inline(__always)
  private func store(_ sum: PanelSum, _ panel: Int, _ column: Int) {
    let bias = unsafe self.bias + panel * Self.width
    let (group, first) = (panel / panelCount, panel % panelCount * Self.width)
    let target = unsafe y + column * yStride + group * outputs + first
    var (low, high) = unsafe (sum.low + Lanes(from: bias), sum.high + Lanes(from: bias + 8))
    if rectified { (low, high) = (low.rectified, high.rectified) }
    let count = outputs - first
    if count >= Self.width {
      unsafe low.store(to: target)
      unsafe high.store(to: target + 8)
    } else if count >= 8 {
      unsafe low.store(to: target)
      for lane in 0..<count - 8 { unsafe target[8 + lane] = high[lane] }
    } else {
      for lane in 0..<count { unsafe target[lane] = low[lane] }
    }
  }
}

/// The sums of a panel's outputs in one column.
struct PanelSum {
  var low = Lanes.zero
  var high = Lanes.zero

  @inline(__always)
  mutating func add(_ x: Float, _ lowWeights: Lanes, _ highWeights: Lanes) {
    let value = Lanes(repeating: x)
    low = multiplyAdd(value, lowWeights, low)
    high = multiplyAdd(value, highWeights, high)
  }
}
