import DeepFilterNet

/// A live stream, hop by hop.
final class LiveSubject: Subject {
  private var stream: LiveStream

  init(model: DeepFilterModel, sound: Sound, channelCount: Int) {
    stream = LiveStream(model: model, sound: sound, channelCount: channelCount)
  }

  func run(_ count: Int) throws -> [Series] {
    let clock = ContinuousClock()
    var times = Series(name: "hop")
    times.numbers.reserveCapacity(count)
    let start = processorMicroseconds()
    for _ in 0..<count {
      stream.loadNextHop()
      times.numbers.append(clock.microseconds { stream.process() })
    }
    let work = (processorMicroseconds() - start) / Double(count)
    return [times, Series(name: "processor", numbers: [work])]
  }

  /// Hops between two markers, with every option on and changing: for a count of system calls.
  func check(_ count: Int) throws -> [Series] {
    let controls = stream.isolator.controls
    stream.loadNextHop()
    stream.process()
    markBySystemCall()
    for hop in 0..<count {
      controls.options = IsolationOptions(
        attenuationLimitDB: Float(hop % 40), postFilterBeta: 0.02)
      stream.loadNextHop()
      stream.process()
    }
    markBySystemCall()
    controls.options = IsolationOptions()
    return []
  }

  func end() throws {
    guard stream.output.allSatisfy(\.isFinite) else {
      throw Complaint("not every sample is finite")
    }
  }
}
