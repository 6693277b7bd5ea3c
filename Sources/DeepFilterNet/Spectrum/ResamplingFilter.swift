#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The low-pass filter between two sample rates, a windowed sinc, cut into phases: rows of weights,
/// one for each place that an output can have between two inputs.
///
/// The pass band is flat to 0.9 of the lower rate's Nyquist frequency; from that frequency on all is
/// 110 dB down, images and aliases.
/// - Source: Crochiere and Rabiner, *Multirate Digital Signal Processing*; Kaiser's window.
package struct ResamplingFilter: Sendable {
  let product: PolyphaseProduct
  /// Inputs before an output's place that it is made of, less one: the last at or before its place is
  /// number `lead` of its run.
  let lead: Int

  /// - Parameters: rates in Hz, above 0.
  package init(
    from inputRateHz: Int, to outputRateHz: Int, instructions: Instructions = .ofMachine
  ) {
    precondition(inputRateHz > 0 && outputRateHz > 0, "a rate is above 0")
    let divisor = greatestCommonDivisor(inputRateHz, outputRateHz)
    let (phaseCount, step) = (outputRateHz / divisor, inputRateHz / divisor)
    // Between 4096 rows a line errs by less than −130 dB.
    let rowCount = min(phaseCount, 4096)

    // In samples of the lower rate: a transition of 0.05, 110 dB down.
    let attenuation = 115.0
    let halfWidth = (attenuation - 7.95) / (2.285 * 2 * .pi * 0.05) / 2
    let ratio = max(1, Double(inputRateHz) / Double(outputRateHz))
    let reach = Int((halfWidth * ratio).rounded(.up))
    let tapCount = 2 * reach
    let multiple = PolyphaseProduct.runMultiple
    let rowStride = (tapCount + multiple - 1) / multiple * multiple
    // Zeros fill a row up at its front, where they cost no delay.
    let padding = rowStride - tapCount
    lead = padding + reach - 1

    // Half of the rate is 1: the middle of the transition.
    let cutoff = 0.95 / ratio
    let beta = 0.1102 * (attenuation - 8.7)
    var rows = AlignedNumbers<Float>(count: (rowCount + 1) * rowStride)
    for row in 0...rowCount {
      let place = Double(row) / Double(rowCount) + Double(reach - 1)
      let weights = (0..<tapCount).map { tap -> Double in
        let distance = Double(tap) - place
        let x = .pi * cutoff * distance
        let sinc = abs(x) < 1e-9 ? 1 : sin(x) / x
        let inside = 1 - (distance / (halfWidth * ratio)) * (distance / (halfWidth * ratio))
        return inside > 0 ? sinc * Self.bessel(beta * inside.squareRoot()) : 0
      }
      let sum = weights.reduce(0, +)
      for tap in 0..<tapCount { rows[row * rowStride + padding + tap] = Float(weights[tap] / sum) }
    }
    product = PolyphaseProduct(
      phaseCount: phaseCount, step: step, rowCount: rowCount, rowStride: rowStride, rows: rows,
      instructions: instructions)
  }

  /// How many outputs there are for so many inputs: none whose place is not within them.
  func outputCount(_ inputCount: Int) -> Int {
    (inputCount * product.phaseCount + product.step - 1) / product.step
  }

  /// How many outputs can be made of so many inputs, whatever comes after them.
  func readyCount(_ inputCount: Int) -> Int {
    // The run of the output after the last one begins beyond `last`.
    let last = inputCount + lead - product.rowStride
    return last < 0 ? 0 : outputCount(last + 1)
  }

  /// How many inputs it takes to make so many outputs, 1 or more: the other way round.
  func inputCount(forReady outputCount: Int) -> Int {
    product.firstInput(of: outputCount - 1) + product.rowStride - lead
  }

  /// The modified Bessel function I₀, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, k) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}
