import DeepFilterNet
import Foundation
import VoiceIsolationCore

/// A provider's model, loaded once. A failure is not remembered.
actor ModelHolder {
  private let source: ModelSource
  private var loaded: DeepFilterModel?

  init(_ source: ModelSource) { self.source = source }

  /// - Parameter progress: takes the share of a download that is there, from 0 to 1.
  func model(progress: (@Sendable (Double) -> Void)? = nil) async throws -> DeepFilterModel {
    if let loaded { return loaded }
    let model = try await load(progress)
    // Another caller may have been quicker: one copy is enough.
    if let loaded { return loaded }
    loaded = model
    return model
  }

  private nonisolated func load(
    _ progress: (@Sendable (Double) -> Void)?
  ) async throws -> DeepFilterModel {
    switch source {
    case .bundled: try .bundled()
    case .file(let url): try DeepFilterModel(contentsOfFile: ModelLocation.find(url.path))
    case .bytes(let data): try DeepFilterModel(bytes: Array(data))
    case .folder(let url, let limits, let cache):
      try await ModelCache(folder: cache, limits: limits).model(from: url, progress: progress)
    }
  }
}
