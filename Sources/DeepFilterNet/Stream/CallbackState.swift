/// A stream of hops between two queues, for pieces of any length; at another sample rate than the
/// model's with a resampler before the hops and one behind them.
struct CallbackState: Sendable {
  private var stream: StreamState
  /// nil at the model's rate, both.
  private var toModel: Resampler?
  private var fromModel: Resampler?
  /// The piece under way, first as it came, then cleaned: `[channels × largest piece]`.
  private var piece: [Float]
  private let pieceStride: Int
  /// Cleaned samples that wait: `[channels × queueStride]`.
  private var queue: [Float]
  private let queueStride: Int
  private var waiting: Int
  /// Zeros that wait at the beginning.
  private let firstWaiting: Int
  /// Samples of the hop that are there.
  private var filled = 0
  /// Cleaned hops still to come that lie before the sound's beginning and are left out.
  private var early: Int
  private let firstEarly: Int
  private var localSNRDB: Float

  /// - Parameters:
  ///   - filters: between the sound's rate and the model's, if they differ.
  ///   - delayInSamples: from what goes in to what comes out, at the sound's rate; long enough that a
  ///     piece never waits for its samples.
  ///   - largestPiece: in samples a channel.
  init(stream: StreamState, filters: RateFilters?, delayInSamples: Int, largestPiece: Int) {
    self.stream = stream
    let channels = stream.channelCount
    let model = stream.model
    let hop = stream.blockSampleCount
    if let filters {
      // The most comes together while a hop waits for its last input; and of the cleaned hops one is
      // taken at a time, behind less than a run of inputs.
      let (before, behind) = (filters.toModel, filters.fromModel)
      toModel = Resampler(
        filter: before, channelCount: channels,
        room: before.lead + before.inputCount(forReady: hop) + 1)
      fromModel = Resampler(
        filter: behind, channelCount: channels, room: behind.product.rowStride + hop)
      // Resampled, the model's delay is no whole number of samples: the zeros that wait stand for all
      // of it, so that the sound begins with a sample.
      firstEarly = model.delayInSamples / hop
      firstWaiting = delayInSamples
    } else {
      firstEarly = 0
      firstWaiting = delayInSamples - model.delayInSamples
    }
    early = firstEarly
    waiting = firstWaiting
    pieceStride = largestPiece
    piece = [Float](repeating: 0, count: channels * pieceStride)
    // Before a piece what waits are those zeros at the most, and no piece completes more samples than
    // have come in.
    queueStride = firstWaiting + largestPiece
    queue = [Float](repeating: 0, count: channels * queueStride)
    localSNRDB = model.configuration.lsnrRangeDB.lowerBound
  }

  mutating func reset() {
    stream.reset()
    toModel?.reset()
    fromModel?.reset()
    queue.fill(with: 0)
    waiting = firstWaiting
    early = firstEarly
    filled = 0
    localSNRDB = stream.model.configuration.lsnrRangeDB.lowerBound
  }

  mutating func load(_ samples: Span<Float>, channel: Int) {
    piece.load(samples, at: channel * pieceStride)
  }

  func store(channel: Int, count: Int, into samples: inout MutableSpan<Float>, at start: Int) {
    piece.store(from: channel * pieceStride, count: count, into: &samples, at: start)
  }

  /// Takes the piece in, cleans the hops that it completes, and puts cleaned samples in its place.
  mutating func advance(count: Int, _ settings: @autoclosure () -> IsolationSettings) -> HopReport {
    // Before a resampler could spread them into their neighbours.
    var replaced = 0
    for channel in 0..<stream.channelCount {
      replaced += SampleReplacement.apply(to: &piece, from: channel * pieceStride, count: count)
    }
    var taken = 0
    while taken < count {
      taken += fillHop(from: taken, count: count - taken)
      if filled == stream.blockSampleCount {
        stream.advance(settings())
        queueHop()
      }
    }
    precondition(waiting >= count, "the delay is long enough")
    for channel in 0..<stream.channelCount {
      let start = channel * queueStride
      piece.copyNumbers(from: queue, at: start, count: count, to: channel * pieceStride)
      queue.moveNumbers(from: start + count, to: start, count: waiting - count)
    }
    waiting -= count
    return HopReport(localSNRDB: localSNRDB, replacedSampleCount: replaced)
  }

  /// Takes samples of the piece into the hop under way, until it is full.
  /// - Returns: how many a channel, `count` at the most.
  private mutating func fillHop(from start: Int, count: Int) -> Int {
    let missing = stream.blockSampleCount - filled
    guard let inputs = toModel?.missing(for: missing) else {
      let number = min(missing, count)
      for channel in 0..<stream.channelCount {
        stream.front.input.storage.copyNumbers(
          from: piece, at: channel * pieceStride + start, count: number,
          to: stream.front.input.index(frame: 0, channel: channel) + filled)
      }
      filled += number
      return number
    }
    let number = min(inputs, count)
    toModel?.take(piece, count: number, SampleLayout(start: start, channelStride: pieceStride))
    // The last input may complete samples of the next hop too: they stay.
    let ready = min(toModel?.ready ?? 0, missing)
    toModel?.give(
      ready, into: &stream.front.input.storage,
      SampleLayout(
        start: stream.front.input.start + filled, channelStride: stream.front.input.size))
    filled += ready
    return number
  }

  /// Puts what the hop has become behind what waits.
  private mutating func queueHop() {
    filled = 0
    localSNRDB = stream.highestLocalSNR
    if early > 0 {
      early -= 1
      return
    }
    let output = SampleLayout(
      start: stream.back.output.start, channelStride: stream.back.output.size)
    let hop = stream.blockSampleCount
    fromModel?.take(stream.back.output.storage, count: hop, output)
    guard let ready = fromModel?.ready else {
      for channel in 0..<stream.channelCount {
        queue.copyNumbers(
          from: stream.back.output.storage, at: output.start(ofChannel: channel), count: hop,
          to: channel * queueStride + waiting)
      }
      waiting += hop
      return
    }
    fromModel?.give(ready, into: &queue, SampleLayout(start: waiting, channelStride: queueStride))
    waiting += ready
  }
}
