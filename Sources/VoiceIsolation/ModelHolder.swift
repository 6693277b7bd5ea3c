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
    let model: DeepFilterModel
    switch source {
    // Without leaving the actor, so that callers who come meanwhile do not load one each.
    case .bundled: model = try .bundled()
    case .file(let url): model = try DeepFilterModel(contentsOfFile: ModelLocation.find(url.path))
    case .bytes(let data): model = try DeepFilterModel(bytes: Array(data))
    case .folder(let url, let limits, let cache):
      model = try await ModelCache(folder: cache, limits: limits)
        .model(from: url, progress: progress)
    }
    loaded = model
    return model
  }
}
