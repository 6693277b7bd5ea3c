import CDeepFilterNetKernels

/// The products of a resampler: each output is the sum of a run of inputs weighted by a row of a
/// table, always added up in the same order.
struct PolyphaseProduct: Sendable {
  /// Output n lies at input n · step / phaseCount.
  let phaseCount: Int
  let step: Int
  /// Rows between one input and the next: `phaseCount`, or fewer; then each output lies between two
  /// rows, on the line from one to the other.
  let rowCount: Int
  /// Weights of a row, a multiple of `runMultiple`.
  let rowStride: Int
  /// `[rowCount + 1 × rowStride]`
  let rows: AlignedNumbers<Float>
  let instructions: Instructions

  /// What the kernel adds up at once.
  static let runMultiple = 32

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
    precondition(rows.count == (rowCount + 1) * rowStride && rowStride % Self.runMultiple == 0)
    precondition(start >= 0 && stride > 0 && start + (outputs.count - 1) * stride < target.count)
    // In bounds by the checks above: places grow from the first output's to the last one's, and a
    // phase is less than their number.
    unsafe inputs.withUnsafeBufferPointer { inputs in
      unsafe rows.withBaseAddress { rows in
        unsafe target.withUnsafeMutableBufferPointer { target in
          guard let inputs = inputs.baseAddress, let target = target.baseAddress else { return }
          let product = unsafe dfn_polyphase_product(
            outputs: outputs.count, phase: first * step % phaseCount, phases: phaseCount,
            step: step, rows: rowCount, row_stride: rowStride, weights: rows,
            x: inputs + firstInput(of: first) - dropped, y: target + start, y_stride: stride)
          unsafe dfn_resample(product, instructions.set)
        }
      }
    }
  }
}
