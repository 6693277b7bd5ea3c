/// A sound at another sample rate, in pieces of any length. Output lines up with input: both begin at
/// the same moment, and no delay is between them. Memory does not grow with the sound.
///
/// The bits do not depend on how the sound is cut. Places are whole numbers of a fraction of a sample,
/// so that nothing drifts, however long the sound is.
package struct Resampler: Sendable {
  private let filter: ResamplingFilter
  private let channelCount: Int
  /// The newest inputs of each channel, `[channels][room]`, zeros before the beginning.
  private var inputs: [[Float]]
  /// How many of them there are.
  private var held: Int
  /// Samples a channel made so far.
  private var made = 0
  /// Inputs that are no longer in `inputs`, the zeros before the beginning among them.
  private var dropped = 0

  package init(filter: ResamplingFilter, channelCount: Int) {
    self.init(filter: filter, channelCount: channelCount, room: filter.lead)
  }

  /// - Parameter room: inputs that it may have to hold at once between `take` and `give`, those that
  ///   it still needs of earlier ones among them.
  init(filter: ResamplingFilter, channelCount: Int, room: Int) {
    self.filter = filter
    self.channelCount = channelCount
    // Each an array of its own: one that channels have in common is copied when it is first written to.
    inputs = (0..<channelCount).map { _ in [Float](repeating: 0, count: room) }
    held = filter.lead
  }

  /// Goes on as if all that came before had been louder by a power of two.
  mutating func scale(byPowerOfTwo exponent: Int) {
    for channel in 0..<channelCount { inputs[channel].scale(byPowerOfTwo: exponent) }
  }

  /// Back to the beginning, without allocating.
  mutating func reset() {
    for channel in 0..<channelCount {
      for i in 0..<filter.lead { inputs[channel][i] = 0 }
    }
    (held, made, dropped) = (filter.lead, 0, 0)
  }

  /// Takes the next samples and appends those that they complete; channels interleaved.
  package mutating func push(_ samples: [Float], into output: inout [Float]) {
    let count = samples.count / channelCount
    makeRoom(for: count)
    take(samples, count: count, SampleLayout(interleaved: channelCount))
    append(ready, to: &output)
  }

  /// Appends the rest: with what came before, as many samples as lie within the sound, or `total`.
  package mutating func finish(total: Int? = nil, into output: inout [Float]) {
    let end = total ?? filter.outputCount(taken)
    let product = filter.product
    let missing = product.rowStride + product.step / product.phaseCount + 1
    makeRoom(for: missing)
    for channel in 0..<channelCount {
      for i in held..<held + missing { inputs[channel][i] = 0 }
    }
    held += missing
    append(max(0, min(ready, end - made)), to: &output)
    reset()
  }

  /// Takes the next `count` samples a channel. Does not allocate.
  /// - Precondition: there is room for them.
  mutating func take(_ samples: [Float], count: Int, _ layout: SampleLayout) {
    for channel in 0..<channelCount {
      inputs[channel].load(
        samples.span, from: layout.start(ofChannel: channel), step: layout.sampleStride,
        count: count, at: held)
    }
    held += count
  }

  /// Samples a channel that can be made of what has been taken.
  var ready: Int { filter.readyCount(taken) - made }

  /// How many samples a channel are missing before the next `count` can be made.
  func missing(for count: Int) -> Int { filter.inputCount(forReady: made + count) - taken }

  /// Makes the next `count` samples a channel, `ready` at the most. Does not allocate.
  mutating func give(_ count: Int, into output: inout [Float], _ layout: SampleLayout) {
    precondition(count <= ready, "no more than can be made")
    let product = filter.product
    for channel in 0..<channelCount {
      product.run(
        inputs[channel], dropped: dropped, outputs: made..<made + count, into: &output,
        at: layout.start(ofChannel: channel), stride: layout.sampleStride)
    }
    made += count
    let unneeded = min(product.firstInput(of: made) - dropped, held)
    held -= unneeded
    for channel in 0..<channelCount {
      inputs[channel].moveNumbers(from: unneeded, to: 0, count: held)
    }
    dropped += unneeded
  }

  /// Inputs so far, those that `finish` adds among them.
  private var taken: Int { dropped + held - filter.lead }

  private mutating func makeRoom(for count: Int) {
    for channel in 0..<channelCount {
      let missing = held + count - inputs[channel].count
      if missing > 0 { inputs[channel].append(contentsOf: repeatElement(0, count: missing)) }
    }
  }

  private mutating func append(_ count: Int, to output: inout [Float]) {
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: count * channelCount))
    give(count, into: &output, SampleLayout(start: start, interleaved: channelCount))
  }
}
