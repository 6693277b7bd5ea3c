/// What is done to the samples of one sound on their way from file to file.
package struct SoundProcess {
  /// Takes the next samples and appends what is ready; channels interleaved.
  package var push: (_ input: [Float], _ output: inout [Float]) -> Void
  /// Ends the sound and appends the rest: in all as many samples come out as went in.
  package var finish: (_ output: inout [Float]) -> Void
  /// Samples replaced by zero so far, because they were not finite or far too large.
  package var replacedSampleCount: () -> Int
  /// What was done to the channels so that the network could work on them.
  package var mendings: () -> [Mending]

  package init(
    push: @escaping (_ input: [Float], _ output: inout [Float]) -> Void,
    finish: @escaping (_ output: inout [Float]) -> Void,
    replacedSampleCount: @escaping () -> Int, mendings: @escaping () -> [Mending] = { [] }
  ) {
    self.push = push
    self.finish = finish
    self.replacedSampleCount = replacedSampleCount
    self.mendings = mendings
  }

  init(_ process: VoiceProcess) {
    let process = Box(process)
    self.init(
      push: { process.value.push($0, into: &$1) },
      finish: { process.value.finish(into: &$0) },
      replacedSampleCount: { process.value.replacedSampleCount },
      mendings: { process.value.mendings })
  }

  private final class Box {
    var value: VoiceProcess
    init(_ value: VoiceProcess) { self.value = value }
  }
}
