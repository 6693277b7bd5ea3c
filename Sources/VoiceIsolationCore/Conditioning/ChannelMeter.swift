import DeepFilterNet

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Measures a channel, in blocks of a tenth of a second, and says what should be mended.
struct ChannelMeter: Sendable {
  /// As long as a block.
  private let window: [Double]
  private var level: LevelMeter
  private var offset: OffsetMeter
  /// Samples of the block that have come, whether they count or not.
  private var position = 0
  private var block = Sums()
  /// The level is that of pieces: whole blocks, or 10 ms of a sound that is measured while it runs, to
  /// be known soon.
  private let pieceSampleCount: Int
  /// Of the piece.
  private var usual = Sums()
  /// Samples that the engine would replace. They count only where there are many: then the sound is
  /// on another scale, and not damaged.
  private var absurd = Sums()
  private var zeroCount = 0
  private let isRunning: Bool
  /// Of a sound that is measured while it runs: whether nobody has spoken yet.
  private var isLeadIn: Bool

  private struct Sums: Sendable {
    var count = 0
    var sum = 0.0
    var squares = 0.0
    /// Under a window, so that the mean is not that of a half wave at an end.
    var weight = 0.0
    var weightedSum = 0.0

    mutating func add(_ sample: Double, weight: Double) {
      count += 1
      sum += sample
      squares += sample * sample
      self.weight += weight
      weightedSum += weight * sample
    }

    mutating func add(_ other: Sums) {
      count += other.count
      sum += other.sum
      squares += other.squares
      weight += other.weight
      weightedSum += other.weightedSum
    }
  }

  /// More zeros in a row are digital silence, and no sample of the sound.
  static let leastSilence = 16
  /// Beyond it, a sample is replaced by the engine.
  static let largestUsual = SampleReplacement.largest
  /// 32-bit integers taken for floats.
  static let largest: Float = 2_147_483_648

  /// - Parameter isRunning: whether what is long ago is forgotten: the level after five seconds, the
  ///   offset after two.
  init(sampleRateHz: Int, isRunning: Bool) {
    let count = sampleRateHz / 10
    window = (0..<count).map { 1 - cos(2 * .pi * (Double($0) + 0.5) / Double(count)) }
    pieceSampleCount = isRunning ? count / 10 : count
    self.isRunning = isRunning
    isLeadIn = isRunning
    level = LevelMeter(memory: isRunning ? 500 : nil)
    offset = OffsetMeter(memory: isRunning ? 20 : nil)
  }

  /// - Returns: whether what should be mended may have changed.
  @discardableResult
  mutating func add(_ sample: Float) -> Bool {
    zeroCount = sample == 0 ? zeroCount + 1 : 0
    if zeroCount <= Self.leastSilence {
      if abs(sample) <= Self.largestUsual {
        usual.add(Double(sample), weight: window[position])
      } else if abs(sample) <= Self.largest {
        absurd.add(Double(sample), weight: window[position])
      }
    }
    position += 1
    let isPieceEnd = position % pieceSampleCount == 0
    if isPieceEnd { endPiece() }
    if position == window.count { endBlock() }
    return isPieceEnd
  }

  /// Takes a last block that is not complete.
  mutating func finish() {
    if position > 0 {
      endPiece()
      endBlock()
    }
  }

  private mutating func endPiece() {
    if absurd.count > usual.count / 8 { usual.add(absurd) }
    if usual.count > 0, usual.count > pieceSampleCount / 4 || level.isSilent {
      let mean = usual.sum / Double(usual.count)
      level.add(power: max(0, usual.squares / Double(usual.count) - mean * mean))
    }
    if isLeadIn, level.rangeDB >= Self.leastRangeDB { isLeadIn = false }
    block.add(usual)
    (usual, absurd) = (Sums(), Sums())
  }

  private mutating func endBlock() {
    if block.weight > 0 { offset.add(mean: block.weightedSum / block.weight) }
    (position, block) = (0, Sums())
  }

  /// Where the network works best, as measured.
  private static let bestDB = -22.0
  /// Within this it works as well as makes no difference.
  private static let goodDB = -30.0...0.0
  /// While a sound runs, more is left alone: a gain that changes costs more than it is worth above.
  private static let goodWhileRunningDB = -36.0...0.0
  /// Active parts louder than this lose by it.
  private static let loudestDB = 0.0
  /// Louder pieces exceed quieter ones by as much where somebody speaks.
  private static let leastRangeDB = 10.0
  /// Noise below passes the network as it is. Before the first word, it is brought to where speech in
  /// it is neither too quiet nor too loud; but not at once, for a sound may begin with a moment of it.
  private static let faintDB = -70.0
  private static let leadInDB = -51.0
  private static let leastLeadIn = 50.0
  /// Of the level: what is less does no harm.
  private static let leastOffset = 0.005

  /// What should be mended.
  /// - Parameter current: what is mended now, which stays as long as it does about as well.
  /// - Returns: `nil` if nothing has been heard.
  func mending(_ conditioning: Conditioning, current: Mending = Mending()) -> Mending? {
    guard let levels = level.levels else { return nil }
    var mending = current
    if conditioning.level { mending.gainExponent = gainExponent(levels, current.gainExponent) }
    if conditioning.offset {
      let least = Self.leastOffset * pow(10, levels.activeDB / 20)
      let offset = offset.offset
      if abs(offset - Double(mending.offset)) > least {
        mending.offset = abs(offset) > least ? Float(offset) : 0
      }
    }
    return mending
  }

  /// The gain for a level.
  /// - Parameter current: that of now, which stays as long as it does about as well, so that nothing
  ///   goes to and fro.
  private func gainExponent(_ levels: (activeDB: Double, loudestDB: Double), _ current: Int) -> Int
  {
    let isUsual = isRunning && current == 0
    let good = isUsual ? Self.goodWhileRunningDB : Self.goodDB
    if good.contains(levels.activeDB + Mending(gainExponent: current).gainDB) { return current }
    let best = Self.bestGainExponent(levels)
    // Noise alone, before somebody speaks, is not somebody who speaks too softly.
    if best < current || !isRunning || level.rangeDB >= Self.leastRangeDB { return best }
    if isLeadIn, level.total > Self.leastLeadIn, levels.activeDB < Self.faintDB {
      let step = Mending(gainExponent: 1).gainDB
      return max(current, Int(((Self.leadInDB - levels.activeDB) / step).rounded()))
    }
    return current
  }

  /// To the best level, if that leaves the loudest parts where they do not lose by it.
  private static func bestGainExponent(_ levels: (activeDB: Double, loudestDB: Double)) -> Int {
    let step = Mending(gainExponent: 1).gainDB
    let best = ((bestDB - levels.activeDB) / step).rounded()
    let most = ((loudestDB - levels.loudestDB) / step).rounded(.down)
    return Int(best > 0 ? max(0, min(best, most)) : best)
  }
}
