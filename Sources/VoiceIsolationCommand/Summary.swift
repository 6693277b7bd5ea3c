import VoiceIsolationCore

/// What is said about a file at its end.
enum Summary {
  /// One line for people: length, time, times real time, what was mended.
  static func line(output: String, _ report: IsolationReport) -> String {
    var parts = [
      "\(fixed(report.seconds, 1)) s in \(fixed(report.elapsedSeconds, 2)) s",
      "\(fixed(report.timesRealTime, 1)) times real time",
    ]
    parts += mendings(report.mendings)
    if report.replacedSampleCount > 0 {
      parts.append("\(count(report.replacedSampleCount)) replaced (not a number or far too large)")
    }
    if report.clippedSampleCount > 0 {
      parts.append("\(count(report.clippedSampleCount)) clipped")
    }
    return (output == "-" ? "standard output" : output) + ": " + parts.joined(separator: ", ")
  }

  /// What was mended, channel by channel if not the same was done to all.
  private static func mendings(_ mendings: [Mending]) -> [String] {
    let isSame = Set(mendings.map { [$0.gainExponent, Int($0.offset * 1_000)] }).count == 1
    return (isSame ? mendings.prefix(1) : mendings[...]).enumerated().flatMap { channel, mending in
      let place = isSame ? "" : "channel \(channel + 1) "
      var parts: [String] = []
      if mending.gainExponent != 0 {
        let gain = Int(mending.gainDB.rounded())
        parts.append(place + "worked on at \(gain > 0 ? "+" : "")\(gain) dB")
      }
      if mending.offset != 0 {
        let sign = mending.offset < 0 ? "-" : ""
        parts.append(place + "offset of \(sign)\(fixed(Double(abs(mending.offset)), 4)) removed")
      }
      return parts
    }
  }

  /// One line for many files together.
  static func line(_ totals: Totals, elapsedSeconds: Double) -> String {
    var line = "\(totals.doneCount) done"
    if totals.failedCount > 0 { line += ", \(totals.failedCount) failed" }
    if totals.skippedCount > 0 { line += ", \(totals.skippedCount) skipped" }
    guard totals.doneCount > 0, elapsedSeconds > 0 else { return line }
    return line + ": \(fixed(totals.seconds, 1)) s of sound in \(fixed(elapsedSeconds, 2)) s, "
      + "\(fixed(totals.seconds / elapsedSeconds, 1)) times real time"
  }

  /// One object: the same members first, and then what there is to say of such an outcome.
  static func json(input: String, output: String?, _ outcome: Outcome) -> String {
    var line = JSONLine()
    line.add("input", input)
    var written = output
    if case .skipped = outcome { written = nil }
    line.add("output", written)
    switch outcome {
    case .done(let report):
      line.add("status", "done")
      line.add("frames", report.frameCount)
      line.add("sampleRateHz", report.sampleRateHz)
      line.add("channels", report.channelCount)
      line.add("seconds", report.seconds)
      line.add("elapsedSeconds", report.elapsedSeconds)
      line.add("timesRealTime", report.timesRealTime)
      line.add("replacedSamples", report.replacedSampleCount)
      line.add("clippedSamples", report.clippedSampleCount)
      line.add("gainsDB", report.mendings.map(\.gainDB))
      line.add("offsets", report.mendings.map { Double($0.offset) })
      line.add("warnings", report.warnings)
    case .failed(let message):
      line.add("status", "failed")
      line.add("error", message)
    case .skipped(let message):
      line.add("status", "skipped")
      line.add("reason", message)
    }
    return line.text
  }

  private static func count(_ samples: Int) -> String {
    samples == 1 ? "1 sample" : "\(samples) samples"
  }

  /// A number of 0 or more with so many decimals.
  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = [1, 10, 100, 1_000, 10_000.0][decimals]
    let (whole, part) = Int(min(value * scale + 0.5, 1e15)).quotientAndRemainder(
      dividingBy: Int(scale))
    let digits = String(part)
    return "\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }
}
