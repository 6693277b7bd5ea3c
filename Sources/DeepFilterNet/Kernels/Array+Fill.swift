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
}
