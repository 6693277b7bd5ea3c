import Foundation

@testable import DeepFilterNet

/// A GRU written as in the ONNX definition with `linear_before_reset` = 1, in double precision, with
/// its biases apart.
struct TextbookGRU {
  let width: Int
  /// `[3·width × inputs]`, `[3·width × width]`, in the order z, r, n.
  let inputWeight: Tensor
  let hiddenWeight: Tensor
  /// `[3·width]` each.
  let inputBias: [Float]
  let hiddenBias: [Float]

  init(width: Int, inputs: Int, random: inout SeededGenerator) {
    self.width = width
    inputWeight = random.tensor([3 * width, inputs], largest: 0.3)
    hiddenWeight = random.tensor([3 * width, width], largest: 0.3)
    inputBias = random.floats(3 * width)
    hiddenBias = random.floats(3 * width)
  }

  /// h of every frame, the first h being 0.
  /// - Parameter x: `[frames × inputs]`
  func run(_ x: [Double]) -> [Double] {
    let inputs = inputWeight.shape[1]
    var h = [Double](repeating: 0, count: width)
    var output = [Double]()
    for start in stride(from: 0, to: x.count, by: inputs) {
      let frame = Array(x[start..<start + inputs])
      let w = Self.product(inputWeight, frame, bias: inputBias)
      let r = Self.product(hiddenWeight, h, bias: hiddenBias)
      h = (0..<width).map { i in
        let update = Self.sigmoid(w[i] + r[i])
        let reset = Self.sigmoid(w[width + i] + r[width + i])
        let new = tanh(w[2 * width + i] + reset * r[2 * width + i])
        return (1 - update) * new + update * h[i]
      }
      output += h
    }
    return output
  }

  static func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

  private static func product(_ weight: Tensor, _ x: [Double], bias: [Float]) -> [Double] {
    bias.indices.map { row in
      x.indices.reduce(Double(bias[row])) { sum, i in
        sum + Double(weight.values[row * x.count + i]) * x[i]
      }
    }
  }
}
