import DeepFilterNet
import Testing

@Suite("ModelConfiguration")
struct ModelConfigurationTests {
  static let standard = [
    "format": "deepfilternet3", "format_version": "1", "gru_gate_order": "zrn",
    "sample_rate": "48000", "fft_size": "960", "hop_size": "480", "erb_bands": "32",
    "min_bins_per_band": "2", "df_bins": "96", "df_order": "5", "conv_lookahead": "2",
    "df_lookahead": "2", "norm_tau": "1.0", "lsnr_min": "-15.0", "lsnr_max": "35.0",
  ]

  private func configuration(
    _ changes: [String: String] = [:]
  ) throws -> ModelConfiguration {
    try ModelConfiguration(metadata: Self.standard.merging(changes) { $1 })
  }

  @Test("the standard model's settings")
  func standardModel() throws {
    let model = try configuration(["licence": "MIT"])
    #expect(model.sampleRateHz == 48_000)
    #expect(model.fftSize == 960)
    #expect(model.hopSampleCount == 480)
    #expect(model.bandCount == 32)
    #expect(model.minimumBinsPerBand == 2)
    #expect(model.deepFilterBinCount == 96)
    #expect(model.tapCount == 5)
    #expect(model.convolutionLookahead == 2)
    #expect(model.deepFilterLookahead == 2)
    #expect(model.normalisationSeconds == 1)
    #expect(model.lsnrRangeDB == -15...35)
    #expect(model.binCount == 481)
    #expect(model.delayInSamples == 1440)
    #expect(model.alpha == 0.99)
  }

  @Test("the low-latency model's delay is one hop")
  func lowLatency() throws {
    let model = try configuration(["conv_lookahead": "0", "df_lookahead": "0"])
    #expect(model.delayInSamples == 480)
  }

  @Test(
    "alpha has 3 decimals, and more only where it would be 1",
    arguments: [
      ("0.001", 0), ("0.1", 0.905), ("2", 0.995), ("10", 0.999), ("19", 0.999), ("25", 0.9996),
      ("100", 0.9999),
    ] as [(String, Float)])
  func alpha(tau: String, expected: Float) throws {
    #expect(try configuration(["norm_tau": tau]).alpha == expected)
  }

  @Test("alpha stays below 1 at the limits")
  func alphaAtTheLimits() throws {
    let model = try configuration([
      "sample_rate": "192000", "fft_size": "16", "hop_size": "8", "norm_tau": "100",
      "erb_bands": "1", "min_bins_per_band": "9", "df_bins": "9",
    ])
    #expect(model.alpha < 1 && model.alpha > 0.999999)
  }

  @Test("a missing setting is named", arguments: standard.keys.sorted())
  func missing(key: String) {
    var metadata = Self.standard
    metadata[key] = nil
    #expect(throws: WeightFileError(.badConfiguration("is missing"), name: key)) {
      try ModelConfiguration(metadata: metadata)
    }
  }

  @Test("no setting may be any odd text", arguments: standard.keys.sorted())
  func malformed(key: String) {
    let texts = [
      "", " ", "x", "-1e99", "1e99", "nan", "inf", "99999999999999999999", "-9223372036854775808",
      "\0", "48000 ", "４８０００", String(repeating: "9", count: 10_000),
    ]
    for text in texts {
      let error = #expect(throws: WeightFileError.self, "\(text)") {
        try configuration([key: text])
      }
      #expect(error?.name == key)
    }
  }

  @Test(
    "a setting out of its limits, or at odds with another, is named",
    arguments: [
      ("format", "deepfilternet2"), ("format_version", "2"), ("gru_gate_order", "rzn"),
      ("sample_rate", "7999"), ("sample_rate", "192001"), ("fft_size", "961"),
      ("fft_size", "1024"), ("hop_size", "0"), ("hop_size", "-480"), ("hop_size", "484"),
      ("hop_size", "56"), ("hop_size", "16384"), ("erb_bands", "0"), ("erb_bands", "482"),
      ("min_bins_per_band", "0"), ("min_bins_per_band", "16"), ("df_bins", "0"),
      ("df_bins", "482"), ("df_order", "0"), ("df_order", "65"), ("conv_lookahead", "-1"),
      ("conv_lookahead", "65"), ("df_lookahead", "-1"), ("df_lookahead", "3"), ("norm_tau", "0"),
      ("norm_tau", "-1"), ("norm_tau", "101"), ("lsnr_min", "-201"), ("lsnr_max", "-15"),
      ("lsnr_max", "201"),
    ])
  func outOfLimits(key: String, text: String) throws {
    let error = #expect(throws: WeightFileError.self) { try configuration([key: text]) }
    #expect(error?.name == key)
    guard case .badConfiguration = error?.reason else {
      Issue.record("another reason: \(String(describing: error))")
      return
    }
  }

  @Test("settings at their limits are taken")
  func limits() throws {
    for (key, text) in [
      ("sample_rate", "8000"), ("sample_rate", "192000"), ("min_bins_per_band", "15"),
      ("df_bins", "481"), ("df_order", "64"), ("df_lookahead", "0"), ("conv_lookahead", "64"),
    ] {
      #expect(throws: Never.self, "\(key) \(text)") { try configuration([key: text]) }
    }
  }

  @Test("the message says which setting, what it is and what it may be")
  func message() {
    let error = #expect(throws: WeightFileError.self) { try configuration(["df_bins": "999"]) }
    #expect(
      error?.description == """
        weight file: "df_bins" is a setting in the metadata that is "999", not a number of 1 to \
        481; export the file again with Scripts/export_weights.py
        """)
  }
}
