extension PackedMatrix {
  /// A grouped linear layer: `out[g, h] = Σᵢ in[g, i] · weight[g, i, h]`.
  /// - Parameter weight: `[groups × inputs × outputs]`
  init(groupedLinear weight: Tensor) {
    let (inputs, outputs) = (weight.shape[1], weight.shape[2])
    self.init(groups: weight.shape[0], inputs: inputs, outputs: outputs) { group, output, input in
      weight.values[(group * inputs + input) * outputs + output]
    }
  }

  /// A dense layer or pointwise convolution: `out[o] = bias[o] + Σᵢ in[i] · weight[o, i]`.
  /// - Parameter weight: `[outputs × inputs]`, further axes being of length 1.
  init(dense weight: Tensor, bias: [Float]? = nil) {
    let inputs = weight.shape[1]
    self.init(inputs: inputs, outputs: weight.shape[0], bias: bias) { _, output, input in
      weight.values[output * inputs + input]
    }
  }
}

extension WeightReader {
  /// A grouped linear layer with so many inputs and outputs in all groups together.
  mutating func groupedLinear(
    _ name: String, inputs: Int, outputs: Int?
  ) throws(WeightFileError) -> PackedMatrix {
    let tensor = try tensor(name, shape: [nil, nil, nil])
    let shape = tensor.shape
    try require(
      shape[0].multipliedReportingOverflow(by: shape[1]) == (inputs, false), name,
      "\(tensor.shape) where groups × inputs must be \(inputs)")
    try require(
      outputs == nil || shape[0].multipliedReportingOverflow(by: shape[2]) == (outputs, false),
      name,
      "\(tensor.shape) where groups × outputs must be \(outputs ?? 0)")
    return PackedMatrix(groupedLinear: tensor)
  }
}
