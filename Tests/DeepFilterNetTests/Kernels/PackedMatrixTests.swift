import Testing

@testable import DeepFilterNet

@Suite("PackedMatrix")
struct PackedMatrixTests {
  static let columnCounts = [1, 2, 3, 7, 15, 64]
  static let everyKernels =
    Kernels.onAllInstructions + [Kernels(instructions: .baseline, blas: true)]

  /// A matrix beside its weights, `[groups, inputs, outputs]`, and bias.
  private func matrix(
    groups: Int, inputs: Int, outputs: Int, _ random: inout SeededGenerator
  ) -> (matrix: PackedMatrix, weight: Tensor, bias: [Float]) {
    // Large sums rounded as small ones: weights shrink with the root of the inputs.
    let weight = random.tensor(
      [groups, inputs, outputs], largest: 1 / Float(inputs).squareRoot())
    let bias = random.floats(groups * outputs)
    let matrix = PackedMatrix(
      groups: groups, inputs: inputs, outputs: outputs, bias: bias
    ) { weight.values[($0 * inputs + $2) * outputs + $1] }
    return (matrix, weight, bias)
  }

  private func expected(_ x: [Float], weight: Tensor, bias: [Float]) -> [Double] {
    TextbookLinear.grouped(x.doubles, weight: weight).enumerated()
      .map { $1 + Double(bias[$0 % bias.count]) }
  }

  /// Measured: 9e-8 at one input, 6.2e-8·√inputs at many; with OpenBLAS half as much.
  private func tolerance(inputs: Int) -> Double { 1.2e-7 * Double(inputs).squareRoot() }

  @Test(
    "products are near the textbook's, bias and relu included, on all instructions and with a BLAS",
    arguments: [1, 10, 15, 16, 17, 60], [1, 2, 18, 64, 512])
  func products(outputs: Int, inputs: Int) {
    var random = SeededGenerator(seed: UInt64(outputs * 1000 + inputs))
    let tolerance = tolerance(inputs: inputs)
    for groups in [1, 2, 5] {
      let (matrix, weight, bias) = matrix(
        groups: groups, inputs: inputs, outputs: outputs, &random)
      for columns in Self.columnCounts {
        let x = random.floats(columns * groups * inputs)
        let wanted = expected(x, weight: weight, bias: bias)
        var y = [Float](repeating: .nan, count: columns * groups * outputs)
        for kernels in Self.everyKernels {
          let what = "\(groups) groups, \(columns) columns, \(kernels)"
          matrix.multiply(x, columns: columns, into: &y, kernels: kernels)
          expectNear(y, wanted, within: tolerance, what)
          matrix.multiply(x, columns: columns, into: &y, rectified: true, kernels: kernels)
          expectNear(y, wanted.rectified, within: tolerance, what + ", rectified")
        }
      }
    }
  }

  @Test("no bias is a bias of zeros")
  func withoutBias() {
    var random = SeededGenerator(seed: 2)
    let weight = random.tensor([2, 7, 9])
    func packed(bias: [Float]?) -> PackedMatrix {
      PackedMatrix(groups: 2, inputs: 7, outputs: 9, bias: bias) {
        weight.values[($0 * 7 + $2) * 9 + $1]
      }
    }
    let x = random.floats(3 * 14)
    var (y, z) = ([Float](repeating: 1, count: 3 * 18), [Float](repeating: 2, count: 3 * 18))
    packed(bias: nil).multiply(x, columns: 3, into: &y)
    packed(bias: [Float](repeating: 0, count: 18)).multiply(x, columns: 3, into: &z)
    expectSameBits(y, z)
  }

  @Test("columns of y lie as far apart as is said, what is between them stays")
  func strides() {
    var random = SeededGenerator(seed: 9)
    let (matrix, _, _) = matrix(groups: 2, inputs: 8, outputs: 18, &random)
    let x = random.floats(11 * 16)
    for kernels in Self.everyKernels {
      var close = [Float](repeating: .nan, count: 11 * 36)
      matrix.multiply(x, columns: 11, into: &close, kernels: kernels)
      var apart = [Float](repeating: .nan, count: 3 + 10 * 40 + 36)
      matrix.multiply(x, columns: 11, into: &apart, at: 3, stride: 40, kernels: kernels)
      var expected = [Float](repeating: .nan, count: apart.count)
      for i in close.indices { expected[3 + i / 36 * 40 + i % 36] = close[i] }
      expectSameBits(apart, expected, "\(kernels)")
    }
  }

