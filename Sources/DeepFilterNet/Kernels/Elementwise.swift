/// Arithmetic number by number.
enum Elementwise {
  /// y ← relu(scale ⊙ x + bias) + addend, scale and bias repeating.
  /// - Parameters:
  ///   - scale, bias: `[features]`
  ///   - x, addend, y: `count` numbers from their starts on, a multiple of features.
  static func addSkip(
    _ x: [Float], from xStart: Int, scale: [Float], bias: [Float],
    addend: [Float], from addendStart: Int,
    into y: inout [Float], at start: Int, count: Int
  ) {
    let features = scale.count
    precondition(features == bias.count && features % Lanes.scalarCount == 0)
    precondition(count % features == 0 && xStart >= 0 && xStart + count <= x.count)
    precondition(addendStart >= 0 && addendStart + count <= addend.count)
    precondition(start >= 0 && start + count <= y.count)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe scale.withUnsafeBufferPointer { scale in
        unsafe bias.withUnsafeBufferPointer { bias in
          unsafe addend.withUnsafeBufferPointer { addend in
            unsafe y.withUnsafeMutableBufferPointer { y in
              guard let x = x.baseAddress, let scale = scale.baseAddress,
                let bias = bias.baseAddress, let addend = addend.baseAddress,
                let y = y.baseAddress
              else { return }
              for row in stride(from: 0, to: count, by: features) {
                for i in stride(from: 0, to: features, by: Lanes.scalarCount) {
                  let skip = unsafe multiplyAdd(
                    Lanes(from: x + xStart + row + i), Lanes(from: scale + i),
                    Lanes(from: bias + i)
                  ).rectified
                  let sum = unsafe skip + Lanes(from: addend + addendStart + row + i)
                  unsafe sum.store(to: y + start + row + i)
                }
              }
            }
          }
        }
      }
    }
  }

  /// y ← y + x
  static func add(_ x: [Float], to y: inout [Float]) {
    map(x, &y) { x, y in x + y }
  }

  /// y ← tanh(x) + y
  static func addTangent(of x: [Float], to y: inout [Float]) {
    map(x, &y) { x, y in x.hyperbolicTangent + y }
  }

  /// y ← sigmoid(y) · scale + offset
  static func sigmoid(_ y: inout [Float], scale: Float = 1, offset: Float = 0) {
    map([], &y) { _, y in y.sigmoid * scale + offset }
  }

  /// y ← body(x, y), eight at a time, and the rest one by one with the same arithmetic.
  /// - Parameter x: as long as y, or empty: the body's x is then 0.
  @inline(__always)
  private static func map(_ x: [Float], _ y: inout [Float], _ body: (Lanes, Lanes) -> Lanes) {
    let count = y.count
    precondition(x.count == count || x.isEmpty)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        guard let y = y.baseAddress else { return }
        let x = x.isEmpty ? nil : x.baseAddress
        var i = 0
        while i + Lanes.scalarCount <= count {
          let other = unsafe x.map { unsafe Lanes(from: $0 + i) } ?? .zero
          unsafe body(other, Lanes(from: y + i)).store(to: y + i)
          i += Lanes.scalarCount
        }
        while i < count {
          let other = unsafe x?[i] ?? 0
          unsafe y[i] = body(Lanes(repeating: other), Lanes(repeating: y[i]))[0]
          i += 1
        }
      }
    }
  }
}
