import CDeepFilterNetKernels

/// Arithmetic number by number.
enum Elementwise {
  /// y ← y + relu(scale ⊙ x + bias), scale and bias repeating.
  /// - Parameters:
  ///   - scale, bias: `[features]`
  ///   - x, y: `count` numbers from their starts on, a multiple of features.
  static func addSkip(
    _ x: [Float], from xStart: Int, scale: [Float], bias: [Float],
    to y: inout [Float], at start: Int, count: Int, kernels: Kernels = Kernels()
  ) {
    let features = scale.count
    precondition(features == bias.count)
    precondition(count % features == 0 && xStart >= 0 && xStart + count <= x.count)
    precondition(start >= 0 && start + count <= y.count)
    // In bounds by the checks above.
    unsafe x.withUnsafeBufferPointer { x in
      unsafe scale.withUnsafeBufferPointer { scale in
        unsafe bias.withUnsafeBufferPointer { bias in
          unsafe y.withUnsafeMutableBufferPointer { y in
            guard let x = x.baseAddress, let y = y.baseAddress else { return }
            let skip = unsafe dfn_skip(
              rows: count / features, features: features, x: x + xStart,
              scale: scale.baseAddress, bias: bias.baseAddress, y: y + start)
            unsafe dfn_add_skip(skip, kernels.instructions.set)
          }
        }
      }
    }
  }

  /// y ← y + x
  static func add(_ x: [Float], to y: inout [Float]) {
    precondition(x.count == y.count)
    for i in y.indices { y[i] += x[i] }
  }

  /// y ← tanh(x) + y
  static func addTangent(of x: [Float], to y: inout [Float], kernels: Kernels = Kernels()) {
    let count = y.count
    precondition(x.count == count)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        unsafe dfn_add_tangents(x.baseAddress, y.baseAddress, count, kernels.instructions.set)
      }
    }
  }

  /// y ← sigmoid(y) · scale + offset
  static func sigmoid(
    _ y: inout [Float], scale: Float = 1, offset: Float = 0, kernels: Kernels = Kernels()
  ) {
    unsafe y.withUnsafeMutableBufferPointer { y in
      unsafe dfn_sigmoids(y.baseAddress, y.count, scale, offset, kernels.instructions.set)
    }
  }
}
