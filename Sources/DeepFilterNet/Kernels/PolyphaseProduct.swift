/// The products of a resampler: each output is the sum of a run of inputs weighted by a row of a
/// table, always added up in the same order.
struct PolyphaseProduct: Sendable {
  /// Output n lies at input n · step / phaseCount.
  let phaseCount: Int
  let step: Int
  /// Rows between one input and the next: `phaseCount`, or fewer; then each output lies between two
  /// rows, on the line from one to the other.
  let rowCount: Int
  /// Weights of a row, a multiple of 8, zeros at the end if there are fewer.
  let rowStride: Int
  /// `[rowCount + 1 × rowStride]`
  let rows: [Float]

  /// Where an output's run of inputs begins.
  func firstInput(of output: Int) -> Int { output * step / phaseCount }

  /// - Parameters:
  ///   - inputs: the inputs from number `dropped` on.
  ///   - outputs: numbers of the outputs; the runs of all lie within `inputs`.
  ///   - target: receives them at `start`, `start + stride`, …
  func run(
    _ inputs: [Float], dropped: Int, outputs: Range<Int>,
    into target: inout [Float], at start: Int, stride: Int
  ) {
    if outputs.isEmpty { return }
    let (first, last) = (outputs.lowerBound, outputs.upperBound - 1)
    precondition(firstInput(of: first) >= dropped)
    precondition(firstInput(of: last) - dropped + rowStride <= inputs.count)
    precondition(rows.count == (rowCount + 1) * rowStride && rowStride % Lanes.scalarCount == 0)
    precondition(start >= 0 && stride > 0 && start + (outputs.count - 1) * stride < target.count)
    let (whole, part) = step.quotientAndRemainder(dividingBy: phaseCount)
    var place = firstInput(of: first) - dropped
    var phase = first * step % phaseCount
    // In bounds by the checks above: places grow from the first output's to the last one's, and a
    // phase is less than their number.
    unsafe inputs.withUnsafeBufferPointer { inputs in
      unsafe rows.withUnsafeBufferPointer { rows in
        unsafe target.withUnsafeMutableBufferPointer { target in
          guard let inputs = inputs.baseAddress, let rows = rows.baseAddress,
            let target = target.baseAddress
          else { return }
          for index in 0..<outputs.count {
            let run = unsafe inputs + place
            let value: Float
            if rowCount == phaseCount {
              value = unsafe sum(rows + phase * rowStride, run)
            } else {
              let row = phase * rowCount / phaseCount
              let rest = Float(phase * rowCount % phaseCount) / Float(phaseCount)
              let low = unsafe sum(rows + row * rowStride, run)
              let high = unsafe sum(rows + (row + 1) * rowStride, run)
              value = low + rest * (high - low)
            }
            unsafe target[start + index * stride] = value
            place += whole
            phase += part
            if phase >= phaseCount {
              phase -= phaseCount
              place += 1
            }
          }
        }
      }
    }
  }

  /// Four chains hide the latency of one. The caller answers for `rowStride` numbers of both.
  @unsafe @inline(__always)
  private func sum(_ weights: UnsafePointer<Float>, _ inputs: UnsafePointer<Float>) -> Float {
    let lanes = Lanes.scalarCount
    var (s0, s1, s2, s3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    var i = 0
    while i + 3 * lanes < rowStride {
      unsafe s0 = multiplyAdd(Lanes(from: weights + i), Lanes(from: inputs + i), s0)
      unsafe s1 = multiplyAdd(
        Lanes(from: weights + i + lanes), Lanes(from: inputs + i + lanes), s1)
      unsafe s2 = multiplyAdd(
        Lanes(from: weights + i + 2 * lanes), Lanes(from: inputs + i + 2 * lanes), s2)
      unsafe s3 = multiplyAdd(
        Lanes(from: weights + i + 3 * lanes), Lanes(from: inputs + i + 3 * lanes), s3)
      i += 4 * lanes
    }
    while i < rowStride {
      unsafe s0 = multiplyAdd(Lanes(from: weights + i), Lanes(from: inputs + i), s0)
      i += lanes
    }
    return ((s0 + s1) + (s2 + s3)).total
  }
}
