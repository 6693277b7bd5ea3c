import CDeepFilterNetKernels

/// Weights of a linear map, or of several side by side that each see their own share of the input
/// (groups), laid out for `multiply`.
///
/// `y[g, o] = bias[g, o] + Σᵢ weight[g, o, i] · x[g, i]`
///
/// Every output is summed over i = 0, 1, 2, … by one chain of additions, the bias last, whatever
/// the number of columns: the same input gives the same bits alone or in a block.
package struct PackedMatrix: Sendable {
  /// Outputs that the kernel works on at once.
  static let panelWidth = 16

  /// Groups, and inputs and outputs of one group.
  package let groups: Int
  package let inputs: Int
  package let outputs: Int

  /// `[groups × panels × inputs × panelWidth]`, the last panel of a group filled up with zeros.
  let panels: AlignedNumbers<Float>
  /// `[groups × panels × panelWidth]`
  let bias: [Float]

  /// - Parameters:
  ///   - bias: `[groups × outputs]`, or nil for none.
  ///   - weight: the weight of an input (third argument) in an output (second) of a group (first).
  package init(
    groups: Int = 1, inputs: Int, outputs: Int, bias: [Float]? = nil,
    weight: (Int, Int, Int) -> Float
  ) {
    let width = Self.panelWidth
    precondition(groups > 0 && inputs > 0 && outputs > 0, "a matrix has no side of 0")
    precondition(bias == nil || bias?.count == groups * outputs, "a bias for every output")
    self.groups = groups
    self.inputs = inputs
    self.outputs = outputs
    let panelCount = (outputs + width - 1) / width
    var panels = AlignedNumbers<Float>(count: groups * panelCount * inputs * width)
    var padded = [Float](repeating: 0, count: groups * panelCount * width)
    for group in 0..<groups {
      for output in 0..<outputs {
        let panel = group * panelCount + output / width
        let lane = output % width
        for input in 0..<inputs {
          panels[(panel * inputs + input) * width + lane] = weight(group, output, input)
        }
        padded[panel * width + lane] = bias?[group * outputs + output] ?? 0
      }
    }
    self.panels = panels
    self.bias = padded
  }

  /// Applies the map to every column of `x`.
  /// - Parameters:
  ///   - x: `[columns × groups × inputs]`, from `xStart` on.
  ///   - y: `[columns × groups × outputs]`, from `yStart` on; overwritten.
  ///   - yStride: how far apart its columns lie; one after the other, if nothing is said.
  ///   - rectified: whether negative outputs become 0.
  ///   - kernels: a BLAS, if it may be one, sums in another order, which depends on the number of
  ///     columns and on a column's place among them.
  /// - Real-time safe without a BLAS.
  package func multiply(
    _ x: [Float], from xStart: Int = 0, columns: Int,
    into y: inout [Float], at yStart: Int = 0, stride yStride: Int? = nil,
    rectified: Bool = false, kernels: Kernels = Kernels()
  ) {
    precondition(xStart >= 0 && x.count - xStart >= columns * groups * inputs, "x is too short")
    let yStride = yStride ?? groups * outputs
    precondition(yStride >= groups * outputs, "columns of y overlap")
    precondition(
      yStart >= 0 && y.count - yStart >= (columns - 1) * yStride + groups * outputs,
      "y is too short")
    // In bounds by the checks above: no pointer below goes past its column's numbers, and
    // `panels` and `bias` are filled up to whole panels.
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        unsafe panels.withBaseAddress { panels in
          unsafe bias.withUnsafeBufferPointer { bias in
            guard let x = x.baseAddress, let y = y.baseAddress else { return }
            let product = unsafe dfn_float_product(
              groups: groups, inputs: inputs, outputs: outputs, columns: columns,
              x: x + xStart, panels: panels, bias: bias.baseAddress, y: y + yStart,
              y_stride: yStride, rectified: rectified)
            if kernels.callsBLAS {
              unsafe BLAS.multiply(product)
            } else {
              unsafe dfn_multiply_floats(product, kernels.instructions.set)
            }
          }
        }
      }
    }
  }
}
