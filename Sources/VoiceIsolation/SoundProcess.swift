import DeepFilterNet

/// What is done to the samples of one sound on their way from file to file.
package struct SoundProcess {
  /// Takes the next samples and appends what is ready; channels interleaved.
  package var push: (_ input: Span<Float>, _ output: inout [Float]) -> Void
  /// Ends the sound and appends the rest: in all as many samples come out as went in.
  package var finish: (_ output: inout [Float]) -> Void
  /// Samples replaced by zero so far, because they were not finite or far too large.
  package var replacedSampleCount: () -> Int

  package init(
    push: @escaping (_ input: Span<Float>, _ output: inout [Float]) -> Void,
    finish: @escaping (_ output: inout [Float]) -> Void,
    replacedSampleCount: @escaping () -> Int
  ) {
    self.push = push
    self.finish = finish
    self.replacedSampleCount = replacedSampleCount
  }

  init(_ isolator: SoundIsolator) {
    self.init(
      push: { isolator.push($0, into: &$1) },
      finish: { isolator.finish(into: &$0) },
      replacedSampleCount: { isolator.replacedSampleCount })
  }
}
