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
    load(other.span, from: first, step: 1, count: number, at: start)
  }

  /// Overwrites a run of numbers, in place.
  mutating func load(_ numbers: Span<Float>, at start: Int) {
    load(numbers, from: 0, step: 1, count: numbers.count, at: start)
  }

  /// Overwrites a run of numbers with every `step`-th of others.
  mutating func load(
    _ numbers: Span<Float>, from first: Int, step: Int, count number: Int, at start: Int
  ) {
    unsafe numbers.withUnsafeBufferPointer { numbers in
      unsafe withUnsafeMutableBufferPointer { target in
        unsafe Self.copy(
          numbers, from: first, step: step, to: target, at: start, step: 1, count: number)
      }
    }
  }

  /// Copies a run of numbers out.
  func store(
    from first: Int, count number: Int, into numbers: inout MutableSpan<Float>, at start: Int
  ) {
    unsafe withUnsafeBufferPointer { source in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers in
        unsafe Self.copy(
          source, from: first, step: 1, to: numbers, at: start, step: 1, count: number)
      }
    }
  }

  /// Copies a run of numbers out, to every `step`-th place.
  func store(
    from first: Int, count number: Int, into numbers: inout [Float], at start: Int, step: Int
  ) {
    unsafe withUnsafeBufferPointer { source in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers in
        unsafe Self.copy(
          source, from: first, step: 1, to: numbers, at: start, step: step, count: number)
      }
    }
  }

  /// Copies every `step`-th number to every `targetStep`-th place: by pointers, as checks of every index
  /// would take longer than the copy.
  private static func copy(
    _ source: UnsafeBufferPointer<Float>, from first: Int, step: Int,
    to target: UnsafeMutableBufferPointer<Float>, at start: Int, step targetStep: Int,
    count number: Int
  ) {
    if number == 0 { return }
    precondition(number > 0 && first >= 0 && start >= 0 && step > 0 && targetStep > 0)
    precondition(first + (number - 1) * step < source.count)
    precondition(start + (number - 1) * targetStep < target.count)
    // In bounds by the checks above; the two do not overlap, as one of them is being written to.
    guard let source = source.baseAddress, let target = target.baseAddress else { return }
    if step == 1 && targetStep == 1 {
      unsafe (target + start).update(from: source + first, count: number)
    } else {
      for i in 0..<number { unsafe target[start + i * targetStep] = source[first + i * step] }
    }
  }
}
