/// A sound's way to the model's sample rate and back.
struct RateConversion: Sendable {
  private let channelCount: Int
  private var toModel: Resampler
  private var fromModel: Resampler
  /// Samples a channel that have come in.
  private var taken = 0
  private var input: [Float] = []
  /// At the model's rate: what is to be cleaned, and what has been and is not yet at the sound's rate.
  private var noisy: [Float] = []
  var cleaned: [Float] = []

  init(filters: RateFilters, channelCount: Int) {
    self.channelCount = channelCount
    toModel = Resampler(filter: filters.toModel, channelCount: channelCount)
    fromModel = Resampler(filter: filters.fromModel, channelCount: channelCount)
  }

  /// Makes `noisy` of the next samples.
  /// - Returns: how many were replaced by 0, before one could spread into its neighbours.
  mutating func take(_ samples: Span<Float>) -> Int {
    input.removeAll(keepingCapacity: true)
    for i in samples.indices { input.append(samples[i]) }
    let replaced = SampleReplacement.apply(to: &input, from: 0, count: input.count)
    taken += input.count / channelCount
    noisy.removeAll(keepingCapacity: true)
    toModel.push(input, into: &noisy)
    return replaced
  }

  mutating func scale(byPowerOfTwo exponent: Int) {
    toModel.scale(byPowerOfTwo: exponent)
    fromModel.scale(byPowerOfTwo: exponent)
  }

  /// Makes `noisy` of the input's end.
  mutating func endInput() {
    noisy.removeAll(keepingCapacity: true)
    toModel.finish(into: &noisy)
  }

  /// Has `noisy` cleaned: the body appends to `cleaned`.
  mutating func clean(_ body: (_ noisy: Span<Float>, _ cleaned: inout [Float]) -> Void) {
    // A second reference, not a copy, and gone before anybody writes.
    let noisy = noisy
    body(noisy.span, &cleaned)
  }

  /// Appends what is ready of `cleaned`, and forgets it.
  mutating func give(into output: inout [Float]) {
    fromModel.push(cleaned, into: &output)
    cleaned.removeAll(keepingCapacity: true)
  }

  /// Appends the rest: as many samples have then come out as went in.
  mutating func finish(into output: inout [Float]) {
    give(into: &output)
    fromModel.finish(total: taken, into: &output)
    taken = 0
  }
}
