import DeepFilterNet

/// A piece of a sound, with its format.
public struct SoundBuffer: Equatable, Sendable {
  /// `[samples × channels]`, full scale being ±1.
  public let samples: [Float]
  /// Samples a second, 8,000 to 192,000.
  public let sampleRateHz: Int
  /// 1 to 128.
  public let channelCount: Int

  /// Samples a channel.
  public var frameCount: Int { samples.count / channelCount }

  /// - Parameters:
  ///   - samples: channels interleaved.
  ///   - sampleRateHz: 8,000 to 192,000.
  ///   - channelCount: 1 to 128.
  /// - Throws: `SoundBufferError`, if the format is none of these or a sample is missing.
  public init(samples: [Float], sampleRateHz: Int, channelCount: Int) throws(SoundBufferError) {
    guard SoundIsolator.sampleRatesHz.contains(sampleRateHz) else {
      throw .unsupportedSampleRate(hz: sampleRateHz)
    }
    guard (1...FileIsolator.channelLimit).contains(channelCount) else {
      throw .unsupportedChannelCount(channelCount)
    }
    guard samples.count.isMultiple(of: channelCount) else {
      throw .incompleteFrame(sampleCount: samples.count, channelCount: channelCount)
    }
    self.init(samples, like: (sampleRateHz, channelCount))
  }

  init(_ samples: [Float], like format: (sampleRateHz: Int, channelCount: Int)) {
    self.samples = samples
    (self.sampleRateHz, self.channelCount) = format
  }
}

/// What is wrong with samples that should become a buffer.
public enum SoundBufferError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A sample rate that nothing is resampled from.
  case unsupportedSampleRate(hz: Int)
  /// No channel, or more than there is room for.
  case unsupportedChannelCount(Int)
  /// The samples are not as many of each channel.
  case incompleteFrame(sampleCount: Int, channelCount: Int)
  /// The samples are not floats; the format's own words.
  case unsupportedFormat(String)

  /// One line: what is wrong, and what would be right.
  public var description: String {
    let rates = SoundIsolator.sampleRatesHz
    return switch self {
    case .unsupportedSampleRate(let hz):
      "a buffer has \(hz) samples a second, and \(rates.lowerBound) to \(rates.upperBound) are "
        + "supported"
    case .unsupportedChannelCount(let count):
      "a buffer has \(count) channels, and 1 to \(FileIsolator.channelLimit) are supported"
    case .incompleteFrame(let count, let channels):
      "a buffer has \(count) samples, which are not as many of each of \(channels) channels"
    case .unsupportedFormat(let words):
      "a buffer has samples that are not floats (\(words)); convert it first"
    }
  }
}
