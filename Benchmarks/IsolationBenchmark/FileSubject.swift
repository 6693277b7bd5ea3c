import DeepFilterNet

/// A file's sound from memory to memory, mono, in pieces as `FileIsolator` reads them: one long
/// sound over all rounds. A time is that of the whole sound once, divided by its 10 ms frames: by
/// the clock, and by the processors' work, which other programs on the machine do not lengthen.
final class FileSubject: Subject {
  private static let pieceSampleCount = 16_384

  private let sound: Sound
  private let hopSampleCount: Int
  private let isolator: SoundIsolator
  private var output: [Float] = []
  private var countIn = 0
  private var countOut = 0

  init(model: DeepFilterModel, sound: Sound, threads: Int) {
    self.sound = sound
    hopSampleCount = model.hopSampleCount
    isolator = SoundIsolator(model: model, pace: .file, threads: threads)
  }

  func run(_ count: Int) throws -> [Series] {
    let clock = ContinuousClock()
    let frames = Double(sound.samples.count) / Double(hopSampleCount)
    var (times, work) = (Series(name: "frame"), Series(name: "processor"))
    for _ in 0..<count {
      let start = processorMicroseconds()
      times.numbers.append(clock.microseconds(pass) / frames)
      work.numbers.append((processorMicroseconds() - start) / frames)
    }
    return [times, work]
  }

  func end() throws {
    output.removeAll(keepingCapacity: true)
    isolator.finish(into: &output)
    countOut += output.count
    guard countOut == countIn else {
      throw Complaint("\(countIn) samples in, \(countOut) out")
    }
  }

  private func pass() {
    let samples = sound.samples
    var taken = 0
    while taken < samples.count {
      let count = min(Self.pieceSampleCount, samples.count - taken)
      output.removeAll(keepingCapacity: true)
      isolator.push(samples.span.extracting(taken..<taken + count), into: &output)
      taken += count
      countOut += output.count
    }
    countIn += taken
  }
}
