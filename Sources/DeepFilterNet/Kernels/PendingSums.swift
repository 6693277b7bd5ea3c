/// A convolution over time as products of the current frame only: what a frame adds to this output
/// and to the next ones is computed when the frame is there, and kept.
///
/// With pⱼ(t) the product of frame t and tap j of K, `Sⱼ(t) = pⱼ(t) + Sⱼ₋₁(t − 1)`; the output is the
/// last, S₍K₋₁₎(t) = p₀(t − K + 1) + … + p₍K₋₁₎(t), summed from the oldest frame on.
struct PendingSums: Sendable {
  /// K.
  let taps: Int
  /// Outputs of a row.
  let width: Int

  /// Numbers of a row's products: taps × width, rounded up to eights.
  var productStride: Int { (taps * width + 7) / 8 * 8 }
  /// Numbers of a row's sums: as many, behind zeros that stand for S₋₁.
  var sumStride: Int { lead + productStride }
  private var lead: Int { (width + 7) / 8 * 8 }

  /// Advances by a frame.
  /// - Parameters:
  ///   - sums: `[rows × sumStride]` from `sumStart` on; zeros at the beginning.
  ///   - products: `[rows × productStride]` from `productStart` on, in a row `[taps × width]`.
  ///   - outputs: receives `[rows × width]` at `start`.
  func advance(
    _ sums: inout [Float], from sumStart: Int, products: [Float], from productStart: Int, rows: Int,
    into outputs: inout [Float], at start: Int
  ) {
    precondition(sumStart >= 0 && sumStart + rows * sumStride <= sums.count)
    precondition(productStart >= 0 && productStart + rows * productStride <= products.count)
    precondition(start >= 0 && start + rows * width <= outputs.count)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe products.withUnsafeBufferPointer { products in
        unsafe outputs.withUnsafeMutableBufferPointer { outputs in
          guard let sums = sums.baseAddress, let products = products.baseAddress,
            let outputs = outputs.baseAddress
          else { return }
          for row in 0..<rows {
            let new = unsafe products + productStart + row * productStride
            let sum = unsafe sums + sumStart + row * sumStride + lead
            // Downwards, so that the sums a step reads are still those of the frame before. It
            // reads at most `width ≤ lead` numbers below `sum`.
            var i = productStride - Lanes.scalarCount
            while i >= 0 {
              unsafe (Lanes(from: new + i) + Lanes(from: sum + i - width)).store(to: sum + i)
              i -= Lanes.scalarCount
            }
            let target = unsafe outputs + start + row * width
            let finished = unsafe sum + (taps - 1) * width
            for o in 0..<width { unsafe target[o] = finished[o] }
          }
        }
      }
    }
  }
}
