import CRealTimeProbe
import DeepFilterNet
import Testing

/// The hop path neither allocates, frees nor locks, in the engine or in anything it calls.
@Suite("Real time", .enabled(if: real_time_probe_works()), .serialized)
struct RealTimeTests {
  let model: DeepFilterModel

  init() throws { model = try TestModels.bundled.get() }

  @Test("The probe counts what it is there for")
  func control() {
    var kept: [[Float]] = []
    func allocate() {
      kept.append([Float](repeating: 0, count: 1000))
      kept.removeAll()
    }
    // The first time, a debug build looks types up, under a lock.
    allocate()
    real_time_probe_arm()
    allocate()
    let allocated = real_time_probe_disarm()
    #expect(allocated.allocations >= 3)
    #expect(allocated.locks == 0)

    real_time_probe_arm()
    real_time_probe_lock()
    #expect(real_time_probe_disarm().locks == 1)
  }

  @Test("Hops", arguments: [1, 2, 6])
  func hops(channelCount: Int) {
    let isolator = VoiceIsolator(model: model, channelCount: channelCount)
    let sound = TestSound.voice(count: 480 * channelCount * 50)
    var output = [Float](repeating: 0, count: 480 * channelCount)
    let hopCount = 10_000 / channelCount
    var report: HopReport?
    func run(_ hop: Int) {
      var samples = output.mutableSpan
      let start = hop % 50 * 480 * channelCount
      let input = sound.span.extracting(start..<start + 480 * channelCount)
      report = isolator.process(input, into: &samples)
    }
    for hop in 0..<20 { run(hop) }
    real_time_probe_arm()
    for hop in 0..<hopCount {
      run(hop)
      if hop % 10 == 0 { isolator.controls.options = Self.options(hop / 10) }
      if hop % 1000 == 999 { isolator.reset() }
    }
    let counts = real_time_probe_disarm()
    // Here, so that these are not freed while the probe counts.
    withExtendedLifetime((sound, output, isolator)) {}
    #expect(report != nil)
    #expect(counts.allocations == 0)
    #expect(counts.locks == 0)
  }

  /// From a stream's first piece on; at the model's rate, at others, and at one of too many phases for
  /// a table.
  @Test(
    "Callbacks", arguments: [48_000, 44_100, 8_000, 44_101],
    [CallbackIsolator.Pieces.fixed(512), .upTo(1000)])
  func callbacks(rate: Int, pieces: CallbackIsolator.Pieces) {
    let (warming, isolator) = (
      CallbackIsolator(model: model, sampleRateHz: rate, channelCount: 2, pieces: pieces),
      CallbackIsolator(model: model, sampleRateHz: rate, channelCount: 2, pieces: pieces)
    )
    let sound = TestSound.voice(count: 2000)
    var output = [Float](repeating: 0, count: 2000)
    func run(_ isolator: CallbackIsolator, _ piece: Int) {
      let count = pieces == .fixed(512) ? 512 : piece * 37 % 1001
      var samples = output.mutableSpan
      var part = samples._mutatingExtracting(0..<2 * count)
      isolator.process(sound.span.extracting(0..<2 * count), into: &part)
    }
    // A stream of its own, so that what only a first piece does counts too.
    for piece in 0..<20 { run(warming, piece) }
    real_time_probe_arm()
    for piece in 0..<(rate == 48_000 ? 1000 : 120) {
      run(isolator, piece)
      isolator.controls.options = Self.options(piece)
      if piece % 100 == 99 { isolator.reset() }
    }
    let counts = real_time_probe_disarm()
    withExtendedLifetime((sound, output, isolator)) {}
    #expect(counts.allocations == 0)
    #expect(counts.locks == 0)
  }

  private static func options(_ turn: Int) -> IsolationOptions {
    switch turn % 4 {
    case 0: IsolationOptions(attenuationLimitDB: 0)
    case 1: IsolationOptions(attenuationLimitDB: 12, postFilterBeta: 0.02)
    case 2: IsolationOptions(postFilterBeta: 0.05)
    default: IsolationOptions()
    }
  }
}
