import DeepFilterNet
import Foundation

/// `hop-time [WEIGHTS]`: the time of a live hop, everything included, on one thread.
@main
struct HopTime {
  static func main() throws {
    let path =
      CommandLine.arguments.dropFirst().first ?? "Weights/DeepFilterNet3.safetensors"
    let clock = ContinuousClock()
    let begin = clock.now
    let model = try DeepFilterModel(contentsOfFile: path)
    let load = clock.now - begin
    print("load: \(milliseconds(load)) ms")
    for channelCount in [1, 2, 6] {
      let isolator = VoiceIsolator(model: model, channelCount: channelCount)
      var generator = SystemRandomNumberGenerator()
      let count = channelCount * isolator.hopSampleCount
      var input = [Float](repeating: 0, count: count)
      var output = input
      var times: [Double] = []
      for hop in 0..<3000 {
        for i in input.indices { input[i] = Float.random(in: -0.3...0.3, using: &generator) }
        let start = clock.now
        var span = output.mutableSpan
        isolator.process(input.span, into: &span)
        if hop >= 100 { times.append(milliseconds(clock.now - start)) }
      }
      times.sort()
      print(
        "\(channelCount) channels: median \(times[times.count / 2]) ms, "
          + "p99 \(times[times.count * 99 / 100]) ms, max \(times[times.count - 1]) ms")
    }
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.attoseconds) * 1e-15 + Double(duration.components.seconds) * 1e3
  }
}
