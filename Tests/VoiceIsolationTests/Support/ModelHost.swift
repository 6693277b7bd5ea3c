import Foundation
import Testing
import VoiceIsolationTestSupport

@testable import VoiceIsolation

/// A server with a model, and a cache of its own.
final class ModelHost: Sendable {
  /// The package's weight file.
  static let weights = [UInt8](try! Data(contentsOf: TestVoice.modelURL))
  static let file = "/models/DeepFilterNet3.safetensors"
  static let checksumFile = file + ".sha256"

  let server: LoopbackServer
  let folder: TemporaryFolder
  let limits: DownloadLimits

  init(_ answer: Answer? = .body(weights), limits: DownloadLimits = DownloadLimits()) throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
    self.limits = limits
    server[Self.file] = answer
  }

  deinit { server.stop() }

  var base: URL { server.url("/models") }

  /// Another value each time, as hosts may make them.
  var cache: ModelCache { ModelCache(folder: folder.url, limits: limits) }

  @discardableResult
  func model(progress: (@Sendable (Double) -> Void)? = nil) async throws -> DeepFilterModel {
    try await cache.model(from: base, progress: progress)
  }

  /// Expects the model to fail, and nothing to be left in the cache.
  func failure(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ModelDownloadError.Reason? {
    let error = await #expect(throws: ModelDownloadError.self, sourceLocation: sourceLocation) {
      try await self.model()
    }
    #expect(try folder.names == [], sourceLocation: sourceLocation)
    return error?.reason
  }

  /// The cache's one file, whole.
  func expectKept(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let names = try folder.names
    #expect(names == [try ModelFolder(base).cacheName], sourceLocation: sourceLocation)
    for name in names {
      let isWhole = try Data(contentsOf: folder.file(name)) == Data(Self.weights)
      #expect(isWhole, sourceLocation: sourceLocation)
    }
  }
}
