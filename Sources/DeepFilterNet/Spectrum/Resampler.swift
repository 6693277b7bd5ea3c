/// A sound at another sample rate, in pieces of any length. Output lines up with input: both begin at
/// the same moment, and no delay is between them. Memory does not grow with the sound.
///
/// The bits do not depend on how the sound is cut. Places are whole numbers of a fraction of a sample,
/// so that nothing drifts, however long the sound is.
package struct Resampler: Sendable {
  private let filter: ResamplingFilter
  private let channelCount: Int
  /// The newest inputs of each channel, `[channels][inputs]`, zeros before the beginning.
  private var inputs: [[Float]]
  /// Samples a channel taken so far, and made so far.
  private var taken = 0
  private var made = 0
  /// Inputs that are no longer in `inputs`, the zeros before the beginning among them.
  private var dropped = 0

  package init(filter: ResamplingFilter, channelCount: Int) {
    self.filter = filter
    self.channelCount = channelCount
    inputs = [[Float]](repeating: Self.silence(filter.lead), count: channelCount)
  }

  private static func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

  /// Back to the beginning.
  mutating func reset() {
    for channel in inputs.indices {
      inputs[channel].removeAll(keepingCapacity: true)
      inputs[channel].append(contentsOf: repeatElement(0, count: filter.lead))
    }
    (taken, made, dropped) = (0, 0, 0)
  }

  /// Takes the next samples and appends those that they complete; channels interleaved.
  package mutating func push(_ samples: [Float], into output: inout [Float]) {
    let count = samples.count / channelCount
    for channel in 0..<channelCount {
      let start = inputs[channel].count
      inputs[channel].append(contentsOf: repeatElement(0, count: count))
      inputs[channel].load(
        samples.span, from: channel, step: channelCount, count: count, at: start)
    }
    taken += count
    make(until: .max, into: &output)
  }

  /// Appends the rest: with what came before, as many samples as lie within the sound, or `total`.
  package mutating func finish(total: Int? = nil, into output: inout [Float]) {
    let product = filter.product
    let missing = product.rowStride + product.step / product.phaseCount + 1
    for channel in 0..<channelCount {
      inputs[channel].append(contentsOf: repeatElement(0, count: missing))
    }
    make(until: total ?? filter.outputCount(taken), into: &output)
    reset()
  }

  /// Makes what the inputs suffice for, but none from number `end` on.
  private mutating func make(until end: Int, into output: inout [Float]) {
    let product = filter.product
    // The run of the output after the last one begins beyond `last`.
    let last = inputs[0].count - product.rowStride + dropped
    let ready = last < 0 ? 0 : filter.outputCount(last + 1)
    let outputs = made..<max(made, min(ready, end))
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: outputs.count * channelCount))
    for channel in 0..<channelCount {
      product.run(
        inputs[channel], dropped: dropped, outputs: outputs, into: &output, at: start + channel,
        stride: channelCount)
    }
    made = outputs.upperBound
    let unneeded = min(product.firstInput(of: made) - dropped, inputs[0].count)
    for channel in 0..<channelCount { inputs[channel].removeFirst(unneeded) }
    dropped += unneeded
  }
}
