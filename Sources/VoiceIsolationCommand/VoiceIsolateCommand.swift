package import VoiceIsolation

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
    let isolator: FileIsolator
    do {
      isolator = try makeIsolator(ModelChoice(invocation))
      if let folder = invocation.folder { try makeFolder(folder) }
    } catch {
      if invocation.isJSON {
        for step in plan.steps { standardOutput(Summary.json(step, failure: "\(error)") + "\n") }
      } else {
        tell("\(error)")
      }
      return 1
    }
    var failureCount = 0
    for step in plan.steps where !isolate(step, isolator, invocation) { failureCount += 1 }
    if failureCount > 0, plan.steps.count > 1, !invocation.isJSON {
      tell("\(failureCount) of \(plan.steps.count) files failed")
    }
    return failureCount == 0 ? 0 : 1
  }

  /// Prints a warning or an error.
  private func tell(_ message: String) {
    standardError(printable("voice-isolate: \(message)") + "\n")
  }

  /// Does one file and says how it went.
  private func isolate(
    _ step: OutputPlan.Step, _ isolator: FileIsolator, _ invocation: Invocation
  ) -> Bool {
    var bar = ProgressBar(path: step.input, write: standardError)
    let hasBar = isTerminal && !invocation.isQuiet && !invocation.isJSON
    do throws(SoundFileError) {
      let report = try isolator.isolate(
        step.input, to: step.output, raw: invocation.rawSound, residual: invocation.residual,
        isLive: invocation.isLive,
        replacesExisting: invocation.output != nil || invocation.mayOverwrite
      ) { fraction in
        if hasBar { bar.show(fraction) }
      }
      bar.clear()
      if invocation.isJSON {
        standardOutput(Summary.json(step, report) + "\n")
        return true
      }
      for warning in report.warnings {
        tell("\(step.input): warning: \(warning)")
      }
      if !invocation.isQuiet {
        standardError(printable(Summary.line(output: step.output, report)) + "\n")
      }
      return true
    } catch {
      bar.clear()
      let failure = error.reason == .exists ? "\(error); replace it with --force" : "\(error)"
      if invocation.isJSON {
        standardOutput(Summary.json(step, failure: failure) + "\n")
      } else {
        tell(failure)
      }
      return false
    }
  }
}
