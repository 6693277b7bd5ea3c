public import DeepFilterNet
public import Foundation

/// Why there is no model from a folder that was named by its URL.
///
/// For people, print `"\(error)"`; `localizedDescription` says the same.
public struct ModelDownloadError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    /// The URL is none of a folder that a model can come from: `https`, `http`, or `file`.
    case unsupportedURL
    /// No connection, or one that broke: what happened.
    case noConnection(String)
    /// The server answered with a status other than 200.
    case status(Int)
    /// A folder of this machine does not hold the weight file.
    case missing
    /// The folder holds the model as ONNX graphs, which are not read here.
    case onnxExport
    /// More redirects than are followed.
    case tooManyRedirects
    /// A redirect from https to http, or to something else than http.
    case unsafeRedirect
    /// No byte came for so many seconds.
    case silence(seconds: Double)
    /// The whole took longer than so many seconds.
    case tooSlow(seconds: Double)
    /// The file has more bytes than are taken.
    case tooLarge(maximumByteCount: Int)
    /// Fewer or more bytes came than the server had announced.
    case wrongLength(received: Int, announced: Int)
    /// The server sent the file in a coding that nobody asked for, such as `gzip`.
    case encoded(String)
    /// What came is no weight file: what is wrong with it.
    case unusable(WeightFileError)
    /// The checksum file does not begin with a SHA-256 of 64 hexadecimal digits.
    case badChecksumFile
    /// The file does not have the SHA-256 that the checksum file names.
    case wrongChecksum(expected: String, actual: String)
    /// A file of this machine cannot be read or written: its path, and the system's reason.
    case fileSystem(path: String, String)
  }

  /// What went wrong.
  public let reason: Reason
  /// What was asked for, without the user, the password and the query that may be secrets.
  public let url: URL

  package init(_ reason: Reason, url: URL) {
    self.reason = reason
    self.url = Self.withoutSecrets(url)
  }

  /// Without the user, the password, the query and the fragment.
  static func withoutSecrets(_ url: URL) -> URL {
    guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true) else {
      return URL(fileURLWithPath: "/")
    }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    // In "name:password@host" all behind the first colon is the path, of the scheme "name".
    if parts.scheme != nil, !parts.percentEncodedPath.hasPrefix("/") { parts.path = "" }
    return parts.url ?? URL(fileURLWithPath: "/")
  }
}
