/// Makes two channels of more, as ITU-R BS.775 does: what is in the middle or at the side goes in at
/// −3 dB, the channel of low effects not at all. Scaled so that nothing exceeds full scale.
struct StereoMix: Sendable {
  /// Where a channel is heard.
  enum Place: Sendable { case left, right, center, sideLeft, sideRight, rear, lowEffects }

  private let shares: [(left: Float, right: Float)]

  /// - Parameter places: of the channels in their order; `nil`, or none at the left or at the right:
  ///   those that WAV and FLAC give so many channels, and from nine on left and right in turn.
  init(places: [Place]?, channelCount: Int) {
    let mix = Self.shares(places ?? Self.usualPlaces(channelCount))
    shares =
      mix.allSatisfy { $0.left == 0 } || mix.allSatisfy { $0.right == 0 }
      ? Self.shares(Self.usualPlaces(channelCount)) : mix
  }

  private static func shares(_ places: [Place]) -> [(left: Float, right: Float)] {
    let mix = places.map(share)
    let scale = 1 / max(1, mix.reduce(0) { $0 + $1.left }, mix.reduce(0) { $0 + $1.right })
    return mix.map { (scale * $0.left, scale * $0.right) }
  }

  private static func share(_ place: Place) -> (left: Float, right: Float) {
    let half = Float(0.5).squareRoot()
    return switch place {
    case .left: (1, 0)
    case .right: (0, 1)
    case .center: (half, half)
    case .sideLeft: (half, 0)
    case .sideRight: (0, half)
    case .rear: (0.5, 0.5)
    case .lowEffects: (0, 0)
    }
  }

  private static func usualPlaces(_ channelCount: Int) -> [Place] {
    switch channelCount {
    case 3: [.left, .right, .center]
    case 4: [.left, .right, .sideLeft, .sideRight]
    case 5: [.left, .right, .center, .sideLeft, .sideRight]
    case 6: [.left, .right, .center, .lowEffects, .sideLeft, .sideRight]
    case 7: [.left, .right, .center, .lowEffects, .rear, .sideLeft, .sideRight]
    case 8:
      [.left, .right, .center, .lowEffects, .sideLeft, .sideRight, .sideLeft, .sideRight]
    default: (0..<channelCount).map { $0.isMultiple(of: 2) ? .left : .right }
    }
  }

  /// Replaces `[samples × channels]` by `[samples × 2]`. What is not finite, or too large to be
  /// sound on any scale, counts as 0, for it would take the other channels with it.
  /// - Returns: how many were so.
  @discardableResult
  func apply(to samples: inout [Float]) -> Int {
    let channelCount = shares.count
    let count = samples.count / channelCount
    var replacedCount = 0
    for i in 0..<count {
      var (left, right) = (Float(0), Float(0))
      for channel in 0..<channelCount {
        let sample = samples[i * channelCount + channel]
        guard abs(sample) <= ChannelMeter.largest else {
          replacedCount += 1
          continue
        }
        left += shares[channel].left * sample
        right += shares[channel].right * sample
      }
      // Written behind what is still to be read: there are more than two channels.
      samples[2 * i] = left
      samples[2 * i + 1] = right
    }
    samples.removeLast(samples.count - 2 * count)
    return replacedCount
  }
}

#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  extension StereoMix {
    /// For a file, which may say where its channels are heard.
    init(_ handle: SndfileHandle, channelCount: Int) {
      var map = [Int32](repeating: 0, count: channelCount)
      let isKnown = handle.command(SFC_GET_CHANNEL_MAP_INFO, &map) != 0
      self.init(
        places: isKnown ? map.map { Self.place(Int($0)) } : nil, channelCount: channelCount)
    }

    /// - Parameter code: libsndfile's for a place.
    private static func place(_ code: Int) -> Place {
      switch code {
      case Int(SF_CHANNEL_MAP_LEFT), Int(SF_CHANNEL_MAP_FRONT_LEFT),
        Int(SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER):
        .left
      case Int(SF_CHANNEL_MAP_RIGHT), Int(SF_CHANNEL_MAP_FRONT_RIGHT),
        Int(SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER):
        .right
      case Int(SF_CHANNEL_MAP_REAR_LEFT), Int(SF_CHANNEL_MAP_SIDE_LEFT),
        Int(SF_CHANNEL_MAP_TOP_FRONT_LEFT), Int(SF_CHANNEL_MAP_TOP_REAR_LEFT):
        .sideLeft
      case Int(SF_CHANNEL_MAP_REAR_RIGHT), Int(SF_CHANNEL_MAP_SIDE_RIGHT),
        Int(SF_CHANNEL_MAP_TOP_FRONT_RIGHT), Int(SF_CHANNEL_MAP_TOP_REAR_RIGHT):
        .sideRight
      case Int(SF_CHANNEL_MAP_REAR_CENTER), Int(SF_CHANNEL_MAP_TOP_REAR_CENTER): .rear
      case Int(SF_CHANNEL_MAP_LFE): .lowEffects
      default: .center
      }
    }
  }
#endif
