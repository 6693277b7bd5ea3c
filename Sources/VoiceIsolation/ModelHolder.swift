import DeepFilterNet
import Foundation
import VoiceIsolationCore

/// A provider's model, loaded once. A failure is not remembered.
actor ModelHolder {
  private let source: ModelSource
  private var loaded: DeepFilterModel?

  init(_ source: ModelSource) { self.source = source }

  func model() async throws -> DeepFilterModel {
    if let loaded { return loaded }
    let model = try await load()
    // Another caller may have been quicker: one copy is enough.
    if let loaded { return loaded }
    loaded = model
    return model
  }

  private nonisolated func load() async throws -> DeepFilterModel {
    switch source {
    case .bundled: try DeepFilterModel(contentsOfFile: ModelLocation.find())
    case .file(let url): try DeepFilterModel(contentsOfFile: ModelLocation.find(url.path))
    case .bytes(let data): try DeepFilterModel(bytes: Array(data))
    case .folder(let url): try DeepFilterModel(contentsOfFile: ModelLocation.find(url.path))
    }
  }
}
