public import Foundation
import VoiceIsolationCore

/// Why no voice was isolated. Nothing half-written is left behind.
///
/// Cancellation is none of these: it is thrown as `CancellationError`.
public enum VoiceIsolationError: LocalizedError, CustomStringConvertible, Sendable {
  /// The input has no sound track, or no sample in it.
  case noAudio
  /// The model could not be downloaded; why, a `ModelDownloadError`.
  case modelDownloadFailed(any Error)
  /// The model or a file could not be read, or the output not be written; why: a `SoundFileError`, a
  /// `WeightFileError`, a `ModelLocationError`, or the error of another provider.
  case processingFailed(any Error)
  /// A block of an editor that has no sound that could be replaced. For the layer of clips that is to
  /// come: no provider throws it.
  case unsupportedBlock
  /// A block of an editor that was changed while its sound was worked on. For the layer of clips that
  /// is to come: no provider throws it.
  case blockChanged

  /// One line: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .noAudio: "there is no sound in it"
    case .modelDownloadFailed(let cause): "the model could not be downloaded: \(words(cause))"
    case .processingFailed(let cause): words(cause)
    case .unsupportedBlock: "this block has no sound that could be replaced"
    case .blockChanged: "this block was changed while its sound was worked on; try again"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension VoiceIsolationError {
  /// Does what may throw anything, and throws one of these errors, or `CancellationError`.
  static func translating<Result: Sendable>(
    _ work: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await work()
    } catch let error as SoundFileError {
      switch error.reason {
      case .cancelled: throw CancellationError()
      case .noSound, .isEmpty: throw VoiceIsolationError.noAudio
      default: throw VoiceIsolationError.processingFailed(error)
      }
    } catch let error as ModelDownloadError {
      throw VoiceIsolationError.modelDownloadFailed(error)
    } catch let error where error is VoiceIsolationError || error is CancellationError {
      throw error
    } catch {
      throw VoiceIsolationError.processingFailed(error)
    }
  }
}

/// What an error says of itself: our own say it in their description, Foundation's do not.
private func words(_ error: any Error) -> String {
  (error as? any LocalizedError)?.errorDescription ?? "\(error)"
}
