/// When a stream's samples come out, and the delay that follows, in whole numbers.
struct StreamTiming {
  private let soundRateHz: Int
  private let modelRateHz: Int
  private let filters: RateFilters?
  /// Samples a channel that are cleaned at once, at the model's rate, as `lag` is.
  private let block: Int
  /// How far the cleaned blocks lie behind those that have come in.
  private let lag: Int

  /// - Parameters:
  ///   - filters: those between the two rates, if they differ.
  ///   - blockSampleCount: samples a channel that are cleaned at once, at the model's rate.
  ///   - blocksUnderWay: blocks that must come in after one before it comes out.
  init(
    model: DeepFilterModel, soundRateHz: Int, filters: RateFilters?, blockSampleCount: Int,
    blocksUnderWay: Int = 0
  ) {
    self.soundRateHz = soundRateHz
    self.filters = filters
    modelRateHz = model.sampleRateHz
    block = blockSampleCount
    lag = model.delayInSamples + blocksUnderWay * blockSampleCount
  }

  /// The longest that what has come out lies behind what has gone in, in samples a channel at the
  /// sound's rate; also the least constant delay with which there is always enough.
  /// - Parameter piece: the samples go in by so many, and what is between does not count.
  func longestDelay(piece: Int = 1) -> Int {
    // After so many blocks, which are whole seconds, all begins again: there both rates have whole
    // samples.
    let divisor = greatestCommonDivisor(block, modelRateHz)
    let (blocks, seconds) = (modelRateHz / divisor, block / divisor)
    // Pieces end at all multiples of this, if not in the first of these spans, then in another.
    let grain = greatestCommonDivisor(piece, seconds * soundRateHz)
    var longest = 0
    // Far from the sound's beginning, where every count is above 0. Nothing is later at the
    // beginning, since no fewer than 0 samples come out.
    for done in 16 * blocks..<17 * blocks {
      // The delay grows until a block is full, so this is the last piece's end before.
      let end = (inputCount(blocks: done + 1) - 1) / grain * grain
      longest = max(longest, end - outputCount(blocks: done))
    }
    return longest
  }

  /// Samples that have gone in when so many blocks are full.
  private func inputCount(blocks: Int) -> Int {
    filters?.toModel.inputCount(forReady: blocks * block) ?? blocks * block
  }

  /// Samples that have come out when so many blocks have been taken in.
  private func outputCount(blocks: Int) -> Int {
    let cleaned = blocks * block - lag
    return filters?.fromModel.readyCount(cleaned) ?? cleaned
  }
}
