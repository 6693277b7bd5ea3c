import VoiceIsolationCore

/// Does steps of a plan, on any thread.
struct StepRunner: Sendable {
  private let isolator: FileIsolator
  private let mayReplace: Bool
  private let isInPlace: Bool
  private let track: Int?
  private let raw: RawSound?
  private let residual: String?
  private let isLive: Bool

  init(_ isolator: FileIsolator, _ invocation: Invocation) {
    self.isolator = isolator
    self.isInPlace = invocation.isInPlace
    self.track = invocation.track
    self.raw = invocation.rawSound
    self.residual = invocation.residual
    self.isLive = invocation.isLive
    self.mayReplace = invocation.output != nil || invocation.mayOverwrite || isInPlace
  }

  /// - Parameter progress: told how far it is, 0 to 1, in steps of a thousandth or more.
  func run(_ step: OutputPlan.Step, progress: (_ fraction: Double) -> Void) -> Outcome {
    do throws(SoundFileError) {
      return .done(try isolate(step, progress: progress))
    } catch {
      switch error.reason {
      case .exists:
        return .failed("\(error); replace it with --force")
      case .noSound where step.isFound:
        return .skipped("\(error); skipped")
      case .notASound, .isEmpty:
        let isFailure = !step.isFound || FolderWalk.isNamedAsSound(step.input)
        return isFailure ? .failed("\(error)") : .skipped("\(error); skipped")
      default:
        return .failed("\(error)")
      }
    }
  }

  private func isolate(
    _ step: OutputPlan.Step, progress: (_ fraction: Double) -> Void
  ) throws(SoundFileError) -> IsolationReport {
    do throws(SoundFileError) {
      return try isolateOnce(step, progress: progress)
    } catch {
      // A folder of a mirrored tree is made when there is a sound to put in it.
      guard step.isFound, case .folderMissing(let folder) = error.reason else { throw error }
      try makeFolder(folder)
      return try isolateOnce(step, progress: progress)
    }
  }

  private func isolateOnce(
    _ step: OutputPlan.Step, progress: (_ fraction: Double) -> Void
  ) throws(SoundFileError) -> IsolationReport {
    var meter = ProgressMeter()
    return try isolator.isolate(
      step.input, to: step.output, track: track, raw: raw, residual: residual, isLive: isLive,
      replacesExisting: mayReplace, replacesInput: isInPlace
    ) {
      if let news = meter.advance(to: $0) { progress(news.fraction) }
    }
  }
}
