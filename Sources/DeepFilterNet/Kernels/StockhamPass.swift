import CDeepFilterNetKernels

/// One pass of a Stockham FFT over many transforms at once: `width` neighbours in memory belong to
/// as many transforms, so that every load and store is of neighbours.
///
/// `y[r·p + j, q] = ωᵖʲ · Σₖ x[p + m·k, q] · e^(−2πijk/r)`, ω = e^(−2πi/(r·m)), r the radix, m =
/// `groups`, rows `width` numbers long. The last pass leaves its output in order.
struct StockhamPass: Sendable {
  /// 2, 3, 4 or 5.
  let radix: Int
  let groups: Int
  /// ωᵖʲ, `[groups × radix × (re, im)]`
  let twiddles: [Float]

  init(radix: Int, groups: Int) {
    precondition(2...5 ~= radix, "there is no pass of radix \(radix)")
    self.radix = radix
    self.groups = groups
    twiddles = (0..<groups).flatMap { p in
      (0..<radix).flatMap { j in
        let turn = Complex.root(of: radix * groups, power: p * j)
        return [turn.re, turn.im]
      }
    }
  }

  /// - Parameters:
  ///   - width: neighbours that go through the same steps.
  ///   - x, y: the two planes each of input and output, `[radix·groups × width]`; not the same.
  func run(
    width: Int, from x: borrowing ComplexPlanes, into y: inout ComplexPlanes, kernels: Kernels
  ) {
    let count = radix * groups * width
    precondition(x.count >= count && y.count >= count, "a plane is too short")
    // In bounds: rows end at `count`.
    unsafe x.withPointers { xRe, xIm in
      unsafe y.withMutablePointers { yRe, yIm in
        unsafe twiddles.withUnsafeBufferPointer { twiddles in
          let pass = unsafe dfn_fourier_pass(
            radix: radix, groups: groups, width: width, twiddles: twiddles.baseAddress,
            x_re: xRe, x_im: xIm, y_re: yRe, y_im: yIm)
          unsafe dfn_run_fourier_pass(pass, kernels.instructions.set)
        }
      }
    }
  }
}
