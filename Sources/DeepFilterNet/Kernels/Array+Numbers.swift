extension Array where Element == Float {
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

  /// Overwrites every number with those of another array of the same length, in place.
  mutating func copyNumbers(from other: [Float]) {
    precondition(other.count == count)
    for i in indices { self[i] = other[i] }
  }

  /// Overwrites a run of numbers, in place.
  mutating func load(_ numbers: Span<Float>, at start: Int) {
    precondition(start >= 0 && start + numbers.count <= count)
    for i in numbers.indices { self[start + i] = numbers[i] }
  }

  /// Copies a run of numbers out.
  func store(from start: Int, into numbers: inout MutableSpan<Float>) {
    precondition(start >= 0 && start + numbers.count <= count)
    let run = span.extracting(start..<start + numbers.count)
    for i in run.indices { numbers[i] = run[i] }
  }
}
