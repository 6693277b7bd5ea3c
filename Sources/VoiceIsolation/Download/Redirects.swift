import Foundation

/// Which redirects of a request are followed.
struct Redirects {
  static let maximumCount = 10

  private var count = 0
  private var isSecure: Bool

  init(from url: URL) { isSecure = url.scheme?.lowercased() == "https" }

  /// Takes the next redirect.
  /// - Returns: why it is not followed; `nil` if it is.
  mutating func follow(to target: URL?) -> ModelDownloadError.Reason? {
    count += 1
    if count > Self.maximumCount { return .tooManyRedirects }
    let scheme = target?.scheme?.lowercased()
    guard scheme == "https" || scheme == "http" && !isSecure else { return .unsafeRedirect }
    isSecure = scheme == "https"
    return nil
  }
}
