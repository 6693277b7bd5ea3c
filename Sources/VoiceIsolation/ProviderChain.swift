public import Foundation

/// Providers that work one after the other, each on what the one before has made of the sound.
public struct ProviderChain: VoiceIsolationProvider {
  private let providers: [any VoiceIsolationProvider]

  /// - Parameters:
  ///   - first: works on the input.
  ///   - others: work on what the one before has made, in this order.
  public init(_ first: any VoiceIsolationProvider, _ others: any VoiceIsolationProvider...) {
    providers = [first] + others
  }

  public func prewarm() async throws {
    for provider in providers { try await provider.prewarm() }
  }

  /// What lies between two providers is in a temporary folder, which is removed whatever happens.
  public func isolateVoice(from input: URL, to output: URL) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("voice-isolation-\(UUID().uuidString)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw VoiceIsolationError.processingFailed(error)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    var source = input
    for (number, provider) in providers.enumerated() {
      try Task.checkCancellation()
      let isLast = number == providers.count - 1
      let target =
        isLast
        ? output
        : folder.appendingPathComponent("\(number)").appendingPathExtension(input.pathExtension)
      try await provider.isolateVoice(from: source, to: target)
      // What has been read is not needed any more, and sounds are large.
      if number > 0 { try? FileManager.default.removeItem(at: source) }
      source = target
    }
  }
}
