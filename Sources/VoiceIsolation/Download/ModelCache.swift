package import DeepFilterNet
package import Foundation
import VoiceIsolationCore

/// The models that were downloaded, one for each folder that a host keeps one in.
///
/// Any number of values may use one folder, in any number of processes: a file appears in it when it
/// is whole and checked. The system may empty it at any time.
package struct ModelCache: Sendable {
  private let path: String
  private let limits: DownloadLimits

  /// - Parameters:
  ///   - folder: where the models are kept; made when it is needed. `nil`: `VoiceIsolation` in the
  ///     system's folder for caches, on Linux `$XDG_CACHE_HOME` or `~/.cache`.
  ///   - limits: how long a download may take, and how large it may be.
  package init(folder: URL? = nil, limits: DownloadLimits = DownloadLimits()) {
    let folder =
      folder ?? CacheFolder.standard(environment: ProcessInfo.processInfo.environment)
    self.path = folder.standardizedFileURL.path
    self.limits = limits
  }

  /// The model of a folder that a host keeps `DeepFilterNet3.safetensors` in, and maybe its checksum
  /// beside it, `DeepFilterNet3.safetensors.sha256`. It is downloaded unless it was before; from a
  /// `file` URL it is read where it lies. Callers at the same time share one download, with the
  /// limits of the first.
  /// - Parameters:
  ///   - baseURL: the folder, with or without a slash at its end.
  ///   - progress: takes the share of the file that is there, from 0 to 1, if the server announces
  ///     its length; from other threads. May be called once more after the task was cancelled.
  /// - Throws: `ModelDownloadError`, or `CancellationError` if the task is cancelled.
  package func model(
    from baseURL: URL, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> DeepFilterModel {
    try Task.checkCancellation()
    let folder = try ModelFolder(baseURL)
    if let local = folder.localPath {
      let maximumByteCount = limits.maximumByteCount
      return try await SharedLoads.ofProcess.model(at: local, progress: nil) { _ in
        try await onDisk { () throws(ModelDownloadError) in
          try LocalModel.load(folder, path: local, maximumByteCount: maximumByteCount)
        }
      }
    }
    let download = ModelDownload(
      folder: folder, place: FilePath.join(path, folder.cacheName), limits: limits)
    return try await SharedLoads.ofProcess.model(at: download.place, progress: progress) {
      try await download.model(report: $0)
    }
  }
}
