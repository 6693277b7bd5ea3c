import DeepFilterNet

/// The model's matrix products by themselves, and what this machine could do at best.
///
/// Products are told in microseconds, the machine's limits in multiply-adds a nanosecond and bytes a
/// nanosecond; `check` tells each product's multiply-adds and bytes of weights.
final class KernelsSubject: Subject {
  private struct Product {
    let name: String
    let multiplyAdds: Int
    let weightBytes: Int
    let copies: Int
    let run: (Kernels) -> Void
  }

  /// Products of the GRUs' size are ten, as in the model, so that weights come from where they would.
  private let products =
    [1, 2, 6, 64].flatMap { columns in
      let name = "GRU, \(columns) column\(columns == 1 ? "" : "s")"
      return [
        floats(name, 256, 768, columns: columns, copies: 10),
        integers("int16 \(name)", 256, 768, columns: columns, copies: 10),
      ]
    } + [
      floats("pointwise, 8 positions", 64, 64, columns: 8),
      floats("pointwise, 48 positions", 64, 64, columns: 48),
      floats("first layer, 32 bands", 9, 64, columns: 32),
      floats("first layer, 96 bins", 18, 64, columns: 96),
      floats("5x1, 96 bins", groups: 2, 32, 32, columns: 96),
      floats("bins to embedding", groups: 32, 96, 16, columns: 1),
      floats("linear in", groups: 16, 32, 16, columns: 1),
      floats("linear out", groups: 16, 16, 32, columns: 1),
      floats("coefficients", groups: 16, 16, 60, columns: 1),
    ]

  private let kernels: Kernels

  init(instructions: Instructions) { kernels = Kernels(instructions: instructions) }

  func run(_ count: Int) throws -> [Series] {
    let clock = ContinuousClock()
    let times = products.map { product in
      product.run(kernels)
      return Series(
        name: product.name,
        numbers: (0..<count).map { _ in
          clock.microseconds { product.run(kernels) } / Double(product.copies)
        })
    }
    return times + MachineLimits(instructions: kernels.instructions).measure(count)
  }

  func check(_ count: Int) throws -> [Series] {
    products.map {
      Series(name: $0.name, numbers: [Double($0.multiplyAdds), Double($0.weightBytes)])
    }
  }

  private static func floats(
    _ name: String, groups: Int = 1, _ inputs: Int, _ outputs: Int, columns: Int, copies: Int = 1
  ) -> Product {
    let matrices = (0..<copies).map { _ in
      PackedMatrix(groups: groups, inputs: inputs, outputs: outputs) { group, output, input in
        Float((group &* 31 &+ output &* 7 &+ input) % 13) / 13
      }
    }
    let x = numbers(columns * groups * inputs)
    var y = [Float](repeating: 0, count: columns * groups * outputs)
    let weightCount = groups * inputs * outputs
    return Product(
      name: name, multiplyAdds: weightCount * columns, weightBytes: 4 * weightCount, copies: copies
    ) { kernels in
      for matrix in matrices { matrix.multiply(x, columns: columns, into: &y, kernels: kernels) }
    }
  }

  /// What goes in is made integers within the time, as in the model.
  private static func integers(
    _ name: String, _ inputs: Int, _ outputs: Int, columns: Int, copies: Int
  ) -> Product {
    let matrices = (0..<copies).map { copy in
      QuantizedMatrix(
        inputs: inputs, outputs: outputs,
        weights: (0..<inputs * outputs).map { Int16(($0 + copy) % 60_000 - 30_000) },
        scales: [Float](repeating: 1e-4, count: outputs),
        bias: [Float](repeating: 0, count: outputs))
    }
    let x = numbers(columns * inputs)
    var quantized = QuantizedColumns(columns: columns, size: inputs)
    var y = [Float](repeating: 0, count: columns * outputs)
    return Product(
      name: name, multiplyAdds: inputs * outputs * columns, weightBytes: 2 * inputs * outputs,
      copies: copies
    ) { kernels in
      for matrix in matrices {
        quantized.load(x, from: 0, columns: columns)
        matrix.multiply(quantized, columns: columns, into: &y, kernels: kernels)
      }
    }
  }

  private static func numbers(_ count: Int) -> [Float] {
    (0..<count).map { Float($0 % 7) / 7 - 0.5 }
  }
}
