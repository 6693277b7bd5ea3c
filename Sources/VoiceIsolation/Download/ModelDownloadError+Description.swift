public import Foundation
import VoiceIsolationCore

extension ModelDownloadError: CustomStringConvertible, LocalizedError {
  /// One line: which file, what went wrong, what to do.
  public var description: String {
    printable("model from \(url.absoluteString): \(problem); \(remedy)")
  }

  /// The same as `description`.
  public var errorDescription: String? { description }

  private var problem: String {
    switch reason {
    case .unsupportedURL: "is not the URL of a folder"
    case .noConnection(let what): what
    case .status(let status): "the server answered with status \(status)"
    case .missing: "there is no such file"
    case .onnxExport: "the folder holds the ONNX export, which is not read here"
    case .tooManyRedirects: "it was redirected too often"
    case .unsafeRedirect: "it was redirected away from https, or to something else than http"
    case .silence(let seconds): "nothing came for \(Self.text(seconds)) s"
    case .tooSlow(let seconds): "it was not there after \(Self.text(seconds)) s"
    case .tooLarge(let maximumByteCount): "it has more than \(maximumByteCount) bytes"
    case .wrongLength(let received, let announced):
      "\(received) bytes came of \(announced) announced"
    case .encoded(let coding): "it came in the coding \(coding)"
    case .unusable(let error): "is no usable \(error)"
    case .badChecksumFile: "does not begin with a SHA-256 of 64 hexadecimal digits"
    case .wrongChecksum(let expected, let actual):
      "its SHA-256 is \(actual) instead of \(expected)"
    case .fileSystem(let path, let message): "\(path): \(message)"
    }
  }

  private var remedy: String {
    switch reason {
    case .unsupportedURL: "give one that begins with https://, http:// or file:///"
    case .noConnection, .silence, .tooSlow, .wrongLength: "try again"
    case .status where url.lastPathComponent == ModelFolder.checksumFileName:
      "a checksum that is not there is to be answered with 404"
    case .status, .missing: "check the URL of the folder that holds \(ModelFolder.fileName)"
    case .onnxExport:
      "Scripts/export_weights.py makes \(ModelFolder.fileName) of the official archive"
    case .tooManyRedirects, .unsafeRedirect: "give the URL that it leads to"
    case .tooLarge, .unusable: "check that the folder holds the model's weight file"
    case .encoded: "have the server send the file as it is"
    case .badChecksumFile: "write it with sha256sum, or remove it"
    case .wrongChecksum: "the file or its checksum is damaged or out of date"
    case .fileSystem: "check the disk and the permissions"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}
