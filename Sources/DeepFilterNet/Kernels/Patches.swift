/// What a small convolution sees at each position, side by side, so that it becomes a matrix product.
enum Patches {
  /// `y[position, t, i] = x[t, position · step + i]`, i < width, t from the oldest frame on.
  /// - Parameters:
  ///   - x: the frame from `newest` on, older ones each `frameStride` numbers before.
  ///   - y: receives `[positions × frames × width]` at `start`.
  static func gather(
    _ x: [Float], newest: Int, frameStride: Int, frames: Int, positions: Int, step: Int, width: Int,
    into y: inout [Float], at start: Int
  ) {
    let oldest = newest - (frames - 1) * frameStride
    precondition(oldest >= 0 && newest + (positions - 1) * step + width <= x.count)
    precondition(start >= 0 && start + positions * frames * width <= y.count)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        guard let x = x.baseAddress, var y = y.baseAddress else { return }
        unsafe y += start
        for position in 0..<positions {
          for frame in 0..<frames {
            let row = unsafe x + oldest + frame * frameStride + position * step
            for i in 0..<width { unsafe y[i] = row[i] }
            unsafe y += width
          }
        }
      }
    }
  }
}
