import CDeepFilterNetKernels

/// The elementwise part of a GRU.
enum Gates {
  /// h ← (1 − z) ⊙ n + z ⊙ h
  /// - Parameters:
  ///   - hidden: h, `[width]` from `start` on.
  ///   - inputPart: W x + b, `[3 × width]` in the order z, r, n.
  ///   - hiddenPart: R h + b, likewise.
  ///   - output: receives a copy of the new h.
  static func update(
    _ hidden: inout [Float], at start: Int, width: Int,
    inputPart: [Float], from inputStart: Int, hiddenPart: [Float], from hiddenStart: Int,
    output: inout [Float], at outputStart: Int, kernels: Kernels = Kernels()
  ) {
    precondition(start >= 0 && start + width <= hidden.count)
    precondition(inputStart >= 0 && inputStart + 3 * width <= inputPart.count)
    precondition(hiddenStart >= 0 && hiddenStart + 3 * width <= hiddenPart.count)
    precondition(outputStart >= 0 && outputStart + width <= output.count)
    unsafe hidden.withUnsafeMutableBufferPointer { hidden in
      unsafe inputPart.withUnsafeBufferPointer { inputPart in
        unsafe hiddenPart.withUnsafeBufferPointer { hiddenPart in
          unsafe output.withUnsafeMutableBufferPointer { output in
            guard let hidden = hidden.baseAddress, let inputPart = inputPart.baseAddress,
              let hiddenPart = hiddenPart.baseAddress, let output = output.baseAddress
            else { return }
            let gates = unsafe dfn_gates(
              width: width, input_part: inputPart + inputStart,
              hidden_part: hiddenPart + hiddenStart, hidden: hidden + start,
              output: output + outputStart)
            unsafe dfn_update_gates(gates, kernels.instructions.set)
          }
        }
      }
    }
  }
}
