import DeepFilterNet

/// From the file to the first cleaned hop, and back to a fresh stream.
final class StartSubject: Subject {
  private let weights: String
  private let sound: Sound

  init(weights: String, sound: Sound) {
    self.weights = weights
    self.sound = sound
  }

  /// One start, and `count` hops after the first: that one stands by itself, because nothing of
  /// the model has been used before it.
  func run(_ count: Int) throws -> [Series] {
    let clock = ContinuousClock()
    var loaded: DeepFilterModel?
    let load = try clock.microseconds { loaded = try DeepFilterModel(contentsOfFile: weights) }
    guard let model = loaded else { throw Complaint("\(weights): nothing loaded") }
    var made: LiveStream?
    let making = clock.microseconds { made = LiveStream(model: model, sound: sound) }
    guard var stream = made else { throw Complaint("no stream") }
    var hops: [Double] = []
    for _ in 0...count {
      stream.loadNextHop()
      hops.append(clock.microseconds { stream.process() })
    }
    let reset = clock.microseconds { stream.isolator.reset() }
    return [
      Series(name: "load", numbers: [load]), Series(name: "stream", numbers: [making]),
      Series(name: "first hop", numbers: [hops[0]]),
      Series(name: "later hops", numbers: Array(hops.dropFirst())),
      Series(name: "reset", numbers: [reset]),
    ]
  }
}
