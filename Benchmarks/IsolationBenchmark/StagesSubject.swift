import DeepFilterNet

/// The stages of a live hop of one channel. At the end their sound must be that of a live stream.
final class StagesSubject: Subject {
  private var stream: LiveStream
  private var stages: StageTimes
  private var isEqual = true

  init(model: DeepFilterModel, sound: Sound) {
    stream = LiveStream(model: model, sound: sound)
    stages = StageTimes(model: model)
  }

  func run(_ count: Int) throws -> [Series] {
    var series = StageTimes.names.map { Series(name: $0) }
    for _ in 0..<count {
      stream.loadNextHop()
      for (index, time) in stages.advance(hop: stream.input).enumerated() {
        series[index].numbers.append(time / .microseconds(1))
      }
      stream.process()
      isEqual = isEqual && stream.output == stages.output
    }
    return series
  }

  func end() throws {
    guard isEqual else { throw Complaint("the stages' sound is not the stream's") }
  }
}
