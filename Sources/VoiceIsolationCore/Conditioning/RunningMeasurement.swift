/// Finds out what should be mended while a sound runs, and passes the sound on in blocks of 10 ms.
struct RunningMeasurement: Sendable {
  private let conditioning: Conditioning
  private let channelCount: Int
  private let blockSampleCount: Int
  /// Samples a channel to wait for, and to measure, before the first is passed on; 0 when they are.
  private var holdSampleCount: Int
  /// Samples a channel that have been measured and not passed on.
  private var aheadCount = 0
  private var meters: [ChannelMeter]
  /// `[samples × channels]`
  private var waiting: [Float] = []
  /// Samples a channel of `waiting` that have been passed on.
  private var place = 0

  /// A block that a gain takes beyond this gets less at once.
  private static let largestLevel: Float = 1
  /// 6 dB a second.
  private static let recentDecay: Float = 0.9931
  private var recentLevel: Float = 0

  /// - Parameter holdBlockCount: how many blocks to wait for at the beginning.
  init(
    _ conditioning: Conditioning, sampleRateHz: Int, channelCount: Int, holdBlockCount: Int
  ) {
    self.conditioning = conditioning
    self.channelCount = channelCount
    blockSampleCount = sampleRateHz / 100
    holdSampleCount = holdBlockCount * blockSampleCount
    let meter = ChannelMeter(sampleRateHz: sampleRateHz, isRunning: true)
    meters = [ChannelMeter](repeating: meter, count: channelCount)
  }

  /// Takes the next samples.
  mutating func take(_ samples: ArraySlice<Float>) { waiting += samples }

  /// The next block, as it came, and what is to be mended in it.
  /// - Parameters:
  ///   - current: what has been mended so far.
  ///   - isEnd: whether to hold nothing back.
  /// - Returns: `nil` if more samples must come first.
  mutating func next(
    after current: [Mending], isEnd: Bool, into block: inout [Float]
  ) -> (mendings: [Mending], isFirst: Bool)? {
    let count = waiting.count / channelCount
    var isFirst = false
    var current = current
    if holdSampleCount > 0 {
      guard isEnd || count >= holdSampleCount else { return nil }
      let ahead = min(count, holdSampleCount)
      measure(0..<ahead)
      // A sound of less than a block has this one.
      if count < holdSampleCount {
        for channel in meters.indices { meters[channel].finish() }
      }
      current = mendings(current)
      (aheadCount, holdSampleCount, isFirst) = (ahead, 0, true)
    }
    let size = min(blockSampleCount, count - place)
    guard size == blockSampleCount || isEnd && size > 0 else {
      waiting.removeFirst(place * channelCount)
      place = 0
      return nil
    }
    let places = place..<place + size
    place += size
    block.removeAll(keepingCapacity: true)
    block += waiting[places.lowerBound * channelCount..<places.upperBound * channelCount]
    return (mendings(of: places, current), isFirst)
  }

  /// - Returns: whether a meter has something new to say.
  @discardableResult
  private mutating func measure(_ places: Range<Int>) -> Bool {
    var isNew = false
    for channel in meters.indices {
      for place in places where meters[channel].add(waiting[place * channelCount + channel]) {
        isNew = true
      }
    }
    return isNew
  }

  private func mendings(_ current: [Mending]) -> [Mending] {
    let each = zip(meters, current).map { $0.mending(conditioning, current: $1) }
    return Mending.together(each, current: current)
  }

  private mutating func mendings(of places: Range<Int>, _ current: [Mending]) -> [Mending] {
    var new = current
    if aheadCount > 0 {
      aheadCount -= places.count
    } else if measure(places) {
      new = mendings(current)
    }
    let exponent = min(new[0].gainExponent, max(0, mostExponent(in: places)))
    for channel in new.indices { new[channel].gainExponent = exponent }
    return new
  }

  /// The most gain that leaves the block, and what was as loud a moment ago, within bounds.
  private mutating func mostExponent(in places: Range<Int>) -> Int {
    var (power, count) = (Float(0), 0)
    for i in places.lowerBound * channelCount..<places.upperBound * channelCount
    where abs(waiting[i]) <= ChannelMeter.largestUsual {
      power += waiting[i] * waiting[i]
      count += 1
    }
    let level = count > 0 ? (power / Float(count)).squareRoot() : 0
    recentLevel = max(level, recentLevel * Self.recentDecay)
    return recentLevel > 0 ? Int((Self.largestLevel / recentLevel).exponent) : .max
  }
}
