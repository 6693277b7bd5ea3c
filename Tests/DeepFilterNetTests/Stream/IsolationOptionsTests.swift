import DeepFilterNet
import Dispatch
import Testing

@Suite("Options")
struct IsolationOptionsTests {
  let model: DeepFilterModel
  let sound = TestSound.voice(count: 33_600)

  init() throws { model = try TestModels.bundled.get() }

  @Test("A limit of 0 gives the input itself, to the bit", arguments: [0, -3] as [Float])
  func untouched(limit: Float) {
    let options = IsolationOptions(attenuationLimitDB: limit, postFilterBeta: 0.02)
    #expect(model.isolate(sound, options: options) == sound)
    let live = Streams.live(VoiceIsolator(model: model, options: options), sound)
    #expect(live.dropFirst(model.delayInSamples) == sound.dropLast(model.delayInSamples))
  }

  @Test("A limit of L dB mixes in 10^(−L/20) of the input", arguments: [6, 12, 24] as [Float])
  func mixing(limit: Float) {
    let share: Double = limit == 6 ? 0.501_187_2 : limit == 12 ? 0.251_188_6 : 0.063_095_7
    let clean = model.isolate(sound)
    let limited = model.isolate(sound, options: IsolationOptions(attenuationLimitDB: limit))
    let expected = zip(sound, clean).map { Float(share * Double($0) + (1 - share) * Double($1)) }
    #expect(fidelity(of: limited, to: expected, input: sound) >= 130)
  }

  @Test("Strength and limit are two ways to say one thing")
  func strength() {
    var options = IsolationOptions()
    #expect(options.strength == 1)
    let pairs: [(Float, Float?)] = [
      (0, 0), (0.5, 6.020_6), (0.9, 20), (0.999, 60), (1, nil), (-1, 0), (2, nil), (.nan, nil),
    ]
    for (strength, limit) in pairs {
      options.strength = strength
      #expect(IsolationOptions(strength: strength) == options)
      #expect(
        options.attenuationLimitDB.map { ($0 * 100).rounded() }
          == limit.map { ($0 * 100).rounded() })
      let held = strength.isNaN ? 1 : min(max(strength, 0), 1)
      #expect(abs(options.strength - held) < 1e-6)
    }
    options.attenuationLimitDB = -3
    #expect(options.strength == 0)
  }

  @Test(
    "What means no limit and no post-filter gives the same bits as none",
    arguments: [
      IsolationOptions(attenuationLimitDB: 100),
      IsolationOptions(attenuationLimitDB: .infinity),
      IsolationOptions(attenuationLimitDB: .nan),
      IsolationOptions(postFilterBeta: 0),
      IsolationOptions(postFilterBeta: -1),
      IsolationOptions(postFilterBeta: .nan),
    ])
  func none(options: IsolationOptions) {
    #expect(model.isolate(sound, options: options) == model.isolate(sound))
  }

  @Test("The post-filter lowers, and never raises, the loudness of what is left")
  func postFilter() {
    func energy(_ sound: [Float]) -> Float { sound.reduce(0) { $0 + $1 * $1 } }
    let plain = model.isolate(sound)
    let filtered = model.isolate(sound, options: IsolationOptions(postFilterBeta: 0.05))
    #expect(filtered != plain)
    #expect(energy(filtered) < energy(plain))
  }

  @Test("A change in mid-tone makes no click")
  func ramp() {
    let isolator = VoiceIsolator(model: model, options: IsolationOptions(attenuationLimitDB: 0))
    let frequency: Float = 440.0 / 48_000
    let tone = (0..<48_000).map { n in
      let phase = (Float(n) * frequency).truncatingRemainder(dividingBy: 1)
      return 0.25 * TestSound.wave(phase)
    }
    var output: [Float] = []
    for start in stride(from: 0, to: tone.count, by: 480) {
      if start == 24_000 { isolator.controls.options = IsolationOptions(attenuationLimitDB: 24) }
      if start == 36_000 { isolator.controls.options = IsolationOptions(attenuationLimitDB: 0) }
      output += Streams.live(isolator, Array(tone[start..<start + 480]))
    }
    // A click is a jump in the second difference; that of the tone itself is 0.25·(2π·f)².
    let step = 2 * Float.pi * frequency
    let own = 0.25 * step * step
    var worst: Float = 0
    for i in 25_000..<47_000 {
      worst = max(worst, abs(output[i] - 2 * output[i - 1] + output[i - 2]))
    }
    #expect(worst < own + 0.001)
    // And the change did happen, and back again, to the bit.
    #expect(output[30_000..<36_000] != tone[28_560..<34_560])
    #expect(output[38_400..<48_000] == tone[36_960..<46_560])
  }

  @Test("Controls give back what they were given, and nil for a NaN")
  func readBack() {
    let controls = VoiceIsolator(model: model).controls
    #expect(controls.options == IsolationOptions())
    let options = IsolationOptions(attenuationLimitDB: 12.5, postFilterBeta: 0.02)
    controls.options = options
    #expect(controls.options == options)
    controls.options.postFilterBeta = nil
    #expect(controls.options == IsolationOptions(attenuationLimitDB: 12.5))
    controls.options.attenuationLimitDB = .nan
    #expect(controls.options == IsolationOptions())
  }

  @Test("Options may change on another thread all the time")
  func concurrentChanges() {
    let isolator = VoiceIsolator(model: model)
    let controls = isolator.controls
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      for i in 0..<20_000 {
        controls.options = IsolationOptions(
          attenuationLimitDB: Float(i % 101), postFilterBeta: Float(i % 3) / 50)
      }
    }
    let output = Streams.live(isolator, sound)
    group.wait()
    #expect(output.allSatisfy { $0.isFinite })
    controls.options = IsolationOptions(attenuationLimitDB: 0)
    let after = Streams.live(isolator, sound)
    #expect(after.dropFirst(1440) == sound.dropLast(1440))
  }
}
