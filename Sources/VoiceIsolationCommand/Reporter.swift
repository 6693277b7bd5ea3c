import VoiceIsolationCore

/// Says how it goes with the files of a plan. One thread calls it.
struct Reporter {
  private let invocation: Invocation
  private let plan: OutputPlan
  private let standardOutput: (String) -> Void
  private let standardError: (String) -> Void
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var progress: Progress
  private var totals = Totals()
  /// `nil` where nobody looks at it.
  private var bar: ProgressBar?

  init(_ command: VoiceIsolateCommand, _ invocation: Invocation, _ plan: OutputPlan) {
    self.invocation = invocation
    self.plan = plan
    standardOutput = command.standardOutput
    standardError = command.standardError
    start = clock.now
    progress = Progress(plan.steps)
    if command.isTerminal, !invocation.isQuiet, !invocation.isJSON {
      let name = plan.steps.count == 1 ? FilePath(plan.steps[0].input).name : ""
      bar = ProgressBar(title: name, write: standardError)
    }
  }

  /// Whether anybody is told how far a file is.
  var showsProgress: Bool { bar != nil }

  mutating func advance(_ index: Int, to fraction: Double) {
    progress.advance(index, to: fraction)
    draw()
  }

  mutating func end(_ index: Int, _ outcome: Outcome) {
    var isSkipped = false
    if case .skipped = outcome { isSkipped = true }
    progress.end(index, isSkipped: isSkipped)
    let step = plan.steps[index]
    tell(step.input, output: step.output, outcome)
    if progress.endedCount < progress.fileCount { draw() }
  }

  /// What is known before the first file is begun.
  mutating func tellOmissions() {
    for omission in plan.omissions { tell(omission.path, output: nil, omission.outcome) }
  }

  /// Says that nothing can be done.
  mutating func failAll(_ message: String) {
    guard invocation.isJSON else { return warn(message) }
    for step in plan.steps { tell(step.input, output: step.output, .failed(message)) }
  }

  /// Sums up, where there was more than one file.
  /// - Returns: the exit status.
  func finish() -> Int32 {
    let isBatch = plan.hasWalked || plan.steps.count + plan.omissions.count > 1
    let isNews = !invocation.isQuiet || totals.failedCount > 0
    if isBatch, isNews, !invocation.isJSON {
      warn(Summary.line(totals, elapsedSeconds: elapsedSeconds))
    }
    return totals.failedCount == 0 ? 0 : 1
  }

  private var elapsedSeconds: Double { (clock.now - start) / .seconds(1) }

  private mutating func draw() {
    let seconds = elapsedSeconds
    let isBatch = progress.fileCount > 1
    let note = isBatch ? "\(progress.endedCount) of \(progress.fileCount) files" : ""
    bar?.show(progress.fraction, note: note, after: seconds)
  }

  private mutating func tell(_ input: String, output: String?, _ outcome: Outcome) {
    totals.add(outcome)
    bar?.clear()
    if invocation.isJSON {
      standardOutput(Summary.json(input: input, output: output, outcome) + "\n")
      return
    }
    switch outcome {
    case .done(let report):
      for warning in report.warnings { warn("\(input): warning: \(warning)") }
      guard !invocation.isQuiet else { return }
      standardError(printable(Summary.line(output: output ?? input, report)) + "\n")
    case .failed(let message): warn(message)
    case .skipped(let message): if !invocation.isQuiet { warn(message) }
    }
  }

  private func warn(_ message: String) {
    standardError(printable("voice-isolate: \(message)") + "\n")
  }
}
