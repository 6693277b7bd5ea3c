public import DeepFilterNet
public import Foundation
public import VoiceIsolationCore

// What `localizedDescription` shows of the errors of the modules that do without Foundation.

extension SoundFileError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension SoundBufferError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension ModelLocationError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension WeightFileError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
