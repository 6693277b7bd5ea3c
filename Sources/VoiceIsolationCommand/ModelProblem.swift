package import DeepFilterNet
package import VoiceIsolationCore

/// Why there is no model to work with.
package enum ModelProblem: Error, CustomStringConvertible {
  case notFound(ModelLocationError)
  case unusable(path: String, WeightFileError)

  /// One line, with what to do on the command line.
  package var description: String {
    switch self {
    case .notFound(let error) where error.reason == .notFound:
      "the model file was not found; name it with --model or in "
        + "\(ModelLocation.environmentVariable). Looked for: "
        + error.searched.joined(separator: ", ")
    case .notFound(let error):
      "\(error)"
    case .unusable(let path, let error):
      // What cannot be read is named by the error itself.
      if case .unreadable = error.reason { "\(error)" } else { "\(path): \(error)" }
    }
  }
}
