import VoiceIsolation

/// What is said about a file at its end.
enum Summary {
  /// One line for people: length, time, times real time, what was mended.
  static func line(output: String, _ report: IsolationReport) -> String {
    var parts = [
      "\(fixed(report.seconds, 1)) s in \(fixed(report.elapsedSeconds, 2)) s",
      "\(fixed(report.timesRealTime, 1)) times real time",
    ]
    if report.replacedSampleCount > 0 {
      parts.append("\(count(report.replacedSampleCount)) replaced (not a number or far too large)")
    }
    if report.clippedSampleCount > 0 {
      parts.append("\(count(report.clippedSampleCount)) clipped")
    }
    return "\(output): " + parts.joined(separator: ", ")
  }

  static func json(_ step: OutputPlan.Step, _ report: IsolationReport) -> String {
    var line = JSONLine()
    line.add("input", step.input)
    line.add("output", step.output)
    line.add("frames", report.frameCount)
    line.add("sampleRateHz", report.sampleRateHz)
    line.add("channels", report.channelCount)
    line.add("seconds", report.seconds)
    line.add("elapsedSeconds", report.elapsedSeconds)
    line.add("timesRealTime", report.timesRealTime)
    line.add("replacedSamples", report.replacedSampleCount)
    line.add("clippedSamples", report.clippedSampleCount)
    line.add("warnings", report.warnings)
    return line.text
  }

  static func json(_ step: OutputPlan.Step, failure: String) -> String {
    var line = JSONLine()
    line.add("input", step.input)
    line.add("output", step.output)
    line.add("error", failure)
    return line.text
  }

  private static func count(_ samples: Int) -> String {
    samples == 1 ? "1 sample" : "\(samples) samples"
  }

  /// A number of 0 or more with so many decimals.
  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = decimals == 1 ? 10.0 : 100.0
    let (whole, part) = Int(min(value * scale + 0.5, 1e15)).quotientAndRemainder(
      dividingBy: Int(scale))
    let digits = String(part)
    return "\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }
}
