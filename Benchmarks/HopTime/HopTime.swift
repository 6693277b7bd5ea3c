import DeepFilterNet
import Foundation

/// `hop-time [--weights FILE] [--silence MINUTES]`: the time of a live hop, everything included, on
/// one thread, for several numbers of channels; then of a hop in minutes of zeros beside one in sound.
@main
struct HopTime {
  static func main() throws {
    let weights = value(of: "--weights") ?? "Weights/DeepFilterNet3.safetensors"
    let minutes = Int(value(of: "--silence") ?? "1") ?? 1
    let clock = ContinuousClock()
    let begin = clock.now
    let model = try DeepFilterModel(contentsOfFile: weights)
    print("load: \(text((clock.now - begin) / .milliseconds(1))) ms")

    for channelCount in [1, 2, 6] {
      let isolator = VoiceIsolator(model: model, channelCount: channelCount)
      _ = times(isolator, hops: 100) { loudness(hop: $0) }
      let sorted = times(isolator, hops: 3000) { loudness(hop: $0) }.sorted()
      print(
        """
        \(channelCount) channel\(channelCount == 1 ? "" : "s"): \
        median \(text(median(sorted))) ms, p99 \(text(sorted[sorted.count * 99 / 100])) ms, \
        most \(text(sorted[sorted.count - 1])) ms
        """)
    }

    let isolator = VoiceIsolator(model: model)
    _ = times(isolator, hops: 100) { loudness(hop: $0) }
    let silent = times(isolator, hops: minutes * 6000) { _ in 0 }
    let loud = times(isolator, hops: 6000) { loudness(hop: $0) }
    let (zeros, sound) = (median(Array(silent.suffix(6000))), median(loud))
    print(
      """
      minute \(minutes) of zeros: median \(text(zeros)) ms; sound after it: \(text(sound)) ms; \
      ratio \(text(zeros / sound))
      """)
  }

  /// Something that comes and goes as syllables do.
  private static func loudness(hop: Int) -> Float { hop % 40 < 25 ? 0.2 : 0.002 }

  /// Milliseconds of each hop of noise as loud as said.
  private static func times(
    _ isolator: VoiceIsolator, hops: Int, loudness: (Int) -> Float
  ) -> [Double] {
    let clock = ContinuousClock()
    var random: UInt32 = 1
    var input = [Float](repeating: 0, count: isolator.channelCount * isolator.hopSampleCount)
    var output = input
    return (0..<hops).map { hop in
      let level = loudness(hop)
      for i in input.indices {
        random = random &* 1_664_525 &+ 1_013_904_223
        input[i] = level * (Float(random >> 8) / Float(1 << 23) - 1)
      }
      let start = clock.now
      var samples = output.mutableSpan
      isolator.process(input.span, into: &samples)
      return (clock.now - start) / .milliseconds(1)
    }
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  private static func text(_ number: Double) -> String { String(format: "%.3f", number) }

  private static func value(of option: String) -> String? {
    let arguments = CommandLine.arguments
    guard let place = arguments.firstIndex(of: option) else { return nil }
    return arguments.dropFirst(place + 1).first
  }
}
