/// What is done to a sound before the network sees it, so that it is of the kind that the network was
/// trained on. Where nothing needs mending, the samples are left alone.
public struct Conditioning: Equatable, Sendable {
  /// Whether a sound that is too quiet or beyond full scale is brought to a level at which the network
  /// works, and back afterwards. It takes speech below about −50 dBFS for silence.
  public var level: Bool
  /// Whether a constant offset is removed. One of 0.1 costs 9 dB.
  public var offset: Bool
  /// Whether the network stands still through digital silence, so that what follows more than half a
  /// second of zeros comes out as it would without them.
  public var silence: Bool

  /// All of it, unless something is left out.
  public init(level: Bool = true, offset: Bool = true, silence: Bool = true) {
    self.level = level
    self.offset = offset
    self.silence = silence
  }

  /// Nothing: the network sees the sound as it is.
  public static let none = Conditioning(level: false, offset: false, silence: false)

  /// Whether it takes a look at the sound to know what to do.
  var needsMeasurement: Bool { level || offset }
}

/// What was done to a channel so that the network could work on it.
public struct Mending: Equatable, Sendable {
  /// The gain before the network, and its inverse behind: 2 to the power of this. Such a gain rounds
  /// nothing.
  public package(set) var gainExponent = 0
  /// The constant that was taken off each sample.
  public package(set) var offset: Float = 0

  package init(gainExponent: Int = 0, offset: Float = 0) {
    self.gainExponent = gainExponent
    self.offset = offset
  }

  /// The gain in dB.
  public var gainDB: Double { 6.020599913279624 * Double(gainExponent) }

  /// The gain as a factor.
  var gain: Float { Float(sign: .plus, exponent: gainExponent, significand: 1) }

  /// What is mended in channels that share a network: one gain for all, that of the loudest.
  /// - Parameters:
  ///   - each: what each channel needs by itself; `nil`: nothing is heard in it.
  ///   - current: what is mended so far, one for each.
  static func together(_ each: [Mending?], current: [Mending]) -> [Mending] {
    let exponent = each.compactMap { $0?.gainExponent }.min() ?? current[0].gainExponent
    return zip(each, current).map {
      Mending(gainExponent: exponent, offset: $0?.offset ?? $1.offset)
    }
  }
}
