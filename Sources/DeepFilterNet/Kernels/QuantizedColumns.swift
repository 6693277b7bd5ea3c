import CDeepFilterNetKernels

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
    precondition(size % 4 == 0, "the kernel works on four at once")
    self.size = size
    values = [Int16](repeating: 0, count: columns * size)
    scales = [Float](repeating: 0, count: columns)
  }

  /// Rounds columns to the nearest, halves to even. Each column's scale is the finest for which no
  /// magnitude is above 32767 and no four neighbours' together above 65534: their products with
  /// 16-bit weights then add up to less than 2³¹.
  package mutating func load(
    _ x: [Float], from start: Int, columns: Int, kernels: Kernels = Kernels()
  ) {
    precondition(start >= 0 && start + columns * size <= x.count, "x is too short")
    precondition(columns <= scales.count, "there is no room for so many columns")
    let size = size
    // In bounds by the checks above.
    unsafe x.withUnsafeBufferPointer { x in
      unsafe values.withUnsafeMutableBufferPointer { values in
        unsafe scales.withUnsafeMutableBufferPointer { scales in
          guard let x = x.baseAddress else { return }
          let rounded = unsafe dfn_columns(
            columns: columns, size: size, x: x + start, values: values.baseAddress,
            scales: scales.baseAddress)
          unsafe dfn_round_columns(rounded, kernels.instructions.set)
        }
      }
    }
  }
}
