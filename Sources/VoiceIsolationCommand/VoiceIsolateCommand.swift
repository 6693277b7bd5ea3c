package import VoiceIsolationCore

/// The command `voice-isolate`, without the process around it.
public struct VoiceIsolateCommand {
  /// Takes what goes to standard output; whole lines.
  package var standardOutput: (String) -> Void
  /// Takes what goes to standard error; whole lines, or a piece of the progress bar.
  package var standardError: (String) -> Void
  /// Whether standard error is a terminal, and so worth a progress bar.
  package var isTerminal: Bool
  /// Makes what does the work; called once, before the first file.
  package var makeIsolator: (ModelChoice) throws -> FileIsolator

  package init(
    standardOutput: @escaping (String) -> Void, standardError: @escaping (String) -> Void,
    isTerminal: Bool,
    makeIsolator: @escaping (ModelChoice) throws -> FileIsolator = { try $0.load() }
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.isTerminal = isTerminal
    self.makeIsolator = makeIsolator
  }

  /// Does what the arguments say, the program's name left out.
  /// - Returns: the exit status: 0 all done; 1 some file failed; 2 the call is wrong.
  public func run(arguments: [String]) -> Int32 {
    let invocation: Invocation
    let plan: OutputPlan
    do throws(UsageError) {
      invocation = try Invocation(arguments)
      switch invocation.task {
      case .isolate: break
      case .showHelp:
        standardOutput(Help.text)
        return 0
      case .showVersion:
        standardOutput("voice-isolate \(Version.current)\n")
        return 0
      }
      plan = try OutputPlan(invocation)
    } catch {
      tell("\(error.message); see voice-isolate --help")
      return 2
    }
    return run(invocation, plan)
  }

  private func run(_ invocation: Invocation, _ plan: OutputPlan) -> Int32 {
    var reporter = Reporter(self, invocation, plan)
    reporter.tellOmissions()
    guard !plan.steps.isEmpty else { return reporter.finish() }
    let workload = Workload(
      jobs: invocation.jobs, threads: invocation.threads, fileCount: plan.steps.count)
    let runner: StepRunner
    do {
      var choice = ModelChoice(invocation)
      choice.threads = workload.threads
      runner = StepRunner(try makeIsolator(choice), invocation)
      if let folder = invocation.folder { try makeFolder(folder) }
    } catch {
      reporter.failAll("\(error)")
      return 1
    }
    let (steps, showsProgress) = (plan.steps, reporter.showsProgress)
    SideBySide.run(steps.count, jobs: workload.jobs) { index, say in
      let outcome = runner.run(steps[index]) { fraction in
        if showsProgress { say(.advanced(index, fraction)) }
      }
      say(.ended(index, outcome))
    } hear: { (news: News) in
      switch news {
      case .advanced(let index, let fraction): reporter.advance(index, to: fraction)
      case .ended(let index, let outcome): reporter.end(index, outcome)
      }
    }
    return reporter.finish()
  }

  /// What the work on a step of the plan has to say.
  private enum News: Sendable {
    case advanced(Int, Double)
    case ended(Int, Outcome)
  }

  /// Prints what is wrong with the call.
  private func tell(_ message: String) {
    standardError(printable("voice-isolate: \(message)") + "\n")
  }
}
