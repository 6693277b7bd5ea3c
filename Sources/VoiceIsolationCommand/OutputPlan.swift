import VoiceIsolation

/// Which file each input becomes.
struct OutputPlan: Equatable {
  struct Step: Equatable {
    let input: String
    let output: String
  }

  let steps: [Step]

  init(_ invocation: Invocation) throws(UsageError) {
    self.steps = invocation.inputs.map { input in
      Step(input: input, output: invocation.output ?? Self.output(for: input, invocation.folder))
    }
    // By their bytes: strings that look alike are equal, and may be two files.
    var outputs: [[UInt8]: String] = [:]
    let inputs = Dictionary(
      steps.map { (FilePath.place(of: $0.input), $0.input) },
      uniquingKeysWith: { first, _ in first })
    for step in steps {
      let place = FilePath.place(of: step.output)
      if let other = outputs.updateValue(step.input, forKey: place) {
        throw UsageError("\(other) and \(step.input) would both be written to \(step.output)")
      }
      // An output on its own input is refused when its turn comes.
      if let other = inputs[place], !other.utf8.elementsEqual(step.input.utf8) {
        throw UsageError("the output of \(step.input) would replace the input \(other)")
      }
    }
  }

  /// `NAME-clean.EXT` beside the input, or the same name in another folder.
  private static func output(for input: String, _ folder: String?) -> String {
    let path = FilePath(input)
    if let folder { return FilePath.join(folder, path.name) }
    let ending = path.fileExtension.isEmpty ? "" : "." + path.fileExtension
    let beside = String(Substring(input.utf8.dropLast(path.name.utf8.count)))
    return beside + path.stem + "-clean" + ending
  }
}
