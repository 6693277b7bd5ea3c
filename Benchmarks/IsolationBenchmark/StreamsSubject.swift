import DeepFilterNet
import Dispatch

/// Many live streams that share a model, on several threads: each thread takes its share of the
/// streams on by a hop, again and again.
final class StreamsSubject: Subject {
  private let model: DeepFilterModel
  private let sound: Sound
  private let threads: Int
  private var streams: [DigestedStream]

  init(model: DeepFilterModel, sound: Sound, streamCount: Int, threads: Int) {
    self.model = model
    self.sound = sound
    self.threads = min(threads, streamCount)
    streams = (0..<streamCount).map { DigestedStream(model: model, sound: sound, index: $0) }
  }

  /// Every stream's next hop, `count` times: the time of a thread for a hop of a stream, by the clock,
  /// and by the processors' work, which other programs on the machine do not lengthen.
  func run(_ count: Int) throws -> [Series] {
    let clock = ContinuousClock()
    let hops = Double(count * streams.count)
    let start = processorMicroseconds()
    let time = clock.microseconds { advanceAll(hops: count) }
    return [
      Series(name: "hop", numbers: [time * Double(threads) / hops]),
      Series(name: "processor", numbers: [(processorMicroseconds() - start) / hops]),
    ]
  }

  /// `count` hops from the start: how many streams gave other bits than alone.
  func check(_ count: Int) throws -> [Series] {
    for i in streams.indices { streams[i].reset() }
    advanceAll(hops: count)
    var different = 0
    for (index, stream) in streams.enumerated() {
      var alone = DigestedStream(model: model, sound: sound, index: index)
      for _ in 0..<count { alone.advance() }
      if alone.digest != stream.digest { different += 1 }
    }
    return [Series(name: "different", numbers: [Double(different)])]
  }

  private func advanceAll(hops: Int) {
    let (threads, count) = (threads, streams.count)
    if threads == 1 {
      for _ in 0..<hops { for i in streams.indices { streams[i].advance() } }
      return
    }
    unsafe streams.withUnsafeMutableBufferPointer { streams in
      // Each thread takes every `threads`-th stream: no two share one, and all are done before
      // `concurrentPerform` returns.
      nonisolated(unsafe) let streams = unsafe streams
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for _ in 0..<hops {
          for i in stride(from: thread, to: count, by: threads) { unsafe streams[i].advance() }
        }
      }
    }
  }
}

/// One stream, and a digest of all that came out of it.
private struct DigestedStream {
  private(set) var digest: UInt64 = 0
  private var stream: LiveStream

  init(model: DeepFilterModel, sound: Sound, index: Int) {
    stream = LiveStream(model: model, sound: sound, first: index * 31)
  }

  mutating func advance() {
    stream.loadNextHop()
    stream.process()
    for sample in stream.output { digest = (digest ^ UInt64(sample.bitPattern)) &* 0x100_0000_01b3 }
  }

  mutating func reset() {
    stream.reset()
    digest = 0
  }
}