  @Test(
    "a column has the same bits alone, among any number, and at any place",
    arguments: [1, 10, 15, 16, 17, 33, 60], [1, 18, 64, 512])
  func bitsOfColumns(outputs: Int, inputs: Int) {
    for instructions in Instructions.available {
      bitsOfColumns(outputs, inputs, Kernels(instructions: instructions))
    }
  }

  private func bitsOfColumns(_ outputs: Int, _ inputs: Int, _ kernels: Kernels) {
    var random = SeededGenerator(seed: UInt64(outputs * 1000 + inputs))
    let (matrix, _, _) = matrix(groups: 2, inputs: inputs, outputs: outputs, &random)
    let x = random.floats(64 * 2 * inputs)
    let alone = (0..<64).flatMap { column in
      var y = [Float](repeating: .nan, count: 2 * outputs)
      matrix.multiply(x, from: column * 2 * inputs, columns: 1, into: &y, kernels: kernels)
      return y
    }
    for columns in 1...64 {
      // The last `columns` of all: each column is met at many places.
      let first = 64 - columns
      var y = [Float](repeating: .nan, count: columns * 2 * outputs)
      matrix.multiply(
        x, from: first * 2 * inputs, columns: columns, into: &y, kernels: kernels)
      expectSameBits(y, alone[(first * 2 * outputs)...], "\(columns) columns, \(kernels)")
    }
  }

  @Test(
    "all instructions with fused multiply-add give the same bits",
    .enabled(if: Instructions.ofMachine > .avx2), arguments: Self.columnCounts)
  func bitsOfInstructions(columns: Int) {
    var random = SeededGenerator(seed: UInt64(columns))
    let (matrix, _, _) = matrix(groups: 3, inputs: 50, outputs: 39, &random)
    let x = random.floats(columns * 3 * 50)
    let results = [Instructions.avx2, .avx512].map { instructions in
      var y = [Float](repeating: .nan, count: columns * 3 * 39)
      matrix.multiply(
        x, columns: columns, into: &y, kernels: Kernels(instructions: instructions))
      return y
    }
    expectSameBits(results[0], results[1])
  }

  // At another place in the block the BLAS may sum in another order: OpenBLAS does.
  @Test(
    "in a BLAS's block of fixed length a column's bits depend on it and its place alone",
    arguments: [(18, 64), (64, 64), (32, 10), (256, 768)])
  func bitsOfBlocks(inputs: Int, outputs: Int) {
    var random = SeededGenerator(seed: UInt64(inputs))
    let (matrix, _, _) = matrix(groups: 1, inputs: inputs, outputs: outputs, &random)
    let x = random.floats(64 * inputs)
    var y = [Float](repeating: .nan, count: 64 * outputs)
    matrix.multiply(x, columns: 64, into: &y, kernels: Kernels(instructions: .baseline, blas: true))
    // Every other column changed, and all of them elsewhere in memory.
    for offset in [0, 1, 7, 16] {
      var other = [Float](repeating: 0, count: offset) + random.floats(64 * inputs)
      for column in stride(from: 0, to: 64, by: 2) {
        other.copyNumbers(
          from: x, at: column * inputs, count: inputs, to: offset + column * inputs)
      }
      var z = [Float](repeating: .nan, count: offset + 64 * outputs)
      matrix.multiply(
        other, from: offset, columns: 64, into: &z, at: offset,
        kernels: Kernels(instructions: .baseline, blas: true))
      for column in stride(from: 0, to: 64, by: 2) {
        expectSameBits(
          z[offset + column * outputs..<offset + (column + 1) * outputs],
          y[column * outputs..<(column + 1) * outputs], "column \(column), offset \(offset)")
      }
    }
  }

  @Test(
    "nothing is read or written outside the columns",
    arguments: [1, 10, 15, 16, 17, 60], Self.everyKernels)
  func bounds(outputs: Int, kernels: Kernels) {
    var random = SeededGenerator(seed: UInt64(outputs))
    let (groups, inputs, guardCount) = (3, 18, 40)
    let (matrix, weight, bias) = matrix(
      groups: groups, inputs: inputs, outputs: outputs, &random)
    let fence = [Float](repeating: .nan, count: guardCount)
    for columns in [0] + Self.columnCounts {
      let x = random.floats(columns * groups * inputs)
      var y = [Float](repeating: .nan, count: 2 * guardCount + columns * groups * outputs)
      matrix.multiply(
        fence + x + fence, from: guardCount, columns: columns, into: &y, at: guardCount,
        kernels: kernels)
      expectNear(
        Array(y.dropFirst(guardCount).dropLast(guardCount)),
        expected(x, weight: weight, bias: bias), within: tolerance(inputs: inputs),
        "\(columns) columns")
      expectUntouched(y, outside: guardCount..<y.count - guardCount, "\(columns) columns")
    }
  }
}
