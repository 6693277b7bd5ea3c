/// A whole sound in pieces of any length: what comes out, taken together, is as long as what went
/// in and lines up with it. Memory does not grow with the sound.
public final class SoundIsolator {
  public let channelCount: Int
  /// Samples replaced by zero so far, because they were not finite or beyond ±64.
  public private(set) var replacedSampleCount: Int = 0

  /// - Parameter threads: at most so many channels are worked on at once. The result does not
  ///   depend on it.
  public init(
    model: DeepFilterModel, channelCount: Int = 1, options: IsolationOptions = .init(),
    threads: Int = 1
  ) {
    self.channelCount = channelCount
  }

  /// Takes the next samples and appends what is ready to `output`.
  /// - Parameters:
  ///   - input: the channels interleaved, `[samples × channels]`.
  ///   - output: likewise.
  public func push(_ input: Span<Float>, into output: inout [Float]) {}

  /// Ends the sound and appends the rest to `output`. Afterwards a new sound may begin.
  public func finish(into output: inout [Float]) {}
}

@available(*, unavailable)
extension SoundIsolator: Sendable {}
