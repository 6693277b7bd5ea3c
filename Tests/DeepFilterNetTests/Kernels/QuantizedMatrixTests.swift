import Testing

@testable import DeepFilterNet

@Suite("QuantizedMatrix")
struct QuantizedMatrixTests {
  private struct Sample {
    let inputs: Int
    let outputs: Int
    var weights: [Int16]
    let scales: [Float]
    let bias: [Float]

    init(inputs: Int, outputs: Int, _ random: inout SeededGenerator) {
      self.inputs = inputs
      self.outputs = outputs
      weights = random.floats(inputs * outputs, largest: 32_767).map { Int16($0.rounded()) }
      scales = random.floats(outputs, largest: 1e-4).map { abs($0) }
      bias = random.floats(outputs)
    }

    var matrix: QuantizedMatrix {
      QuantizedMatrix(
        inputs: inputs, outputs: outputs, weights: weights, scales: scales, bias: bias)
    }

    func multiply(_ x: [Float], columns: Int, _ instructions: Instructions) -> [Float] {
      var quantized = QuantizedColumns(columns: columns, size: inputs)
      let kernels = Kernels(instructions: instructions)
      quantized.load(x, from: 0, columns: columns, kernels: kernels)
      let fence = [Float](repeating: .nan, count: 40)
      var y = fence + [Float](repeating: .nan, count: columns * outputs) + fence
      matrix.multiply(quantized, columns: columns, into: &y, at: 40, kernels: kernels)
      expectUntouched(y, outside: 40..<40 + columns * outputs, "\(instructions)")
      return Array(y[40..<40 + columns * outputs])
    }

    /// In double precision, nothing rounded.
    func exact(_ x: [Float], columns: Int) -> [Double] {
      (0..<columns * outputs).map { i in
        let (column, output) = (i / outputs, i % outputs)
        let sum = (0..<inputs).reduce(0.0) {
          $0 + Double(weights[output * inputs + $1]) * Double(x[column * inputs + $1])
        }
        return sum * Double(scales[output]) + Double(bias[output])
      }
    }
  }

  // Inputs are rounded to steps of up to 6e-5 here, weights are up to 3.3: errors add up as a root.
  @Test(
    "products are near the exact ones, on all instructions",
    arguments: [1, 31, 32, 33, 96], [8, 24, 256])
  func products(outputs: Int, inputs: Int) {
    var random = SeededGenerator(seed: UInt64(outputs * 1000 + inputs))
    let sample = Sample(inputs: inputs, outputs: outputs, &random)
    for columns in [1, 2, 3, 4, 5, 7, 64] {
      let x = random.floats(columns * inputs)
      let expected = sample.exact(x, columns: columns)
      for instructions in Instructions.available {
        expectNear(
          sample.multiply(x, columns: columns, instructions), expected,
          within: 1e-4 * Double(inputs).squareRoot(),
          "\(columns) columns, \(instructions)")
      }
    }
  }

  @Test("a column has the same bits alone, among any number, and on all instructions")
  func bits() {
    var random = SeededGenerator(seed: 7)
    let sample = Sample(inputs: 64, outputs: 45, &random)
    let x = random.floats(17 * 64)
    let alone = (0..<17).flatMap {
      sample.multiply(Array(x[$0 * 64..<($0 + 1) * 64]), columns: 1, .baseline)
    }
    for columns in 1...17 {
      for instructions in Instructions.available {
        expectSameBits(
          sample.multiply(x, columns: columns, instructions), alone.prefix(columns * 45),
          "\(columns) columns, \(instructions)")
      }
    }
  }

  @Test("columns of y lie as far apart as is said, what is between them stays")
  func strides() {
    var random = SeededGenerator(seed: 9)
    let sample = Sample(inputs: 16, outputs: 45, &random)
    let x = random.floats(7 * 16)
    let close = sample.multiply(x, columns: 7, .baseline)
    var expected = [Float](repeating: .nan, count: 6 * 50 + 45)
    for i in close.indices { expected[i / 45 * 50 + i % 45] = close[i] }
    for kernels in Kernels.onAllInstructions {
      var quantized = QuantizedColumns(columns: 7, size: 16)
      quantized.load(x, from: 0, columns: 7, kernels: kernels)
      var apart = [Float](repeating: .nan, count: 6 * 50 + 45)
      sample.matrix.multiply(quantized, columns: 7, into: &apart, stride: 50, kernels: kernels)
      expectSameBits(apart, expected, "\(kernels)")
    }
  }

  @Test("the largest weights and inputs there are do not overflow")
  func extremes() {
    var random = SeededGenerator(seed: 8)
    var sample = Sample(inputs: 32, outputs: 32, &random)
    for (i, sign) in [Int16(1), -1].enumerated() {
      sample.weights = (0..<32 * 32).map { $0 / 32 % 2 == i ? sign * 32_767 : -sign * 32_767 }
      let x = [Float](repeating: 1, count: 32)
      let expected = sample.exact(x, columns: 1)
      for instructions in Instructions.available {
        let largest = expected.map(abs).max() ?? 0
        expectNear(
          sample.multiply(x, columns: 1, instructions), expected, within: 1e-4 * largest)
      }
    }
  }
}
