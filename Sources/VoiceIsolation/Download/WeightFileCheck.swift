import DeepFilterNet
import Foundation
import VoiceIsolationCore

/// Loads a weight file of this machine: whether it is one shows in nothing less.
enum WeightFileCheck {
  /// - Parameters:
  ///   - url: what is named in errors.
  ///   - checksum: what the file's SHA-256 must be.
  static func model(
    path: String, from url: URL, checksum: Checksum?
  ) throws(ModelDownloadError) -> DeepFilterModel {
    if let checksum {
      let actual = SHA256.hexDigest(of: try bytes(path: path, from: url))
      guard actual == checksum.digits else {
        throw ModelDownloadError(
          .wrongChecksum(expected: checksum.digits, actual: actual), url: url)
      }
    }
    do throws(WeightFileError) {
      return try DeepFilterModel(contentsOfFile: path)
    } catch {
      throw ModelDownloadError(.unusable(error), url: url)
    }
  }

  static func bytes(path: String, from url: URL) throws(ModelDownloadError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw ModelDownloadError(
        .fileSystem(path: path, error.localizedDescription), url: url)
    }
  }
}
