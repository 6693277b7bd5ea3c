import Foundation

/// A folder that a host keeps the model in, by its URL.
///
/// It holds `DeepFilterNet3.safetensors` and, if the host likes, `DeepFilterNet3.safetensors.sha256`
/// as `sha256sum` writes it.
struct ModelFolder: Sendable {
  static let fileName = "DeepFilterNet3.safetensors"
  static let checksumFileName = fileName + ".sha256"
  /// What tells an ONNX export of the model.
  static let onnxGraphName = "enc.onnx"

  /// The folder's URL in one spelling: scheme and host in small letters, no slash at the end.
  private let parts: URLComponents
  let url: URL

  /// - Throws: `.unsupportedURL`.
  init(_ url: URL) throws(ModelDownloadError) {
    guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased()
    else { throw ModelDownloadError(.unsupportedURL, url: url) }
    let host = parts.host?.lowercased() ?? ""
    let isSupported =
      switch scheme {
      case "https", "http": !host.isEmpty
      // A file of another machine is not one of this machine's.
      // Nor is one whose name is not UTF-8, of which nothing is left.
      case "file":
        (host.isEmpty || host == "localhost")
          && parts.path.isEmpty == parts.percentEncodedPath.isEmpty
      default: false
      }
    guard isSupported else { throw ModelDownloadError(.unsupportedURL, url: url) }
    parts.scheme = scheme
    if !host.isEmpty { parts.host = host }
    parts.fragment = nil
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    guard let spelled = parts.url else { throw ModelDownloadError(.unsupportedURL, url: url) }
    self.parts = parts
    self.url = spelled
  }

  /// The folder's path if it is one of this machine.
  var localPath: String? {
    guard parts.scheme == "file" else { return nil }
    return parts.path.isEmpty ? "/" : parts.path
  }

  var weightFile: URL { file(Self.fileName) }
  var checksumFile: URL { file(Self.checksumFileName) }
  var onnxGraph: URL { file(Self.onnxGraphName) }

  /// The name of its weight file in a cache, which no other folder's has.
  var cacheName: String {
    "DeepFilterNet3-\(SHA256.hexDigest(of: Array(url.absoluteString.utf8))).safetensors"
  }

  private func file(_ name: String) -> URL {
    var file = parts
    file.percentEncodedPath += "/" + name
    // With a path that begins with a slash there is always one.
    return file.url ?? url
  }
}
