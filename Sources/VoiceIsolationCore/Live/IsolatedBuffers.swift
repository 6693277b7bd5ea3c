public import DeepFilterNet

extension AsyncSequence where Element == SoundBuffer {
  /// The voice of a sound that comes in buffers, live: nothing is held back beyond the delay.
  ///
  /// What comes out, taken together, is as long as what went in and lines up with it. Buffers come out
  /// in other sizes than they went in. When the sound ends, the rest comes out; where its format
  /// changes, one sound ends and another begins.
  /// - Parameters:
  ///   - model: the weights, shared with any other streams.
  ///   - controls: what is done to the sound, which may be changed meanwhile.
  ///   - mode: whether the channels share one network.
  ///   - conditioning: what is mended before, so that the network can work on it.
  public func isolatingVoice(
    with model: DeepFilterModel, controls: IsolationControls = IsolationControls(),
    mode: ChannelMode = .each, conditioning: Conditioning = .init()
  ) -> IsolatedBuffers<Self> {
    IsolatedBuffers(
      source: self, model: model, controls: controls, mode: mode, conditioning: conditioning)
  }
}

/// The voice of a sound that comes in buffers.
public struct IsolatedBuffers<Source: AsyncSequence>: AsyncSequence
where Source.Element == SoundBuffer {
  fileprivate let source: Source
  fileprivate let model: DeepFilterModel
  fileprivate let controls: IsolationControls
  fileprivate let mode: ChannelMode
  fileprivate let conditioning: Conditioning

  /// Begins with the source's next buffer.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source.makeAsyncIterator(), sequence: self)
  }

  /// A stream of its own. One task at a time may use it.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var source: Source.AsyncIterator
    fileprivate let sequence: IsolatedBuffers
    private var process: VoiceProcess?
    private var format = (sampleRateHz: 0, channelCount: 0)
    /// Of another format than the sound that is to end first.
    private var next: SoundBuffer?
    private var isOver = false
    /// What the source failed with, when the rest of the sound before has been handed out.
    private var failure: (any Error)?

    fileprivate init(source: Source.AsyncIterator, sequence: IsolatedBuffers) {
      self.source = source
      self.sequence = sequence
    }

    /// - Returns: what has become ready, never an empty buffer; `nil` at the end.
    /// - Throws: what the source throws, behind the rest of the sound that came before; and
    ///   `CancellationError` if the task is cancelled, once the buffer under way is done.
    public mutating func next() async throws -> SoundBuffer? {
      if let failure = failure.take() { throw failure }
      while !isOver {
        try Task.checkCancellation()
        guard let buffer = await takeNext() else {
          isOver = true
          if let rest = end() { return rest }
          if let failure = failure.take() { throw failure }
          return nil
        }
        if process != nil, format != (buffer.sampleRateHz, buffer.channelCount) {
          next = buffer
          if let rest = end() { return rest }
          continue
        }
        if let ready = push(buffer) { return ready }
      }
      return nil
    }

    private mutating func takeNext() async -> SoundBuffer? {
      if let buffer = next.take() { return buffer }
      do {
        return try await source.next()
      } catch {
        failure = error
        return nil
      }
    }

    private mutating func push(_ buffer: SoundBuffer) -> SoundBuffer? {
      format = (buffer.sampleRateHz, buffer.channelCount)
      var process = process.take() ?? newProcess()
      var ready: [Float] = []
      process.push(buffer.samples, into: &ready)
      self.process = process
      return ready.isEmpty ? nil : SoundBuffer(ready, like: format)
    }

    private mutating func end() -> SoundBuffer? {
      guard var process = process.take() else { return nil }
      var rest: [Float] = []
      process.finish(into: &rest)
      return rest.isEmpty ? nil : SoundBuffer(rest, like: format)
    }

    private func newProcess() -> VoiceProcess {
      VoiceProcess(
        model: sequence.model,
        sound: SoundDescription(
          sampleRateHz: format.sampleRateHz, channelCount: format.channelCount, isLive: true),
        mode: sequence.mode, controls: sequence.controls, conditioning: sequence.conditioning,
        threads: 1)
    }
  }
}

@available(*, unavailable)
extension IsolatedBuffers.Iterator: Sendable {}

extension IsolatedBuffers: Sendable where Source: Sendable {}
