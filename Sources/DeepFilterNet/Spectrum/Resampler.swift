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
      var place = channel
      for _ in 0..<count {
        inputs[channel].append(samples[place])
        place += channelCount
      }
    }
    taken += count
    make(until: .max, into: &output)
  }

  /// Appends the rest: with what came before, as many samples as lie within the sound, or `total`.
  package mutating func finish(total: Int? = nil, into output: inout [Float]) {
    let total = total ?? filter.outputCount(taken)
    let missing = filter.windowCount + filter.step / filter.phaseCount + 1
    for channel in 0..<channelCount {
      inputs[channel].append(contentsOf: repeatElement(0, count: missing))
    }
    make(until: total, into: &output)
    reset()
  }

  private mutating func make(until end: Int, into output: inout [Float]) {
    // Input number 0 of an output's window, in `inputs`.
    var start = window(of: made)
    let available = inputs[0].count
    while made < end && start + filter.windowCount <= available {
      let phase = made * filter.step % filter.phaseCount
      for channel in 0..<channelCount {
        output.append(filter.output(phase: phase, inputs: inputs[channel], from: start))
      }
      made += 1
      start = window(of: made)
    }
    let unneeded = min(start, available)
    for channel in 0..<channelCount { inputs[channel].removeFirst(unneeded) }
    dropped += unneeded
  }

  private func window(of output: Int) -> Int {
    output * filter.step / filter.phaseCount - dropped
  }
}
