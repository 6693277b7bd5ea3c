#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The settings of a model that its tensors' shapes do not tell, from the weight file's metadata.
package struct ModelConfiguration: Equatable, Sendable {
  /// 8,000 to 192,000; 48,000 in the published models.
  package let sampleRateHz: Int
  /// Samples under the window: twice the hop. 960.
  package let fftSize: Int
  /// New samples a frame, a multiple of 8 made of the factors 2, 3 and 5. 480.
  package let hopSampleCount: Int
  /// ERB bands. 32.
  package let bandCount: Int
  /// The least width of a band, in bins. 2.
  package let minimumBinsPerBand: Int
  /// The lowest bins, which the deep filter makes. 96.
  package let deepFilterBinCount: Int
  /// The deep filter's length in frames. 5.
  package let tapCount: Int
  /// Frames of the future that the network sees. 2; 0 in the low-latency model.
  package let convolutionLookahead: Int
  /// Frames of the future that the deep filter sees, at most `convolutionLookahead`. Likewise.
  package let deepFilterLookahead: Int
  /// Time constant of the running normalisations, 0.001 to 100. 1.
  package let normalisationSeconds: Double
  /// What the local SNR's estimate lies in. −15 to 35.
  package let lsnrRangeDB: ClosedRange<Float>

  /// Takes the settings from a weight file's `__metadata__`; keys that it does not know are left
  /// alone.
  /// - Throws: `.badConfiguration`, with the setting's name.
  package init(metadata: [String: String]) throws(WeightFileError) {
    let settings = ModelSettings(values: metadata)
    try settings.require("format", is: "deepfilternet3")
    try settings.require("format_version", is: "1")
    try settings.require("gru_gate_order", is: "zrn")

    sampleRateHz = try settings.integer("sample_rate", in: 8_000...192_000)
    hopSampleCount = try settings.integer("hop_size", in: 8...8_192)
    guard hopSampleCount.isMultiple(of: 8), hopSampleCount.hasOnlySmallFactors else {
      throw settings.error("hop_size", "is not a multiple of 8 with no factors but 2, 3 and 5")
    }
    fftSize = try settings.integer("fft_size", in: 16...16_384)
    guard fftSize == 2 * hopSampleCount else {
      throw settings.error("fft_size", "is not twice hop_size")
    }

    let binCount = fftSize / 2 + 1
    bandCount = try settings.integer("erb_bands", in: 1...binCount)
    minimumBinsPerBand = try settings.integer(
      "min_bins_per_band", in: 1...binCount / bandCount)
    deepFilterBinCount = try settings.integer("df_bins", in: 1...binCount)
    tapCount = try settings.integer("df_order", in: 1...64)
    convolutionLookahead = try settings.integer("conv_lookahead", in: 0...64)
    deepFilterLookahead = try settings.integer("df_lookahead", in: 0...convolutionLookahead)
    normalisationSeconds = try settings.number("norm_tau", in: 0.001...100)

    let lowest = try settings.number("lsnr_min", in: -200...200)
    let highest = try settings.number("lsnr_max", in: -200...200)
    guard Float(lowest) < Float(highest) else {
      throw settings.error("lsnr_max", "is not above lsnr_min")
    }
    lsnrRangeDB = Float(lowest)...Float(highest)
  }

  /// Bins of a spectrum, from 0 Hz to half the sample rate. 481.
  package var binCount: Int { fftSize / 2 + 1 }

  /// How far a stream's output lies behind its input. 1440; 480 in the low-latency model.
  package var delayInSamples: Int {
    fftSize - hopSampleCount + convolutionLookahead * hopSampleCount
  }

  /// The running normalisations' decay a hop, in 0 ..< 1: e^(−hop / (rate · time constant)),
  /// rounded to 3 decimals, or to the first further one that leaves it below 1. 0.99.
  /// - Source: libDF, `get_norm_alpha`: models are trained with the rounded number.
  package var alpha: Float {
    let exact = exp(-Double(hopSampleCount) / (Double(sampleRateHz) * normalisationSeconds))
    var scale = 1000.0
    // Ends: the limits of the settings keep the exact number below 1 − 4e−7.
    while Float((exact * scale).rounded() / scale) >= 1 { scale *= 10 }
    return Float((exact * scale).rounded() / scale)
  }
}

extension Int {
  /// Whether it is a product of 2, 3 and 5: what the FFT is made of.
  fileprivate var hasOnlySmallFactors: Bool {
    var rest = self
    for factor in [2, 3, 5] {
      while rest.isMultiple(of: factor), rest > 0 { rest /= factor }
    }
    return rest == 1
  }
}
