/// Zeros to be filled in, that begin where a line of the cache does: loads of a wide register are then
/// never of two lines (an eighth less time for a GRU whose matrix is in the second-level cache).
///
/// Nothing but speed depends on the place: an array keeps its numbers where they are as long as it is
/// the only one that has them.
struct AlignedNumbers<Number: FixedWidthNumber>: Sendable {
  private var storage: [Number]
  private let start: Int
  let count: Int

  init(count: Int) {
    let (line, size) = (64, MemoryLayout<Number>.stride)
    storage = [Number](repeating: 0, count: count + line / size)
    // The address alone is used.
    let address = unsafe storage.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    start = (line - address % line) % line / size
    self.count = count
  }

  subscript(index: Int) -> Number {
    get { storage[start + index] }
    set { storage[start + index] = newValue }
  }

  /// The first number's place, for what `body` does.
  @unsafe
  func withBaseAddress(_ body: (UnsafePointer<Number>) -> Void) {
    unsafe storage.withUnsafeBufferPointer { numbers in
      if let base = numbers.baseAddress { unsafe body(base + start) }
    }
  }
}

/// What the kernels' matrices are made of.
protocol FixedWidthNumber: ExpressibleByIntegerLiteral, Sendable {}
extension Float: FixedWidthNumber {}
extension Int16: FixedWidthNumber {}
