import Foundation
import Testing
import VoiceIsolation
import VoiceIsolationCommand

@Suite struct ProcessTests {
  /// The bundled model and the real engine; at 0 dB the sound is left untouched.
  @Test("The command runs with its own model")
  func realModel() throws {
    let recording = try Recording()
    try recording.writeSound("talk.wav", count: 20_001)
    var errors = ""
    let command = VoiceIsolateCommand(
      standardOutput: { _ in }, standardError: { errors += $0 }, isTerminal: false)
    let arguments = [recording.path("talk.wav"), "-o", recording.path("out.wav"), "--quiet"]
    #expect(command.run(arguments: arguments + ["--attenuation-limit", "0"]) == 0)
    #expect(try recording.bytes("out.wav") == recording.bytes("talk.wav"))
    #expect(errors == "")
  }

  @Test("A model that is no weight file is told with its name")
  func badModel() throws {
    let recording = try Recording()
    try recording.writeSound("talk.wav")
    var errors = ""
    let command = VoiceIsolateCommand(
      standardOutput: { _ in }, standardError: { errors += $0 }, isTerminal: false)
    let path = recording.path("talk.wav")
    #expect(command.run(arguments: [path, "--model", path]) == 1)
    #expect(errors.hasPrefix("voice-isolate: \(path): weight file: is not in the safetensors"))
    #expect(errors.split(separator: "\n").count == 1)
    errors = ""
    #expect(command.run(arguments: [path, "--model", "/dev/null"]) == 1)
    #expect(errors.hasPrefix(#"voice-isolate: weight file: cannot be read: "/dev/null": it is no"#))
    #expect(try recording.names == ["talk.wav"])
  }

  @Test("Told to stop, the process removes what is half-written", arguments: [SIGINT, SIGTERM])
  func interruption(signal: Int32) async throws {
    let recording = try Recording()
    try recording.writeSound("talk.wav")
    let (input, output) = (recording.path("talk.wav"), recording.path("out.wav"))
    await #expect(processExitsWith: .exitCode(128 + signal)) {
      [input = input as String, output = output as String, signal = signal as Int32] in
      Interruption.install()
      let isolator = FileIsolator(sampleRateHz: 48_000) { _ in
        SoundProcess(
          push: { _, _ in
            kill(getpid(), signal)
            // Busy with something that does not end.
            while true { sleep(1) }
          },
          finish: { _ in }, replacedSampleCount: { 0 })
      }
      _ = try isolator.isolate(input, to: output)
    }
    #expect(try recording.names == ["talk.wav"])
  }
}
