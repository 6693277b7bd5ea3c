/// The weight file is not where it should be.
///
/// For people, print `"\(error)"`; `localizedDescription` says the same in programs that import
/// `VoiceIsolation`.
public struct ModelLocationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Which file was looked for in vain.
  public enum Reason: Equatable, Sendable {
    /// The file that the caller named is not there.
    case namedFileMissing
    /// The file that the environment variable names is not there.
    case environmentFileMissing
    /// The bundled file is in none of the places it may be.
    case notFound
  }

  /// Which file was looked for in vain.
  public let reason: Reason
  /// Every path that was tried.
  public let searched: [String]

  init(_ reason: Reason, searched: [String]) {
    self.reason = reason
    self.searched = searched
  }

  /// One line: what is missing, and where it was looked for.
  public var description: String {
    let places = searched.joined(separator: ", ")
    return switch reason {
    case .namedFileMissing:
      "there is no model file at \(places)"
    case .environmentFileMissing:
      "\(ModelLocation.environmentVariable) names a model file that is not there: \(places)"
    case .notFound:
      "the model file was not found; copy the folder \(BundledWeights.folderName) of the build beside "
        + "the program, or name the file in \(ModelLocation.environmentVariable). Looked for: \(places)"
    }
  }
}
