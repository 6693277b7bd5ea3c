/// The filters between a sound's sample rate and the model's.
struct RateFilters: Sendable {
  let toModel: ResamplingFilter
  let fromModel: ResamplingFilter

  /// - Returns: nil where the rates are the same.
  /// - Precondition: another rate is one of `SoundIsolator.sampleRatesHz`.
  init?(soundRateHz: Int, modelRateHz: Int) {
    if soundRateHz == modelRateHz { return nil }
    precondition(SoundIsolator.sampleRatesHz.contains(soundRateHz), "no such sample rate")
    toModel = ResamplingFilter(from: soundRateHz, to: modelRateHz)
    fromModel = ResamplingFilter(from: modelRateHz, to: soundRateHz)
  }
}
