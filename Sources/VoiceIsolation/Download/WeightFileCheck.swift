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
    // What is looked at is what is loaded.
    let bytes = try checksum.map { (checksum) throws(ModelDownloadError) in
      let bytes = try Self.bytes(path: path, from: url)
      let actual = SHA256.hexDigest(of: bytes)
      guard actual == checksum.digits else {
        throw ModelDownloadError(
          .wrongChecksum(expected: checksum.digits, actual: actual), url: url)
      }
      return bytes
    }
    do throws(WeightFileError) {
      if let bytes { return try DeepFilterModel(bytes: bytes) }
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
