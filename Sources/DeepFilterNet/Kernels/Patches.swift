import CDeepFilterNetKernels

/// What a small convolution sees at each position, side by side, so that it becomes a matrix product.
enum Patches {
  /// `y[position, t, i] = x[t, position · step + i]`, i < width, t from the oldest frame on.
  /// - Parameters:
  ///   - x: the frame from `newest` on, older ones each `frameStride` numbers before.
  ///   - y: receives `[positions × frames × width]` at `start`.
  static func gather(
    _ x: [Float], newest: Int, frameStride: Int, frames: Int, positions: Int, step: Int, width: Int,
    into y: inout [Float], at start: Int, kernels: Kernels = Kernels()
  ) {
    let oldest = newest - (frames - 1) * frameStride
    precondition(oldest >= 0 && newest + (positions - 1) * step + width <= x.count)
    precondition(start >= 0 && start + positions * frames * width <= y.count)
    // In bounds by the checks above.
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        guard let x = x.baseAddress, let y = y.baseAddress else { return }
        let patches = unsafe dfn_patches(
          positions: positions, step: step, frames: frames, width: width,
          x: x + oldest, frame_stride: frameStride, y: y + start)
        unsafe dfn_gather_patches(patches, kernels.instructions.set)
      }
    }
  }
}
