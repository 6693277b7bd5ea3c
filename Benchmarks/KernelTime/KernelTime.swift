import DeepFilterNet
import Foundation

/// `kernel-time`: the matrix products of the model by themselves: microseconds, and multiply-adds a
/// nanosecond.
@main
struct KernelTime {
  static func main() {
    for (name, groups, inputs, outputs, columns) in [
      ("GRU, a frame", 1, 256, 768, 1), ("GRU, 2", 1, 256, 768, 2), ("GRU, 6", 1, 256, 768, 6),
      ("GRU, 64", 1, 256, 768, 64),
      ("pointwise, 8 positions", 1, 64, 64, 8), ("pointwise, 96", 1, 64, 64, 96),
      ("first, 96 bins", 1, 18, 64, 96), ("first, 32 bands", 1, 9, 64, 32),
      ("5x1, 96 bins", 2, 32, 32, 96), ("embedding", 32, 96, 16, 1), ("linear in", 16, 32, 16, 1),
      ("linear out", 16, 16, 32, 1), ("filter", 16, 16, 60, 1), ("10 by 10", 1, 10, 10, 96),
    ] {
      // As many copies as the model has layers of the size, so that they come from where they will.
      let copies = inputs == 256 ? 10 : 1
      let matrices = (0..<copies).map { _ in
        PackedMatrix(groups: groups, inputs: inputs, outputs: outputs) { g, o, i in
          Float((g &* 31 &+ o &* 7 &+ i) % 13) / 13
        }
      }
      let x = (0..<columns * groups * inputs).map { Float($0 % 7) / 7 - 0.5 }
      var y = [Float](repeating: 0, count: columns * groups * outputs)
      let work = groups * inputs * outputs * columns
      report(name, work: work, copies: copies) {
        for matrix in matrices { matrix.multiply(x, columns: columns, into: &y) }
      }
      if inputs == 256 {
        let matrices = (0..<copies).map { copy in
          QuantizedMatrix(
            inputs: inputs, outputs: outputs,
            weights: (0..<inputs * outputs).map { Int16(($0 + copy) % 60_000 - 30_000) },
            scales: [Float](repeating: 1e-4, count: outputs),
            bias: [Float](repeating: 0, count: outputs))
        }
        var integers = QuantizedColumns(columns: columns, size: inputs)
        report(name + " (int16)", work: work, copies: copies) {
          for matrix in matrices {
            integers.load(x, from: 0, columns: columns)
            matrix.multiply(integers, columns: columns, into: &y)
          }
        }
      }
    }
  }

  private static func report(_ name: String, work: Int, copies: Int, _ body: () -> Void) {
    let clock = ContinuousClock()
    let times = (0..<200).map { _ in
      let start = clock.now
      body()
      return (clock.now - start) / .microseconds(1) / Double(copies)
    }.sorted()
    let time = times[times.count / 2]
    print(
      name.padding(toLength: 24, withPad: " ", startingAt: 0),
      String(format: "%8.2f us %8.1f", time, Double(work) / time / 1000))
  }
}
