import DeepFilterNet

/// A live stream and the sound that goes through it.
struct LiveStream {
  let isolator: VoiceIsolator
  private(set) var input: [Float]
  private(set) var output: [Float]
  private let sound: Sound
  private let first: Int
  private var hopIndex = 0

  /// - Parameter first: the hop of the sound to begin with.
  init(model: DeepFilterModel, sound: Sound, channelCount: Int = 1, first: Int = 0) {
    isolator = VoiceIsolator(model: model, channelCount: channelCount)
    self.sound = sound
    self.first = first
    input = [Float](repeating: 0, count: channelCount * isolator.hopSampleCount)
    output = input
  }

  mutating func loadNextHop() {
    sound.copy(hop: first + hopIndex, into: &input, channelCount: isolator.channelCount)
    hopIndex += 1
  }

  /// What is measured: the hop that was loaded.
  mutating func process() {
    let (isolator, input) = (isolator, input)
    var samples = output.mutableSpan
    isolator.process(input.span, into: &samples)
  }

  mutating func reset() {
    isolator.reset()
    hopIndex = 0
  }
}
