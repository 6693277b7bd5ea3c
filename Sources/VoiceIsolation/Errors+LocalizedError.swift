public import DeepFilterNet
public import Foundation
public import VoiceIsolationCore

// What `localizedDescription` shows of the errors of the modules that do without Foundation.

extension SoundFileError: LocalizedError {
  public var errorDescription: String? { description }
}

extension SoundBufferError: LocalizedError {
  public var errorDescription: String? { description }
}

extension ModelLocationError: LocalizedError {
  public var errorDescription: String? { description }
}

extension WeightFileError: LocalizedError {
  public var errorDescription: String? { description }
}
