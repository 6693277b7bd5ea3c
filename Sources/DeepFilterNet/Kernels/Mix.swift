/// Cleaned sound with a share of the input.
enum Mix {
  /// `y ← share · x + (1 − share) · y`, the share moving evenly from one value to another.
  /// - Parameters:
  ///   - x, y: `count` samples from their starts on, a multiple of 8.
  ///   - old, new: the share before the first sample and at the last, 0…1.
  static func add(
    _ x: [Float], from xStart: Int, to y: inout [Float], at start: Int, count: Int,
    from old: Float, to new: Float
  ) {
    if old == 0 && new == 0 { return }
    precondition(count % Lanes.scalarCount == 0, "the mix works on eight at once")
    precondition(xStart >= 0 && xStart + count <= x.count)
    precondition(start >= 0 && start + count <= y.count)
    let step = (new - old) / Float(count)
    let ramp = Lanes(1, 2, 3, 4, 5, 6, 7, 8) * step
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        guard let x = x.baseAddress, let y = y.baseAddress else { return }
        for i in stride(from: 0, to: count, by: Lanes.scalarCount) {
          let input = unsafe Lanes(from: x + xStart + i)
          if old == 1 && new == 1 {
            unsafe input.store(to: y + start + i)
          } else {
            let share = Lanes(repeating: old + Float(i) * step) + ramp
            let clean = unsafe Lanes(from: y + start + i)
            unsafe (share * input + (1 - share) * clean).store(to: y + start + i)
          }
        }
      }
    }
  }
}
