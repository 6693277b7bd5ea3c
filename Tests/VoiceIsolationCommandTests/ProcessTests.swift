import Foundation
import Testing
import VoiceIsolationCommand
import VoiceIsolationCore

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
      let isolator = FileIsolator { _, _ in
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

  @Test("A signal that the caller has set to be ignored stays ignored")
  func ignoredSignal() async {
    await #expect(processExitsWith: .exitCode(0)) {
      _ = signal(SIGHUP, SIG_IGN)
      Interruption.install()
      kill(getpid(), SIGHUP)
      // Were it taken over, the process would end here with another status.
      usleep(300_000)
      exit(0)
    }
  }

  #if os(Linux)
    @Test("Results that standard output does not take are an error", arguments: [true, false])
    func fullOutput(isFull: Bool) throws {
      let recording = try Recording()
      try recording.writeSound("talk.wav")
      // Lends the paths to the calls.
      let output = unsafe open(
        isFull ? "/dev/full" : recording.path("json"), O_RDWR | O_CREAT, 0o600)
      let errors = unsafe open(recording.path("errors"), O_RDWR | O_CREAT, 0o600)
      defer { for file in [output, errors] { close(file) } }
      let status = VoiceIsolateCommand.run(
        arguments: ["--json", recording.path("talk.wav"), "-o", recording.path("out.wav")],
        standardOutput: output, standardError: errors)
      #expect(status == (isFull ? 1 : 0))
      let message = "voice-isolate: standard output: No space left on device\n"
      #expect(try recording.bytes("errors") == Array((isFull ? message : "").utf8))
      #expect(try isFull || recording.bytes("json").last == UInt8(ascii: "\n"))
    }

    @Test("What a library prints is seen nowhere; what the system's calls write is")
    func silence() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(0),
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        VoiceIsolateCommand.silenceLibraries()
        Self.printInBothWays()
        exit(0)
      }
      for content in [result?.standardOutputContent, result?.standardErrorContent] {
        let text = String(decoding: content ?? [], as: UTF8.self)
        #expect(text.contains("result"))
        #expect(!text.contains("chatter"))
      }
    }

    private static func printInBothWays() {
      // Lends the texts to the calls.
      unsafe puts("chatter")
      unsafe perror("chatter")
      fflush(nil)
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        // As many bytes as the text has.
        _ = unsafe write(descriptor, "result", 6)
      }
    }
  #endif
}
