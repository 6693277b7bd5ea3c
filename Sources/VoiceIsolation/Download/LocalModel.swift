import DeepFilterNet
import Foundation
import VoiceIsolationCore

/// The model of a folder of this machine, read where it lies.
enum LocalModel {
  /// - Throws: `ModelDownloadError`.
  static func load(
    _ folder: ModelFolder, path: String, maximumByteCount: Int
  ) throws(ModelDownloadError) -> DeepFilterModel {
    let file = FilePath.join(path, ModelFolder.fileName)
    guard let status = FileStatus(path: file) else {
      if FileStatus(path: FilePath.join(path, ModelFolder.onnxGraphName)) != nil {
        throw ModelDownloadError(.onnxExport, url: folder.url)
      }
      throw ModelDownloadError(.missing, url: folder.weightFile)
    }
    guard status.byteCount <= maximumByteCount else {
      throw ModelDownloadError(
        .tooLarge(maximumByteCount: maximumByteCount), url: folder.weightFile)
    }
    return try WeightFileCheck.model(
      path: file, from: folder.weightFile, checksum: try checksum(of: folder, path: path))
  }

  private static func checksum(
    of folder: ModelFolder, path: String
  ) throws(ModelDownloadError) -> Checksum? {
    let file = FilePath.join(path, ModelFolder.checksumFileName)
    guard let status = FileStatus(path: file) else { return nil }
    guard status.kind == .regular, status.byteCount <= Checksum.maximumByteCount,
      let checksum = Checksum(try WeightFileCheck.bytes(path: file, from: folder.checksumFile))
    else { throw ModelDownloadError(.badChecksumFile, url: folder.checksumFile) }
    return checksum
  }
}
