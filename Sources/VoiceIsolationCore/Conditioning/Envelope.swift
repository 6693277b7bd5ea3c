/// A number that changes now and then while a sound runs, along straight lines.
package struct Envelope: Sendable {
  private struct Change: Sendable {
    /// Counted from the sound's first.
    let sample: Int
    /// Over so many samples; 0: at once.
    let sampleCount: Int
    let value: Float
  }

  /// Before the first of the changes.
  private var value: Float
  private var changes: [Change] = []

  package init(_ value: Float) { self.value = value }

  /// What the last change leads to.
  package var last: Float { changes.last?.value ?? value }

  /// Changes the value from a sample on, or behind the changes so far.
  package mutating func change(to value: Float, at sample: Int, over sampleCount: Int) {
    let sample = max(sample, changes.last.map { $0.sample + $0.sampleCount } ?? sample)
    if value != last {
      changes.append(Change(sample: sample, sampleCount: sampleCount, value: value))
    }
  }

  /// Calls `body` with runs of samples that have one value; their places count from `first`.
  package func forEachRun(
    from first: Int, count: Int, _ body: (_ places: Range<Int>, _ value: Float) -> Void
  ) {
    var (value, place) = (value, 0)
    for change in changes where place < count {
      let start = min(max(change.sample - first, place), count)
      if place < start { body(place..<start, value) }
      place = start
      while place < count, first + place < change.sample + change.sampleCount {
        let part = Float(first + place + 1 - change.sample) / Float(change.sampleCount)
        body(place..<place + 1, value + part * (change.value - value))
        place += 1
      }
      value = change.value
    }
    if place < count { body(place..<count, value) }
  }

  /// Forgets the changes that are over at a sample.
  package mutating func forget(before sample: Int) {
    let over = changes.prefix { $0.sample + $0.sampleCount <= sample }
    if let last = over.last {
      value = last.value
      changes.removeFirst(over.count)
    }
  }
}
