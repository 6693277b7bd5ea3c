extension Array where Element == Float {
  /// Multiplies each by 2 to the power of a number.
  mutating func scale(byPowerOfTwo exponent: Int) {
    let factor = Float(sign: .plus, exponent: exponent, significand: 1)
    for i in indices { self[i] *= factor }
  }

  /// Sets every number, in place.
  mutating func fill(with value: Float) {
    for i in indices { self[i] = value }
  }

  /// Moves a run of numbers within the array; the two places may overlap.
  mutating func moveNumbers(from source: Int, to target: Int, count number: Int) {
    precondition(source >= 0 && target >= 0 && number >= 0)
    precondition(source + number <= count && target + number <= count)
    // In bounds by the check above; numbers are plain bytes, which `update` moves as memmove does.
    unsafe withUnsafeMutableBufferPointer { numbers in
      guard let base = numbers.baseAddress else { return }
      unsafe (base + target).update(from: base + source, count: number)
    }
  }

  /// Overwrites a run of numbers with those of another array, in place.
  mutating func copyNumbers(
    from other: [Float], at first: Int = 0, count number: Int, to start: Int = 0
  ) {
    for i in 0..<number { self[start + i] = other[first + i] }
  }

  /// Overwrites a run of numbers, in place.
  mutating func load(_ numbers: Span<Float>, at start: Int) {
    precondition(start >= 0 && start + numbers.count <= count)
    for i in numbers.indices { self[start + i] = numbers[i] }
  }

  /// Copies a run of numbers out.
  func store(
    from first: Int, count number: Int, into numbers: inout MutableSpan<Float>, at start: Int
  ) {
    for i in 0..<number { numbers[start + i] = self[first + i] }
  }

  /// Overwrites a run of numbers with every `step`-th of others.
  mutating func load(
    _ numbers: Span<Float>, from first: Int, step: Int, count number: Int, at start: Int
  ) {
    for i in 0..<number { self[start + i] = numbers[first + i * step] }
  }

  /// Copies a run of numbers out, to every `step`-th place.
  func store(
    from first: Int, count number: Int, into numbers: inout [Float], at start: Int, step: Int
  ) {
    for i in 0..<number { numbers[start + i * step] = self[first + i] }
  }
}
