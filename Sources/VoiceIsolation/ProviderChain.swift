public import Foundation
import VoiceIsolationCore

/// Providers that work one after the other, each on what the one before has made of the sound.
public struct ProviderChain: VoiceIsolationProvider {
  private let providers: [any VoiceIsolationProvider]

  /// - Parameters:
  ///   - first: works on the input.
  ///   - others: work on what the one before has made, in this order.
  public init(_ first: any VoiceIsolationProvider, _ others: any VoiceIsolationProvider...) {
    providers = [first] + others
  }

  /// Gets each of them ready, one after the other.
  public func prewarm() async throws {
    for provider in providers { try await provider.prewarm() }
  }

  /// What lies between two providers is in a temporary folder, which is removed whatever happens.
  /// - Throws: `VoiceIsolationError`, in `processingFailed` whatever else a provider throws; or
  ///   `CancellationError`.
  public func isolateVoice(from input: URL, to output: URL) async throws {
    try await VoiceIsolationError.translating {
      // Each provider by itself would see another file.
      if let source = FileStatus(path: input.path), let target = FileStatus(path: output.path),
        source.isSameFile(as: target)
      {
        throw SoundFileError(.sameFile, path: output.path)
      }
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("voice-isolation-\(UUID().uuidString)", isDirectory: true)
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: folder) }
      try await run(from: input, to: output, within: folder)
    }
  }

  private func run(from input: URL, to output: URL, within folder: URL) async throws {
    var source = input
    for (number, provider) in providers.enumerated() {
      try Task.checkCancellation()
      let between = folder.appendingPathComponent("\(number)")
        .appendingPathExtension(input.pathExtension)
      let target = number == providers.count - 1 ? output : between
      try await provider.isolateVoice(from: source, to: target)
      // What has been read is not needed any more, and sounds are large.
      if number > 0 { try? FileManager.default.removeItem(at: source) }
      source = target
    }
  }
}
