import CDeepFilterNetKernels

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
    into outputs: inout [Float], at start: Int, kernels: Kernels = Kernels()
  ) {
    precondition(sumStart >= 0 && sumStart + rows * sumStride <= sums.count)
    precondition(productStart >= 0 && productStart + rows * productStride <= products.count)
    precondition(start >= 0 && start + rows * width <= outputs.count)
    // In bounds by the checks above: what a step reads before its row's sums is the lead.
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe products.withUnsafeBufferPointer { products in
        unsafe outputs.withUnsafeMutableBufferPointer { outputs in
          guard let sums = sums.baseAddress, let products = products.baseAddress,
            let outputs = outputs.baseAddress
          else { return }
          let pending = unsafe dfn_pending_sums(
            rows: rows, taps: taps, width: width,
            products: products + productStart, product_stride: productStride,
            sums: sums + sumStart, sum_stride: sumStride, lead: lead, outputs: outputs + start)
          unsafe dfn_advance_sums(pending, kernels.instructions.set)
        }
      }
    }
  }
}
