@testable import DeepFilterNet

/// Linear layers as they are defined, in double precision, over any number of columns.
enum TextbookLinear {
  /// `out[g, h] = Σᵢ in[g, i] · W[g, i, h]`
  /// - Parameter weight: `[groups, inputs, outputs]`
  static func grouped(_ x: [Double], weight: Tensor) -> [Double] {
    let (groups, inputs, outputs) = (weight.shape[0], weight.shape[1], weight.shape[2])
    var y = [Double]()
    for column in stride(from: 0, to: x.count, by: groups * inputs) {
      for g in 0..<groups {
        for h in 0..<outputs {
          y.append(
            (0..<inputs).reduce(0) { sum, i in
              sum + x[column + g * inputs + i]
                * Double(weight.values[(g * inputs + i) * outputs + h])
            })
        }
      }
    }
    return y
  }

  /// `out[o] = bias[o] + Σᵢ in[i] · W[o, i]`
  /// - Parameter weight: `[outputs, inputs, …]`, further axes being of length 1.
  static func dense(_ x: [Double], weight: Tensor, bias: [Float]) -> [Double] {
    let inputs = weight.shape[1]
    var y = [Double]()
    for column in stride(from: 0, to: x.count, by: inputs) {
      for o in bias.indices {
        y.append(
          (0..<inputs).reduce(Double(bias[o])) { sum, i in
            sum + x[column + i] * Double(weight.values[o * inputs + i])
          })
      }
    }
    return y
  }
}
