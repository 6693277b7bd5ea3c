import CDeepFilterNetTarget

/// One product under way. `QuantizedMatrix.multiply` alone makes it, and has checked that its pointers
/// hold as many numbers as the sizes say: every pointer below stays within them.
@safe
struct QuantizedProduct {
  /// Inputs are taken four at a time.
  let fourCount: Int
  let outputs: Int
  let panelCount: Int
  let x: UnsafeRawPointer
  let panels: UnsafeRawPointer
  let scales: UnsafePointer<Float>
  let bias: UnsafePointer<Float>
  let y: UnsafeMutablePointer<Float>

  /// Bytes of four inputs in `x`; of a pair of them in a panel, and of its part for eight outputs.
  private static let fourBytes = 8
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
    var w = unsafe weights(panel)
    var x = unsafe input(column)
    var (a, b, c, d) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    for _ in 0..<fourCount {
      let four = unsafe Four(x)
      a += unsafe sums(w, four)
      b += unsafe sums(w + Self.laneBytes, four)
      c += unsafe sums(w + 2 * Self.laneBytes, four)
      d += unsafe sums(w + 3 * Self.laneBytes, four)
      unsafe w += 2 * Self.rowBytes
      unsafe x += Self.fourBytes
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
    var w = unsafe weights(panel) + half * 2 * Self.laneBytes
    var (x, z) = unsafe (input(column), input(other))
    var (a, b, c, d) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    for _ in 0..<fourCount {
      let (four, otherFour) = unsafe (Four(x), Four(z))
      a += unsafe sums(w, four)
      b += unsafe sums(w + Self.laneBytes, four)
      c += unsafe sums(w, otherFour)
      d += unsafe sums(w + Self.laneBytes, otherFour)
      unsafe w += 2 * Self.rowBytes
      unsafe x += Self.fourBytes
      unsafe z += Self.fourBytes
    }
    let first = panel * QuantizedMatrix.panelWidth + half * 16
    store(a, first, column, scale)
    store(b, first + 8, column, scale)
    store(c, first, other, otherScale)
    store(d, first + 8, other, otherScale)
  }

  @inline(__always)
  private func weights(_ panel: Int) -> UnsafeRawPointer {
    unsafe panels + panel * fourCount * 2 * Self.rowBytes
  }

  @inline(__always)
  private func input(_ column: Int) -> UnsafeRawPointer {
    unsafe x + column * fourCount * Self.fourBytes
  }

  /// Four inputs, as two pairs, each for every lane.
  private struct Four {
    let first: SIMD16<Int16>
    let second: SIMD16<Int16>

    @inline(__always)
    init(_ x: UnsafeRawPointer) {
      // Casts between types of the same size that hold any bits.
      let (a, b) = unsafe (
        x.loadUnaligned(as: UInt32.self), x.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      )
      unsafe first = unsafeBitCast(SIMD8<UInt32>(repeating: a), to: SIMD16<Int16>.self)
      unsafe second = unsafeBitCast(SIMD8<UInt32>(repeating: b), to: SIMD16<Int16>.self)
    }
  }

  /// The sums of the products of four inputs with eight outputs' weights.
  @inline(__always)
  private func sums(_ w: UnsafeRawPointer, _ x: Four) -> Lanes {
    let first = unsafe dfn_pair_sums(w.loadUnaligned(as: SIMD16<Int16>.self), x.first)
    let second = unsafe dfn_pair_sums(
      w.loadUnaligned(fromByteOffset: Self.rowBytes, as: SIMD16<Int16>.self), x.second)
    return dfn_floats(first &+ second)
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
