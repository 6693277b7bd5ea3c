import Foundation
import Testing

@testable import VoiceIsolationCore

#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import VoiceIsolationTestSupport

  @Suite("Mix to stereo")
  struct StereoMixTests {
    /// What a single channel at full scale becomes.
    private func shares(of mix: StereoMix, channelCount: Int) -> [[Float]] {
      (0..<channelCount).map { channel in
        var samples = [Float](repeating: 0, count: 3 * channelCount)
        samples[channelCount + channel] = 1
        mix.apply(to: &samples)
        #expect(samples.count == 6 && samples[0...1] == [0, 0] && samples[4...5] == [0, 0])
        return [samples[2], samples[3]]
      }
    }

    @Test("5.1 as BS.775 has it, scaled so that nothing exceeds full scale")
    func fiveOne() {
      let scale = 1 / (1 + 2 * Float(0.5).squareRoot())
      let side = Float(0.5).squareRoot() * scale
      let shares = shares(of: StereoMix(places: nil, channelCount: 6), channelCount: 6)
      let expected: [[Float]] = [
        [scale, 0], [0, scale], [side, side], [0, 0], [side, 0], [0, side],
      ]
      for (share, expected) in zip(shares, expected) {
        #expect(abs(share[0] - expected[0]) < 1e-6 && abs(share[1] - expected[1]) < 1e-6)
      }
    }

    @Test("Whatever the channels, both sides get something, and nothing exceeds full scale")
    func anyCount() {
      for channelCount in 3...128 {
        var samples = [Float](repeating: 1, count: channelCount)
        StereoMix(places: nil, channelCount: channelCount).apply(to: &samples)
        #expect(samples.allSatisfy { $0 > 0.5 && $0 <= 1.000_001 }, "\(channelCount)")
        let odd = [StereoMix.Place](repeating: .lowEffects, count: channelCount)
        samples = [Float](repeating: 1, count: channelCount)
        StereoMix(places: odd, channelCount: channelCount).apply(to: &samples)
        #expect(samples.allSatisfy { $0 > 0.5 && $0 <= 1.000_001 }, "\(channelCount)")
      }
    }

    @Test("A sample that is no sound takes no other channel with it", arguments: 0..<6)
    func notFinite(channel: Int) {
      let mix = StereoMix(places: nil, channelCount: 6)
      for bad in [Float.nan, .infinity, -.infinity, 1e30, -1e10] {
        var samples = [Float](repeating: 0.5, count: 12)
        var expected = samples
        samples[6 + channel] = bad
        expected[6 + channel] = 0
        #expect(mix.apply(to: &samples) == 1)
        #expect(mix.apply(to: &expected) == 0)
        #expect(samples == expected)
      }
    }

    @Test("Samples that were not finite before the mix are counted")
    func notFiniteInFile() throws {
      let folder = try TemporaryFolder()
      var samples = [Double](repeating: 0.5, count: 6 * 1_000)
      for index in [3, 601, 602] { samples[index] = .nan }
      try SoundFile(format: SF_FORMAT_WAVEX | SF_FORMAT_FLOAT, channelCount: 6, samples: samples)
        .write(to: folder("in.wav"))
      var isolator = FileIsolator.passThrough()
      isolator.mixesToStereo = true
      let report = try isolator.isolate(folder("in.wav"), to: folder("out.wav"))
      #expect(report.replacedSampleCount == 3)
      #expect(try SoundFile(path: folder("out.wav")).samples.allSatisfy { $0.isFinite })
    }

    @Test("A file that says where its channels are is believed")
    func places() throws {
      let folder = try TemporaryFolder()
      // The centre first, as in films, and the sides last.
      let map = [
        SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_REAR_LEFT,
        SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_LFE,
      ].map { Int32($0) }
      var sound = SoundFile(
        format: SF_FORMAT_CAF | SF_FORMAT_FLOAT, channelCount: 6,
        samples: [0.5, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5], channelMap: map)
      try sound.write(to: folder("in.caf"))
      #expect(try SoundFile(path: folder("in.caf")).channelMap == map)
      var isolator = FileIsolator.passThrough()
      isolator.mixesToStereo = true
      let report = try isolator.isolate(folder("in.caf"), to: folder("out.caf"))
      sound = try SoundFile(path: folder("out.caf"))
      #expect(report.channelCount == 2 && sound.channelCount == 2 && sound.frameCount == 3)
      let scale = 0.5 / (1 + 2 * 0.5.squareRoot())
      let side = 0.5.squareRoot() * scale
      for (sample, expected) in zip(sound.samples, [side, side, scale, 0, 0, 0]) {
        #expect(abs(sample - expected) < 1e-6)
      }
    }
  }
#endif
