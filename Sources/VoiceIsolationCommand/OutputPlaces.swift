import VoiceIsolationCore

/// Where files are, to see whether outputs would be written over each other or over an input.
///
/// By their bytes: strings that look alike are equal, and may be two files.
struct OutputPlaces {
  private var inputs: [[UInt8]: String] = [:]
  /// Inputs that are there, which may have other names too.
  private var inputFiles: [FileStatus.Identity: String] = [:]
  private var resolvedFolders: [[UInt8]: String] = [:]
  private var caseBlindFolders: [[UInt8]: Bool] = [:]

  init(_ steps: [OutputPlan.Step]) {
    for step in steps {
      let place = Array(place(of: step.input).utf8)
      if inputs[place] == nil { inputs[place] = step.input }
      if let identity = step.identity, inputFiles[identity] == nil {
        inputFiles[identity] = step.input
      }
    }
  }

  /// Throws if two of the outputs are one file, or one is the input of another step.
  mutating func check(_ steps: [OutputPlan.Step]) throws(UsageError) {
    var outputs: [[UInt8]: String] = [:]
    // Strings, that are equal also where a file system may take two spellings for one.
    var lowercased: [String: String] = [:]
    for step in steps {
      let place = place(of: step.output)
      if let other = outputs.updateValue(step.input, forKey: Array(place.utf8)) {
        throw UsageError("\(other) and \(step.input) would both be written to \(step.output)")
      }
      if let other = lowercased.updateValue(step.input, forKey: place.lowercased()),
        isCaseBlind(FilePath(place).folder)
      {
        throw UsageError(
          "\(other) and \(step.input) would both be written to \(step.output), where names that "
            + "differ only in case are one file")
      }
      // An output on its own input is refused when its turn comes.
      if let other = otherInput(at: place, step) {
        throw UsageError("the output of \(step.input) would replace the input \(other)")
      }
    }
  }

  private func otherInput(at place: String, _ step: OutputPlan.Step) -> String? {
    if let identity = FileStatus(path: step.output)?.identity {
      return identity == step.identity ? nil : inputFiles[identity]
    }
    guard let other = inputs[Array(place.utf8)] else { return nil }
    return other.utf8.elementsEqual(step.input.utf8) ? nil : other
  }

  /// One spelling for a file, whether it exists or not.
  private mutating func place(of path: String) -> String {
    let parts = FilePath(path)
    let kind = FileStatus(path: path, followsLinks: false)?.kind
    if kind == .link || kind == .folder, let resolved = resolvedPath(path) { return resolved }
    let key = Array(parts.folder.utf8)
    // Asked once a folder: thousands of files may be in it.
    let folder = resolvedFolders[key] ?? resolvedPath(parts.folder) ?? parts.folder
    resolvedFolders[key] = folder
    return FilePath.join(folder, parts.name)
  }

  private mutating func isCaseBlind(_ folder: String) -> Bool {
    let key = Array(folder.utf8)
    let isBlind = caseBlindFolders[key] ?? VoiceIsolationCore.isCaseBlind(folder: folder)
    caseBlindFolders[key] = isBlind
    return isBlind
  }
}
