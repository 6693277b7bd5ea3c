package import VoiceIsolationCore

extension FileIsolator {
  /// Hands the samples on, `delayInSamples` later as the engine does, and at the end the rest.
  package static func passThrough(gain: Float = 1, delayInSamples: Int = 1_440) -> FileIsolator {
    FileIsolator { _, channelCount in
      let held = Held()
      return SoundProcess(
        push: { input, output in
          for index in input.indices { held.samples.append(input[index] * gain) }
          let ready = max(0, held.samples.count - delayInSamples * channelCount)
          output += held.samples.prefix(ready)
          held.samples.removeFirst(ready)
        },
        finish: { output in
          output += held.samples
          held.samples = []
        },
        replacedSampleCount: { 0 })
    }
  }

  /// Hands the samples on at once, and does something with each piece.
  package static func passThrough(
    meanwhile: @escaping @Sendable () -> Void
  ) -> FileIsolator {
    FileIsolator { _, _ in
      SoundProcess(
        push: { input, output in
          for index in input.indices { output.append(input[index]) }
          meanwhile()
        },
        finish: { _ in }, replacedSampleCount: { 0 })
    }
  }

  private final class Held {
    var samples: [Float] = []
  }
}
