/// The filters between a sound's sample rate and the model's.
struct RateFilters: Sendable {
  let toModel: ResamplingFilter
  let fromModel: ResamplingFilter

  /// - Returns: nil where the rates are the same.
  /// - Precondition: another rate is one of `SoundIsolator.sampleRatesHz`.
  init?(_ model: DeepFilterModel, soundRateHz: Int) {
    let (modelRateHz, instructions) = (model.sampleRateHz, model.instructions)
    if soundRateHz == modelRateHz { return nil }
    precondition(SoundIsolator.sampleRatesHz.contains(soundRateHz), "no such sample rate")
    toModel = ResamplingFilter(from: soundRateHz, to: modelRateHz, instructions: instructions)
    fromModel = ResamplingFilter(from: modelRateHz, to: soundRateHz, instructions: instructions)
  }
}
