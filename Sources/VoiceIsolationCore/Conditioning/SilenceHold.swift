/// Finds the digital silence that the network is spared: what of a run of zeros in all channels is
/// longer than half a second.
package struct SilenceHold: Sendable {
  /// Samples a channel.
  package enum Part: Equatable {
    case sound(Int)
    case silence(Int)
  }

  /// Whether nothing but zeros has come.
  package private(set) var isAtStart = true
  private let channelCount: Int
  private let patience: Int
  private var zeroCount = 0

  package init(sampleRateHz: Int, channelCount: Int) {
    self.channelCount = channelCount
    patience = sampleRateHz / 2
  }

  /// What comes next in some samples.
  /// - Parameter first: the first sample of a channel that has not been taken.
  /// - Returns: `nil` if all are taken.
  package mutating func next(_ samples: [Float], from first: Int) -> Part? {
    let count = samples.count / channelCount
    guard first < count else { return nil }
    var place = first
    if zeroCount == patience {
      while place < count, isZero(samples, place) { place += 1 }
      if place > first { return .silence(place - first) }
      zeroCount = 0
    }
    while place < count, zeroCount < patience {
      if isZero(samples, place) {
        zeroCount += 1
      } else {
        zeroCount = 0
        isAtStart = false
      }
      place += 1
    }
    return .sound(place - first)
  }

  private func isZero(_ samples: [Float], _ place: Int) -> Bool {
    for i in place * channelCount..<(place + 1) * channelCount where samples[i] != 0 {
      return false
    }
    return true
  }
}
