extension StreamFront {
  /// Samples a channel of a block.
  var blockSampleCount: Int { input.frames * input.size }

  /// Puts every `step`-th of some samples into the block of the only channel.
  mutating func load(
    _ samples: Span<Float>, from first: Int, step: Int, count: Int, at place: Int
  ) {
    input.storage.load(samples, from: first, step: step, count: count, at: input.start + place)
  }

  /// Fills up the block of the only channel with silence.
  mutating func loadZeros(from place: Int) {
    for i in input.start + place..<input.storage.count { input.storage[i] = 0 }
  }

  /// Replaces what would ruin the stream, in the whole block.
  /// - Returns: how many samples.
  mutating func replaceAbsurdSamples() -> Int {
    SampleReplacement.apply(
      to: &input.storage, from: input.start, count: input.columns * input.size)
  }
}
