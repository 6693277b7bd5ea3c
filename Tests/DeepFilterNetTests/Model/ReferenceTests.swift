import DeepFilterNet
import Foundation
import Testing

/// The engine against ONNX Runtime, stage by stage in the order of the signal's way: the first stage
/// that is wrong is named. `Scripts/make_reference.py` made the tensors.
@Suite("Reference tensors")
struct ReferenceTests {
  /// Worst error allowed in a stage, relative to its peak, and behind it the worst measured with the
  /// standard and the low-latency model, in 10⁻⁷.
  static let tolerances: [(stage: String, tolerance: Float)] = [
    ("spec", 4e-7),  // 1.0, 1.0
    ("feat_erb", 2e-6),  // 4.7, 5.1
    ("feat_spec", 6e-7),  // 1.7, 1.7
    ("e0", 3e-6),  // 9.0, 7.9
    ("e1", 3e-6),  // 7.7, 8.5
    ("e2", 3e-6),  // 9.0, 8.7
    ("e3", 4e-6),  // 12, 8.6
    ("c0", 1e-6),  // 3.0, 3.2
    ("emb", 5e-6),  // 15, 19
    ("lsnr", 4e-6),  // 7.7, 15
    ("mask", 3e-6),  // 8.0, 4.4
    ("coefs", 4e-6),  // 13, 13
    ("spec_enhanced", 4e-6),  // 4.5, 11
  ]

  @Test(
    "Every stage agrees with ONNX Runtime", arguments: TestModels.float32Names)
  func stages(name: String) throws {
    let model = try DeepFilterModel(contentsOfFile: TestModels.float32Path(name))
    let reference = try Self.reference(name)
    let frames = try reference.floats("frames").map { Int($0) }
    let input = try reference.floats("input")
    let hop = model.hopSampleCount

    var trace = StageTrace(model: model)
    var stages: [String: [Float]] = [:]
    for frame in 0...(frames.max() ?? 0) {
      let samples = (frame * hop..<(frame + 1) * hop).map { $0 < input.count ? input[$0] : 0 }
      for (stage, values) in trace.advance(hop: samples) where frames.contains(frame) {
        stages[stage, default: []] += values
      }
    }
    for (stage, tolerance) in Self.tolerances {
      let expected = try reference.floats(stage)
      let actual = try #require(stages[stage])
      try #require(actual.count == expected.count, "\(stage)")
      let peak = expected.reduce(0) { max($0, abs($1)) }
      let errors = zip(actual, expected).map { abs($0 - $1) / peak }
      let worst = try #require(errors.indices.max { errors[$0] < errors[$1] })
      let frame = frames[worst / (expected.count / frames.count)]
      try #require(
        errors[worst] <= tolerance,
        """
        \(stage), frame \(frame), number \(worst % (expected.count / frames.count)): \
        \(actual[worst]) where \(expected[worst]) is right
        """)
    }
  }

  @Test(
    "Whole sounds agree with ONNX Runtime", arguments: TestModels.float32Names,
    [
      ("output", IsolationOptions()),
      ("output_post_filter", IsolationOptions(postFilterBeta: 0.02)),
      ("output_limit_12", IsolationOptions(attenuationLimitDB: 12)),
    ])
  func sounds(name: String, output: (tensor: String, options: IsolationOptions)) throws {
    let model = try DeepFilterModel(contentsOfFile: TestModels.float32Path(name))
    let reference = try Self.reference(name)
    let input = try reference.floats("input")
    let actual = model.isolate(input, options: output.options)
    let measured = fidelity(of: actual, to: try reference.floats(output.tensor), input: input)
    // Measured: 124 to 127 dB the standard model, 131 to 134 the low-latency one.
    #expect(measured >= 115, "\(measured) dB")
  }

  @Test("The bundled weights are near those they were made from")
  func bundled() throws {
    let reference = try Self.reference("standard")
    let input = try reference.floats("input")
    let actual = try TestModels.bundled.get().isolate(input)
    let measured = fidelity(of: actual, to: try reference.floats("output"), input: input)
    // Measured: 87 dB.
    #expect(measured >= 75, "\(measured) dB")
  }

  @Test(
    "The float32 weights are there, made by Scripts/test",
    .enabled(if: ProcessInfo.processInfo.environment["VOICE_ISOLATION_TEST_ALL"] != nil),
    arguments: ["standard", "low-latency"])
  func float32WeightsAreThere(name: String) {
    #expect(TestModels.float32Names.contains(name), "\(TestModels.float32Path(name))")
  }

  private static func reference(_ name: String) throws -> TensorFile {
    let path = "Tests/DeepFilterNetTests/Reference/\(name).safetensors"
    return try TensorFile(contentsOfFile: TestModels.root.appendingPathComponent(path).path)
  }
}
