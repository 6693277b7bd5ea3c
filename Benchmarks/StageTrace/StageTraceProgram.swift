import DeepFilterNet
import Foundation

/// `stage-trace WEIGHTS INPUT.f32 FOLDER [INSTRUCTIONS]`: reads raw float32 samples of one channel and writes every
/// stage of the model to FOLDER/<stage>.f32, a frame after the other. For `Scripts/compare.py`.
///
/// `stage-trace resample FROM TO INPUT.f32 OUTPUT.f32`: resamples one channel alone.
@main
struct StageTraceProgram {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 6, arguments[1] == "resample", let from = Int(arguments[2]),
      let to = Int(arguments[3]), min(from, to) > 0
    {
      var resampled: [Float] = []
      var resampler = Resampler(
        filter: ResamplingFilter(from: from, to: to), channelCount: 1)
      resampler.push(
        numbers(of: try Data(contentsOf: URL(fileURLWithPath: arguments[4]))), into: &resampled)
      resampler.finish(into: &resampled)
      try write(resampled, to: URL(fileURLWithPath: arguments[5]))
      return
    }
    let named = arguments.dropFirst(4).first
    let instructions = named.map(Instructions.init(name:)) ?? .ofMachine
    guard 4...5 ~= arguments.count, let instructions else {
      let usage = "usage: stage-trace WEIGHTS INPUT.f32 FOLDER [\(Instructions.available)]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    var model = try DeepFilterModel(contentsOfFile: arguments[1])
    model.instructions = instructions
    let folder = URL(fileURLWithPath: arguments[3])
    let samples = numbers(of: try Data(contentsOf: URL(fileURLWithPath: arguments[2])))
    var trace = StageTrace(model: model)
    var stages: [String: [Float]] = [:]
    // Past the end by the delay, so that the last sample comes out, in whole hops.
    let hop = model.hopSampleCount
    let hopCount = (samples.count + model.delayInSamples + hop - 1) / hop
    for index in 0..<hopCount {
      let present = samples.dropFirst(index * hop).prefix(hop)
      let padded = present + [Float](repeating: 0, count: hop - present.count)
      for (name, values) in trace.advance(hop: Array(padded)) {
        stages[name, default: []] += values
      }
    }
    if let output = stages["output"] {
      stages["output"] = Array(output.dropFirst(model.delayInSamples).prefix(samples.count))
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, values) in stages {
      try write(values, to: folder.appendingPathComponent("\(name).f32"))
    }
  }

  private static func write(_ values: [Float], to url: URL) throws {
    // Plain numbers, on machines that all are little-endian.
    let bytes = unsafe values.withUnsafeBytes { unsafe Data($0) }
    try bytes.write(to: url)
  }

  private static func numbers(of data: Data) -> [Float] {
    let bytes = [UInt8](data)
    return (0..<bytes.count / 4).map { i in
      Float(
        bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[4 * i + $1]) << (8 * UInt32($1)) })
    }
  }
}
