public import Foundation

/// Something that keeps the voice of a sound file and removes everything else.
public protocol VoiceIsolationProvider: Sendable {
  /// Gets ready whatever the first call would have to wait for, such as a model.
  func prewarm() async throws

  /// Writes the voice of one sound file to another, in the format and of the length of the input.
  /// - Parameters:
  ///   - input: a file; it is not changed.
  ///   - output: another file, which appears when it is whole, or not at all. What was there is replaced.
  func isolateVoice(from input: URL, to output: URL) async throws
}

extension VoiceIsolationProvider {
  /// There is nothing to get ready.
  public func prewarm() async throws {}
}
