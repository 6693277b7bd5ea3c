import Testing

@testable import DeepFilterNet

@Suite("PendingSums")
struct PendingSumsTests {
  // Measured: 2.4e-7.
  @Test(
    "the sums are those of a convolution over time, frame by frame",
    arguments: [(1, 5), (2, 8), (5, 5), (5, 1), (3, 17), (7, 3)])
  func convolution(taps: Int, width: Int) {
    for kernels in Kernels.onAllInstructions { convolution(taps, width, kernels) }
  }

  private func convolution(_ taps: Int, _ width: Int, _ kernels: Kernels) {
    var random = SeededGenerator(seed: UInt64(taps * 100 + width))
    let sums = PendingSums(taps: taps, width: width)
    let rows = 3
    #expect(sums.productStride >= taps * width && sums.productStride % 8 == 0)
    let frames = (0..<12).map { _ in random.floats(rows * taps * width) }
    var pending = [Float](repeating: 0, count: 4 + rows * sums.sumStride + 4)
    for t in frames.indices {
      var products = [Float](repeating: 0, count: 2 + rows * sums.productStride)
      for row in 0..<rows {
        products.copyNumbers(
          from: frames[t], at: row * taps * width, count: taps * width,
          to: 2 + row * sums.productStride)
      }
      var y = [Float](repeating: .nan, count: 3 + rows * width + 3)
      sums.advance(
        &pending, from: 4, products: products, from: 2, rows: rows, into: &y, at: 3,
        kernels: kernels)
      let expected = (0..<rows * width).map { place in
        // Tap j of frame t − K + 1 + j, the frames before the first being zeros.
        (0..<taps).reduce(0.0) { sum, tap in
          let frame = t - taps + 1 + tap
          guard frame >= 0 else { return sum }
          let (row, output) = (place / width, place % width)
          return sum + Double(frames[frame][(row * taps + tap) * width + output])
        }
      }
      expectNear(Array(y[3..<3 + rows * width]), expected, within: 5e-7, "frame \(t), \(kernels)")
      expectUntouched(y, outside: 3..<3 + rows * width)
      #expect((pending.prefix(4) + pending.suffix(4)).allSatisfy { $0 == 0 }, "written outside")
    }
  }
}
