#if canImport(Darwin)
  public import DeepFilterNet
  public import Foundation

  // What Apple's own interfaces show of an error. Elsewhere Foundation is not linked for it.

  extension SoundFileError: LocalizedError {
    public var errorDescription: String? { description }
  }

  extension ModelLocationError: LocalizedError {
    public var errorDescription: String? { description }
  }

  extension WeightFileError: LocalizedError {
    public var errorDescription: String? { description }
  }
#endif
