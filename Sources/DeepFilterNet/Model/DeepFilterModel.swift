/// The weights of a DeepFilterNet3 model, packed for the kernels. Any number of streams share one.
public struct DeepFilterModel: Sendable {
  /// Samples a second that the model was trained on; 48,000.
  public let sampleRateHz: Int
  /// New samples a frame; 480.
  public let hopSampleCount: Int
  /// How far the output of a stream lies behind its input, in samples: 1440; 480 for the
  /// low-latency model.
  public let delayInSamples: Int

  /// Loads a weight file.
  public init(contentsOfFile path: String) throws(WeightFileError) {
    throw WeightFileError(.notAWeightFile)
  }

  /// Loads a weight file's bytes.
  public init(bytes: [UInt8]) throws(WeightFileError) {
    throw WeightFileError(.notAWeightFile)
  }
}
