import CDeepFilterNetTarget

/// One product under way. `QuantizedMatrix.multiply` alone makes it, and has checked that its pointers
/// hold as many numbers as the sizes say: every pointer below stays within them.
@safe
struct QuantizedProduct {
  let pairCount: Int
  let outputs: Int
  let panelCount: Int
  let x: UnsafeRawPointer
  let panels: UnsafeRawPointer
  let scales: UnsafePointer<Float>
  let bias: UnsafePointer<Float>
  let y: UnsafeMutablePointer<Float>

  /// Bytes of a pair of inputs in `x`, in a panel, and in half a panel.
  private static let pairBytes = 4
  private static let rowBytes = 4 * QuantizedMatrix.panelWidth
  private static let laneBytes = 4 * Lanes.scalarCount

  /// - Parameter scale: that of a column of x.
  @inline(__always)
  func run(columns: Int, scale: (Int) -> Float) {
    for panel in 0..<panelCount {
      var column = 0
      while column + 1 < columns {
        for half in 0..<2 {
          tile(panel: panel, half: half, column, scale(column), column + 1, scale(column + 1))
        }
        column += 2
      }
      if column < columns { tile(panel: panel, column, scale(column)) }
    }
  }

  /// A panel by a column.
  @inline(__always)
  private func tile(panel: Int, _ column: Int, _ scale: Float) {
    var w = unsafe panels + panel * pairCount * Self.rowBytes
    var x = unsafe self.x + column * pairCount * Self.pairBytes
    var (a, b, c, d) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    for _ in 0..<pairCount {
      let pair = unsafe repeated(x)
      a += unsafe sums(w, pair)
      b += unsafe sums(w + Self.laneBytes, pair)
      c += unsafe sums(w + 2 * Self.laneBytes, pair)
      d += unsafe sums(w + 3 * Self.laneBytes, pair)
      unsafe w += Self.rowBytes
      unsafe x += Self.pairBytes
    }
    let first = panel * QuantizedMatrix.panelWidth
    store(a, first, column, scale)
    store(b, first + 8, column, scale)
    store(c, first + 16, column, scale)
    store(d, first + 24, column, scale)
  }

  /// Half a panel by two columns.
  @inline(__always)
  private func tile(
    panel: Int, half: Int, _ column: Int, _ scale: Float, _ other: Int, _ otherScale: Float
  ) {
    var w = unsafe panels + panel * pairCount * Self.rowBytes + half * 2 * Self.laneBytes
    var x = unsafe self.x + column * pairCount * Self.pairBytes
    var z = unsafe self.x + other * pairCount * Self.pairBytes
    var (a, b, c, d) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    for _ in 0..<pairCount {
      let (pair, otherPair) = unsafe (repeated(x), repeated(z))
      a += unsafe sums(w, pair)
      b += unsafe sums(w + Self.laneBytes, pair)
      c += unsafe sums(w, otherPair)
      d += unsafe sums(w + Self.laneBytes, otherPair)
      unsafe w += Self.rowBytes
      unsafe x += Self.pairBytes
      unsafe z += Self.pairBytes
    }
    let first = panel * QuantizedMatrix.panelWidth + half * 16
    store(a, first, column, scale)
    store(b, first + 8, column, scale)
    store(c, first, other, otherScale)
    store(d, first + 8, other, otherScale)
  }

  /// One pair of inputs for every lane.
  @inline(__always)
  private func repeated(_ x: UnsafeRawPointer) -> SIMD16<Int16> {
    let pair = unsafe x.loadUnaligned(as: UInt32.self)
    // A cast between types of the same size that hold any bits.
    return unsafe unsafeBitCast(SIMD8<UInt32>(repeating: pair), to: SIMD16<Int16>.self)
  }

  /// The products of a pair of inputs with eight outputs' weights.
  @inline(__always)
  private func sums(_ w: UnsafeRawPointer, _ pair: SIMD16<Int16>) -> Lanes {
    unsafe Lanes(dfn_pair_sums(w.loadUnaligned(as: SIMD16<Int16>.self), pair))
  }

  /// Scales a sum, adds the bias, and writes the outputs that there are.
  @inline(__always)
  private func store(_ sum: Lanes, _ first: Int, _ column: Int, _ scale: Float) {
    let scaled = unsafe sum * (Lanes(from: scales + first) * scale) + Lanes(from: bias + first)
    let target = unsafe y + column * outputs + first
    if first + 8 <= outputs {
      unsafe scaled.store(to: target)
    } else {
      for lane in 0..<max(outputs - first, 0) { unsafe target[lane] = scaled[lane] }
    }
  }
}
