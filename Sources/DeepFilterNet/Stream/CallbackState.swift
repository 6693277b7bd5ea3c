/// A stream of hops between two queues, for pieces of any length.
struct CallbackState: Sendable {
  private var stream: StreamState
  private let extraDelay: Int
  /// The piece under way, first as it came, then cleaned: `[channels × largest piece]`.
  private var piece: [Float]
  private let pieceStride: Int
  /// Cleaned samples that wait: `[channels × queueStride]`.
  private var queue: [Float]
  private let queueStride: Int
  private var waiting: Int
  /// Samples of the hop that are there.
  private var filled = 0
  private var localSNRDB: Float

  init(stream: StreamState, extraDelay: Int, largestPiece: Int) {
    self.stream = stream
    self.extraDelay = extraDelay
    pieceStride = largestPiece
    piece = [Float](repeating: 0, count: stream.channelCount * pieceStride)
    // Before a piece `extraDelay` samples wait at the most; it may complete a hop more than its
    // own samples make.
    queueStride = extraDelay + largestPiece + stream.blockSampleCount
    queue = [Float](repeating: 0, count: stream.channelCount * queueStride)
    waiting = extraDelay
    localSNRDB = stream.model.configuration.lsnrRangeDB.lowerBound
  }

  mutating func reset() {
    stream.reset()
    queue.fill(with: 0)
    waiting = extraDelay
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
    var taken = 0
    var replaced = 0
    while taken < count {
      let number = min(stream.blockSampleCount - filled, count - taken)
      for channel in 0..<stream.channelCount {
        stream.front.input.storage.copyNumbers(
          from: piece, at: channel * pieceStride + taken, count: number,
          to: stream.front.input.index(frame: 0, channel: channel) + filled)
      }
      taken += number
      filled += number
      if filled == stream.blockSampleCount {
        replaced += stream.replaceAbsurdSamples()
        stream.advance(settings())
        queueHop()
      }
    }
    for channel in 0..<stream.channelCount {
      let start = channel * queueStride
      piece.copyNumbers(from: queue, at: start, count: count, to: channel * pieceStride)
      queue.moveNumbers(from: start + count, to: start, count: waiting - count)
    }
    waiting -= count
    return HopReport(localSNRDB: localSNRDB, replacedSampleCount: replaced)
  }

  private mutating func queueHop() {
    for channel in 0..<stream.channelCount {
      queue.copyNumbers(
        from: stream.back.output.storage, at: stream.back.output.index(frame: 0, channel: channel),
        count: stream.blockSampleCount, to: channel * queueStride + waiting)
    }
    waiting += stream.blockSampleCount
    filled = 0
    localSNRDB = stream.highestLocalSNR
  }
}
