import CDeepFilterNetKernels

/// Weights of a linear map as 16-bit integers, a scale for each output, laid out for `multiply`.
///
/// `y[o] = bias[o] + scale[o] · scale(x) · Σⱼ float(w[o, 4j]·x[4j] + … + w[o, 4j+3]·x[4j+3])`
///
/// Sums of four products are exact; as floats they are added in the order of j, by one chain. The
/// same input gives the same bits whatever the number of columns and the target.
package struct QuantizedMatrix: Sendable {
  /// Outputs that the kernel works on at once.
  static let panelWidth = 32

  package let inputs: Int
  package let outputs: Int

  /// `[panels × inputs/2 × panelWidth × 2]`, the last panel filled up with zeros.
  let panels: AlignedNumbers<Int16>
  /// `[panels × panelWidth]`
  let scales: [Float]
  let bias: [Float]

  /// - Parameters:
  ///   - weights: `[outputs × inputs]`, within ±32767; inputs are a multiple of 4.
  ///   - scales: what a weight of each output is multiplied with, `[outputs]`.
  ///   - bias: `[outputs]`
  package init(inputs: Int, outputs: Int, weights: [Int16], scales: [Float], bias: [Float]) {
    precondition(inputs % 4 == 0, "the kernel works on four inputs at once")
    precondition(weights.count == inputs * outputs, "a weight for every input and output")
    precondition(scales.count == outputs && bias.count == outputs, "one for every output")
    let width = Self.panelWidth
    self.inputs = inputs
    self.outputs = outputs
    let panelCount = (outputs + width - 1) / width
    let padding = [Float](repeating: 0, count: panelCount * width - outputs)
    self.scales = scales + padding
    self.bias = bias + padding
    var panels = AlignedNumbers<Int16>(count: panelCount * width * inputs)
    for output in 0..<outputs {
      let lane = output % width
      let panel = output / width * inputs * width
      for input in 0..<inputs {
        panels[panel + (input / 2 * width + lane) * 2 + input % 2] =
          weights[output * inputs + input]
      }
    }
    self.panels = panels
  }

  /// Applies the map to every column.
  /// - Parameters:
  ///   - x: columns of `inputs` numbers.
  ///   - y: `[columns × outputs]`, from `start` on; overwritten.
  ///   - stride: how far apart its columns lie; one after the other, if nothing is said.
  /// - Real-time safe.
  package func multiply(
    _ x: QuantizedColumns, columns: Int, into y: inout [Float], at start: Int = 0,
    stride: Int? = nil, kernels: Kernels = Kernels()
  ) {
    precondition(x.size == inputs && columns <= x.scales.count, "columns of another size")
    let stride = stride ?? outputs
    precondition(stride >= outputs, "columns of y overlap")
    precondition(
      start >= 0 && y.count - start >= (columns - 1) * stride + outputs, "y is too short")
    // In bounds by the checks above: no pointer below goes past its column's numbers, and
    // panels, scales and bias are filled up to whole panels.
    unsafe x.values.withUnsafeBufferPointer { values in
      unsafe x.scales.withUnsafeBufferPointer { xScales in
        unsafe y.withUnsafeMutableBufferPointer { y in
          unsafe panels.withBaseAddress { panels in
            unsafe scales.withUnsafeBufferPointer { scales in
              unsafe bias.withUnsafeBufferPointer { bias in
                guard let y = y.baseAddress else { return }
                let product = unsafe dfn_integer_product(
                  inputs: inputs, outputs: outputs, columns: columns,
                  x: values.baseAddress, x_scales: xScales.baseAddress,
                  panels: panels, scales: scales.baseAddress, bias: bias.baseAddress,
                  y: y + start, y_stride: stride)
                unsafe dfn_multiply_integers(product, kernels.instructions.set)
              }
            }
          }
        }
      }
    }
  }
}
