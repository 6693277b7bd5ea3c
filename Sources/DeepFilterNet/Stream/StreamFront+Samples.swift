extension StreamFront {
  /// Samples a channel of a block.
  var blockSampleCount: Int { input.frames * input.size }

  /// Puts every `step`-th of some samples into a channel's block.
  mutating func load(
    _ samples: Span<Float>, from first: Int, step: Int, count: Int, channel: Int, at place: Int
  ) {
    input.forEachRun(from: place, count: count, channel: channel) { storage, start, done, number in
      storage.load(samples, from: first + done * step, step: step, count: number, at: start)
    }
  }

  /// Fills up a channel's block with silence.
  mutating func loadZeros(channel: Int, from place: Int) {
    let count = blockSampleCount - place
    input.forEachRun(from: place, count: count, channel: channel) { storage, start, _, number in
      for i in start..<start + number { storage[i] = 0 }
    }
  }

  /// Replaces what would ruin the stream, in the whole block.
  /// - Returns: how many samples.
  mutating func replaceAbsurdSamples() -> Int {
    SampleReplacement.apply(
      to: &input.storage, from: input.start, count: input.columns * input.size)
  }
}

extension FrameBlock {
  /// Calls `body` for every run of a channel's numbers that lie side by side.
  /// - Parameters:
  ///   - place: where to begin, counted within the channel from the block's first frame on.
  ///   - body: gets the storage, where the run begins in it, how many numbers came before, and how
  ///     many are in it.
  mutating func forEachRun(
    from place: Int, count: Int, channel: Int,
    _ body: (_ storage: inout [Float], _ start: Int, _ done: Int, _ number: Int) -> Void
  ) {
    var done = 0
    while done < count {
      let (frame, offset) = (place + done).quotientAndRemainder(dividingBy: size)
      let number = min(size - offset, count - done)
      body(&storage, index(frame: frame, channel: channel) + offset, done, number)
      done += number
    }
  }
}
