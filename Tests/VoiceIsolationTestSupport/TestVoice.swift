package import DeepFilterNet
package import Foundation

/// Something like syllables in noise, the same at every run. Its level is the one
/// that others are brought to, −22 dBFS.
package enum TestVoice {
  package static func samples(count: Int, sampleRateHz: Int = 48_000, seed: UInt64 = 1) -> [Float] {
    var state = seed
    return (0..<count).map { n in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
      let time = Double(n) / Double(sampleRateHz)
      let syllable = max(sin(6 * .pi * time), 0)
      var buzz = 0.0
      for harmonic in 1...12 {
        buzz +=
          sin(2 * .pi * Double(harmonic) * (140 * time + 3 * sin(4 * time))) / Double(harmonic)
      }
      return Float(0.15 * syllable * buzz) + 0.006 * noise
    }
  }

  package static let modelURL = URL(
    fileURLWithPath: #filePath.components(separatedBy: "/Tests/")[0]
      + "/Weights/DeepFilterNet3.safetensors")

  package static let model = Result { try DeepFilterModel(contentsOfFile: modelURL.path) }
}
