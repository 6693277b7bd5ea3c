/// Keeps absurd samples from ruining a stream: a NaN or an infinity would stay in its state for ever,
/// and a single 10⁹ for seconds.
package enum SampleReplacement {
  /// Beyond this a sample is no sound: +36 dB above full scale.
  package static let largest: Float = 64

  /// Sets every sample that is not finite or beyond ±64 to 0.
  /// - Returns: how many.
  package static func apply(to samples: inout [Float], from start: Int, count: Int) -> Int {
    precondition(start >= 0 && count >= 0 && start + count <= samples.count)
    var replaced = 0
    for i in start..<start + count where !(abs(samples[i]) <= largest) {
      samples[i] = 0
      replaced += 1
    }
    return replaced
  }
}
