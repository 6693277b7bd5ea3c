import DeepFilterNet

/// `isolation-benchmark [--instructions NAME] SUBJECT WEIGHTS SOUND.f32 [NUMBER [NUMBER]]`: measures
/// one thing, a piece at a time, as it is told on standard input. `Scripts/benchmark` drives it, and
/// others beside it. The kernels' instructions are the best that the machine has, unless less is named.
///
///     start                       loading, the first hop, reset
///     live   [CHANNELS]           hops of a live stream
///     file   [THREADS]            a file's sound, 16,384 samples at a time
///     streams [STREAMS [THREADS]] hops of many live streams side by side
///     stages                      the stages of a live hop
///     kernels                     the model's matrix products, and the machine's own limits
///
/// SOUND.f32 is mono, float32, little-endian; it is played again and again. Each line of input is a
/// command, answered by a line of JSON: an array of series.
///
///     run N     measures N times
///     skip N    does the same without telling the times
///     check N   what the subject can say of itself that is not a time
///
/// At the end of input the subject ends its sound and checks what came out.
@main
struct IsolationBenchmark {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    var instructions = Instructions.ofMachine
    if arguments.first == "--instructions" {
      guard let named = arguments.dropFirst().first.flatMap(Instructions.init(name:)) else {
        throw Complaint("--instructions: one of \(Instructions.available)")
      }
      instructions = named
      arguments = arguments.dropFirst(2)
    }
    guard arguments.count >= 3,
      let subject = try subject(of: Array(arguments), instructions: instructions)
    else {
      throw Complaint(
        "usage: isolation-benchmark [--instructions NAME] SUBJECT WEIGHTS SOUND.f32 [NUMBER [NUMBER]]"
      )
    }
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]), count > 0 else {
        throw Complaint("not a command: \(line)")
      }
      switch words[0] {
      case "run": answer(try subject.run(count))
      case "skip":
        _ = try subject.run(count)
        answer([])
      case "check": answer(try subject.check(count))
      default: throw Complaint("not a command: \(line)")
      }
    }
    try subject.end()
  }

  private static func subject(
    of arguments: [String], instructions: Instructions
  ) throws -> (any Subject)? {
    let numbers = arguments.dropFirst(3).map { Int($0) ?? 0 }
    guard numbers.allSatisfy({ $0 > 0 }) else { return nil }
    let (first, second) = (numbers.first ?? 1, numbers.dropFirst().first ?? 1)
    let weights = arguments[1]
    let sound = try Sound(contentsOfFile: arguments[2])
    switch arguments[0] {
    case "start": return StartSubject(weights: weights, sound: sound)
    case "kernels": return KernelsSubject(instructions: instructions)
    default: break
    }
    var model = try DeepFilterModel(contentsOfFile: weights)
    model.instructions = instructions
    switch arguments[0] {
    case "live": return LiveSubject(model: model, sound: sound, channelCount: first)
    case "file": return FileSubject(model: model, sound: sound, threads: first)
    case "streams":
      return StreamsSubject(model: model, sound: sound, streamCount: first, threads: second)
    case "stages": return StagesSubject(model: model, sound: sound)
    default: return nil
    }
  }

  private static func answer(_ series: [Series]) {
    print("[\(series.map(\.json).joined(separator: ","))]")
    flushOutput()
  }
}
