/// Finds out what should be mended while a sound runs, and passes the sound to the mender in blocks of
/// 10 ms.
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

  /// Takes the next samples and appends what is ready, mended.
  mutating func push(
    _ samples: ArraySlice<Float>, _ mender: inout Mender, into mended: inout [Float]
  ) {
    waiting += samples
    let count = waiting.count / channelCount
    if holdSampleCount > 0 {
      guard count >= holdSampleCount else { return }
      measureAhead(holdSampleCount, &mender)
    }
    var place = 0
    while place + blockSampleCount <= count {
      passOn(place..<place + blockSampleCount, &mender, into: &mended)
      place += blockSampleCount
    }
    waiting.removeFirst(place * channelCount)
  }

  /// Appends what still waits.
  mutating func finish(_ mender: inout Mender, into mended: inout [Float]) {
    let count = waiting.count / channelCount
    if holdSampleCount > 0 {
      measureAhead(count, &mender)
      // A sound of less than a block has this one.
      for channel in meters.indices { meters[channel].finish() }
      mender.change(to: mendings(mender), over: 0)
    }
    var place = 0
    while place < count {
      let end = min(place + blockSampleCount, count)
      passOn(place..<end, &mender, into: &mended)
      place = end
    }
    waiting.removeAll()
  }

  private mutating func measureAhead(_ count: Int, _ mender: inout Mender) {
    measure(0..<count)
    mender.change(to: mendings(mender), over: 0)
    aheadCount = count
    holdSampleCount = 0
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

  private func mendings(_ mender: Mender) -> [Mending] {
    let each = zip(meters, mender.mendings).map { $0.mending(conditioning, current: $1) }
    return Mending.together(each, current: mender.mendings)
  }

  private mutating func passOn(
    _ places: Range<Int>, _ mender: inout Mender, into mended: inout [Float]
  ) {
    let current = mender.mendings
    var new = current
    if aheadCount > 0 {
      aheadCount -= places.count
    } else if measure(places) {
      new = mendings(mender)
    }
    let exponent = min(new[0].gainExponent, max(0, mostExponent(in: places)))
    if exponent < current[0].gainExponent {
      for channel in new.indices { new[channel].gainExponent = exponent }
      mender.change(to: new, over: 0)
    } else if new != current {
      mender.change(to: new, over: places.count)
    }
    let start = mended.count
    mended += waiting[places.lowerBound * channelCount..<places.upperBound * channelCount]
    mender.mend(&mended, from: start)
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
