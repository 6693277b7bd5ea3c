/// One pass of a Stockham FFT over many transforms at once: `width` neighbours in memory belong to
/// as many transforms, so that every load and store is of eight neighbours.
///
/// `y[r·p + j, q] = ωᵖʲ · Σₖ x[p + m·k, q] · e^(−2πijk/r)`, ω = e^(−2πi/(r·m)), r the radix, m =
/// `groups`, rows `width` numbers long. The last pass leaves its output in order.
struct StockhamPass: Sendable {
  /// 2, 3, 4 or 5.
  let radix: Int
  let groups: Int
  /// ωᵖʲ, `[groups × radix]`
  let twiddles: [Complex]

  init(radix: Int, groups: Int) {
    self.radix = radix
    self.groups = groups
    twiddles = (0..<groups).flatMap { p in
      (0..<radix).map { j in Complex.root(of: radix * groups, power: p * j) }
    }
  }

  /// - Parameters:
  ///   - width: neighbours that go through the same steps, 8 or more.
  ///   - x, y: the two planes each of input and output, `[radix·groups × width]`; not the same.
  func run(width: Int, from x: borrowing ComplexPlanes, into y: inout ComplexPlanes) {
    let count = radix * groups * width
    precondition(width >= Lanes.scalarCount, "the pass works on eight neighbours at once")
    precondition(x.count >= count && y.count >= count, "a plane is too short")
    // In bounds: rows end at `count`, and the last eight of a row begin at `width − 8` at most.
    unsafe x.withPointers { xRe, xIm in
      unsafe y.withMutablePointers { yRe, yIm in
        for p in 0..<groups {
          var start = 0
          while start < width {
            // The last eight may overlap those before: written twice, to the same numbers.
            let q = min(start, width - Lanes.scalarCount)
            let input = (p * width + q, groups * width)
            let output = (p * radix * width + q, width)
            unsafe butterfly(p, xRe, xIm, input, yRe, yIm, output)
            start += Lanes.scalarCount
          }
        }
      }
    }
  }

  @inline(__always)
  private func butterfly(
    _ p: Int, _ xRe: UnsafePointer<Float>, _ xIm: UnsafePointer<Float>, _ from: (Int, Int),
    _ yRe: UnsafeMutablePointer<Float>, _ yIm: UnsafeMutablePointer<Float>, _ to: (Int, Int)
  ) {
    func load(_ k: Int) -> ComplexLanes {
      let offset = from.0 + k * from.1
      return unsafe ComplexLanes(re: Lanes(from: xRe + offset), im: Lanes(from: xIm + offset))
    }
    func store(_ j: Int, _ value: ComplexLanes) {
      let turned = j == 0 ? value : value * twiddles[p * radix + j]
      let offset = to.0 + j * to.1
      unsafe turned.re.store(to: yRe + offset)
      unsafe turned.im.store(to: yIm + offset)
    }
    switch radix {
    case 2:
      let (a, b) = (load(0), load(1))
      store(0, a + b)
      store(1, a - b)
    case 3:
      let (a, b, c) = (load(0), load(1), load(2))
      let sum = b + c
      let centre = a - sum * 0.5
      let side = (b - c).timesMinusI * 0.866_025_4
      store(0, a + sum)
      store(1, centre + side)
      store(2, centre - side)
    case 4:
      let (a, b, c, d) = (load(0), load(1), load(2), load(3))
      let (even, evenDifference) = (a + c, a - c)
      let (odd, oddDifference) = (b + d, (b - d).timesMinusI)
      store(0, even + odd)
      store(1, evenDifference + oddDifference)
      store(2, even - odd)
      store(3, evenDifference - oddDifference)
    case 5:
      let (a, b, c, d, e) = (load(0), load(1), load(2), load(3), load(4))
      let (outer, inner) = (b + e, c + d)
      let (outerSide, innerSide) = ((b - e).timesMinusI, (c - d).timesMinusI)
      // cos and sin of 2π/5 and 4π/5.
      let first = a + outer * 0.309_016_99 - inner * 0.809_016_99
      let second = a - outer * 0.809_016_99 + inner * 0.309_016_99
      let firstSide = outerSide * 0.951_056_5 + innerSide * 0.587_785_24
      let secondSide = outerSide * 0.587_785_24 - innerSide * 0.951_056_5
      store(0, a + outer + inner)
      store(1, first + firstSide)
      store(2, second + secondSide)
      store(3, second - secondSide)
      store(4, first - firstSide)
    default:
      preconditionFailure("there is no pass of radix \(radix)")
    }
  }
}
