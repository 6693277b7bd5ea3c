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
    var outputs: [String: String] = [:]
    let inputs = Dictionary(
      steps.map { (Self.place($0.input), $0.input) }, uniquingKeysWith: { first, _ in first })
    for step in steps {
      let place = Self.place(step.output)
      if let other = outputs.updateValue(step.input, forKey: place) {
        throw UsageError(
          "\(printable(other)) and \(printable(step.input)) would both be written to "
            + printable(step.output))
      }
      // An output on its own input is refused when its turn comes.
      if let other = inputs[place], other != step.input {
        throw UsageError(
          "the output of \(printable(step.input)) would replace the input \(printable(other))")
      }
    }
  }

  /// `NAME-clean.EXT` beside the input, or the same name in another folder.
  private static func output(for input: String, _ folder: String?) -> String {
    let path = FilePath(input)
    if let folder { return FilePath.join(folder, path.name) }
    let ending = path.fileExtension.isEmpty ? "" : "." + path.fileExtension
    return String(input.dropLast(path.name.count)) + path.stem + "-clean" + ending
  }

  /// One spelling for a file, whether it exists or not.
  private static func place(_ path: String) -> String {
    if let resolved = resolvedPath(path) { return resolved }
    let parts = FilePath(path)
    return FilePath.join(resolvedPath(parts.folder) ?? parts.folder, parts.name)
  }
}
