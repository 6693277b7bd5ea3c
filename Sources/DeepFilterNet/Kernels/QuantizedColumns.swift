/// Columns of numbers as 16-bit integers, each column with a scale of its own: what goes into a
/// `QuantizedMatrix`.
package struct QuantizedColumns: Sendable {
  /// Numbers of a column, an even number.
  let size: Int
  /// `[columns × size]`, within ±32767.
  private(set) var values: [Int16]
  /// x = value · scale; `[columns]`
  private(set) var scales: [Float]

  package init(columns: Int, size: Int) {
    precondition(size % Lanes.scalarCount == 0, "the kernel works on eight at once")
    self.size = size
    values = [Int16](repeating: 0, count: columns * size)
    scales = [Float](repeating: 0, count: columns)
  }

  /// Rounds columns to the nearest, halves to even. Each column's scale is the finest for which no
  /// magnitude is above 32767 and no four neighbours' together above 65534: their products with
  /// 16-bit weights then add up to less than 2³¹.
  package mutating func load(_ x: [Float], from start: Int, columns: Int) {
    precondition(start >= 0 && start + columns * size <= x.count, "x is too short")
    precondition(columns <= scales.count, "there is no room for so many columns")
    let size = size
    unsafe x.withUnsafeBufferPointer { x in
      unsafe values.withUnsafeMutableBufferPointer { values in
        guard let x = x.baseAddress, let values = values.baseAddress else { return }
        for column in 0..<columns {
          let source = unsafe x + start + column * size
          let target = unsafe values + column * size
          var largest = Lanes.zero
          var largestFour = SIMD2<Float>.zero
          for i in stride(from: 0, to: size, by: Lanes.scalarCount) {
            let magnitude = unsafe Lanes(from: source + i).magnitude
            largest.replace(with: magnitude, where: magnitude .> largest)
            let two = magnitude.evenHalf + magnitude.oddHalf
            let four = two.evenHalf + two.oddHalf
            largestFour.replace(with: four, where: four .> largestFour)
          }
          var one: Float = 0
          for lane in 0..<Lanes.scalarCount { one = max(one, largest[lane]) }
          let most = max(one / 32_767, largestFour[0] / 65_532, largestFour[1] / 65_532)
          // Below 10⁻³⁰ the inverse might be infinite; it counts as silence.
          scales[column] = most > 1e-30 ? most : 0
          let inverse = most > 1e-30 ? 1 / most : 0
          for i in stride(from: 0, to: size, by: Lanes.scalarCount) {
            let rounded = unsafe (Lanes(from: source + i) * inverse).roundedToInt16
            unsafe UnsafeMutableRawPointer(target + i).storeBytes(
              of: rounded, as: SIMD8<Int16>.self)
          }
        }
      }
    }
  }
}

extension Lanes {
  @inline(__always)
  fileprivate var magnitude: Lanes {
    // The sign bit off; a cast between types of the same size that hold any bits.
    let bits = unsafe unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7fff_ffff
    return unsafe unsafeBitCast(bits, to: Lanes.self)
  }

  /// The nearest whole numbers, for what lies within ±32767.
  @inline(__always)
  fileprivate var roundedToInt16: SIMD8<Int16> {
    // Adding 1.5·2²³ leaves the whole number in the lowest bits, a negative one as its complement.
    let bits = unsafe unsafeBitCast(self + 12_582_912, to: SIMD8<Int32>.self)
    return SIMD8<Int16>(truncatingIfNeeded: bits)
  }
}
