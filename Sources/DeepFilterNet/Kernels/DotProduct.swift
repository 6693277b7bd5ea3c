/// A sum of products, always added up in the same order.
enum DotProduct {
  /// - Parameter count: a multiple of 8.
  /// - Real-time safe.
  static func of(
    _ a: [Float], from aStart: Int, _ b: [Float], from bStart: Int, count: Int
  ) -> Float {
    let lanes = Lanes.scalarCount
    precondition(count % lanes == 0 && count >= 0)
    precondition(aStart >= 0 && aStart + count <= a.count)
    precondition(bStart >= 0 && bStart + count <= b.count)
    // In bounds by the checks above.
    return unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return 0 }
        let (x, y) = unsafe (a + aStart, b + bStart)
        // Four chains hide the latency of one.
        var (s0, s1, s2, s3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        var i = 0
        while i + 3 * lanes < count {
          unsafe s0 = multiplyAdd(Lanes(from: x + i), Lanes(from: y + i), s0)
          unsafe s1 = multiplyAdd(Lanes(from: x + i + lanes), Lanes(from: y + i + lanes), s1)
          unsafe s2 = multiplyAdd(
            Lanes(from: x + i + 2 * lanes), Lanes(from: y + i + 2 * lanes), s2)
          unsafe s3 = multiplyAdd(
            Lanes(from: x + i + 3 * lanes), Lanes(from: y + i + 3 * lanes), s3)
          i += 4 * lanes
        }
        while i < count {
          unsafe s0 = multiplyAdd(Lanes(from: x + i), Lanes(from: y + i), s0)
          i += lanes
        }
        return ((s0 + s1) + (s2 + s3)).total
      }
    }
  }
}
