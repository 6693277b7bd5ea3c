/// A DeepFilterNet3 model: its weights, packed for the kernels, and the plans of its transforms.
/// Nothing in it changes, so that any number of streams on any threads share one.
public struct DeepFilterModel: Sendable, CustomStringConvertible {
  let configuration: ModelConfiguration
  let stft: STFT
  let normalisation: RunningNormalisation
  let network: Network
  let deepFilter: DeepFilter
  /// What the streams run on: the best that the machine has, unless a test or a benchmark wants less.
  package var instructions = Instructions.ofMachine

  /// Samples a second that the model was made for: 48,000 in the official ones.
  public var sampleRateHz: Int { configuration.sampleRateHz }

  /// Samples a channel that a stream takes at once: 480, 10 ms.
  public var hopSampleCount: Int { configuration.hopSampleCount }

  /// How far a stream's output lies behind its input, in samples: 1440 (30 ms) in the standard
  /// model, 480 in the low-latency one, whatever the options.
  public var delayInSamples: Int { configuration.delayInSamples }

  /// Loads a weight file (`Scripts/export_weights.py` makes them).
  /// - Throws: `WeightFileError`: what is wrong, with which tensor, and where in the file.
  public init(contentsOfFile path: String) throws(WeightFileError) {
    try self.init(TensorFile(contentsOfFile: path))
  }

  /// Loads the bytes of a weight file.
  /// - Throws: `WeightFileError`: what is wrong, with which tensor, and where in the file.
  public init(bytes: [UInt8]) throws(WeightFileError) {
    try self.init(TensorFile(bytes: bytes))
  }

  init(_ file: TensorFile) throws(WeightFileError) {
    let configuration = try ModelConfiguration(metadata: file.metadata)
    let bands = ERBBands(
      bandCount: configuration.bandCount, minimumWidth: configuration.minimumBinsPerBand,
      sampleRateHz: configuration.sampleRateHz, binCount: configuration.binCount)
    try Self.require(
      configuration.bandCount % 4 == 0 && bands.widths.allSatisfy { $0 > 0 }, "erb_bands",
      "is not a multiple of 4, or more than fit into the spectrum")
    try Self.require(configuration.deepFilterBinCount % 2 == 0, "df_bins", "is odd")
    try Self.require(
      RealFFT.supports(count: configuration.fftSize), "fft_size", "has no transform here")
    var weights = WeightReader(file)
    network = try Network(&weights, configuration)
    try weights.finish()
    self.configuration = configuration
    stft = STFT(hopSampleCount: configuration.hopSampleCount)
    normalisation = RunningNormalisation(
      bands: bands, deepFilterBinCount: configuration.deepFilterBinCount,
      alpha: configuration.alpha)
    deepFilter = DeepFilter(
      bands: bands, binCount: configuration.deepFilterBinCount, tapCount: configuration.tapCount)
  }

  /// Its sizes in a line, for people.
  public var description: String {
    "DeepFilterNet3 model, \(sampleRateHz) Hz, \(delayInSamples) samples late"
  }

  private static func require(
    _ condition: Bool, _ name: String, _ what: String
  ) throws(WeightFileError) {
    guard condition else { throw WeightFileError(.badConfiguration(what), name: name) }
  }
}
