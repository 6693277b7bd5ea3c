/// The elementwise part of a GRU.
enum Gates {
  /// h ← (1 − z) ⊙ n + z ⊙ h
  /// - Parameters:
  ///   - hidden: h, `[width]` from `start` on; width is a multiple of 8.
  ///   - inputPart: W x + b, `[3 × width]` in the order z, r, n.
  ///   - hiddenPart: R h + b, likewise.
  ///   - output: receives a copy of the new h.
  static func update(
    _ hidden: inout [Float], at start: Int, width: Int,
    inputPart: [Float], from inputStart: Int, hiddenPart: [Float], from hiddenStart: Int,
    output: inout [Float], at outputStart: Int
  ) {
    precondition(width % Lanes.scalarCount == 0, "the gates work on eight at once")
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
            let x = unsafe inputPart + inputStart
            let r = unsafe hiddenPart + hiddenStart
            for i in stride(from: 0, to: width, by: Lanes.scalarCount) {
              let update = unsafe (Lanes(from: x + i) + Lanes(from: r + i)).sigmoid
              let reset = unsafe (Lanes(from: x + width + i) + Lanes(from: r + width + i)).sigmoid
              let new = unsafe multiplyAdd(
                reset, Lanes(from: r + 2 * width + i), Lanes(from: x + 2 * width + i)
              ).hyperbolicTangent
              let old = unsafe Lanes(from: hidden + start + i)
              let value = multiplyAdd(update, old - new, new)
              unsafe value.store(to: hidden + start + i)
              unsafe value.store(to: output + outputStart + i)
            }
          }
        }
      }
    }
  }
}
