import DeepFilterNet
import Foundation
import Testing
import VoiceIsolationCommand
import VoiceIsolationCore

@Suite struct RunTests {
  private let recording: Recording

  init() throws {
    self.recording = try Recording()
    try recording.writeSound("talk.wav")
  }

  @Test("One input, one output, one line on standard error")
  func one() throws {
    #expect(recording.run("@talk.wav", "-o", "@out.wav") == 0)
    #expect(try recording.bytes("out.wav") == recording.bytes("talk.wav"))
    #expect(recording.output == "")
    let line = recording.errors
    #expect(line.hasPrefix("\(recording.path("out.wav")): 0.1 s in 0."))
    #expect(line.hasSuffix(" times real time\n"))
    #expect(line.split(separator: "\n").count == 1)
  }

  @Test("Without a name the output is NAME-clean beside the input, and never replaces a file")
  func derivedName() throws {
    #expect(recording.run("@talk.wav") == 0)
    #expect(try recording.names == ["talk-clean.wav", "talk.wav"])
    try recording.write("talk-clean.wav", [1])
    #expect(recording.run("@talk.wav") == 1)
    #expect(
      recording.errors == "voice-isolate: \(recording.path("talk-clean.wav")): exists already; "
        + "replace it with --force\n")
    #expect(try recording.bytes("talk-clean.wav") == [1])
    #expect(recording.run("@talk.wav", "--force") == 0)
    #expect(try recording.bytes("talk-clean.wav") == recording.bytes("talk.wav"))
  }

  @Test("-o replaces a file that exists")
  func replaces() throws {
    try recording.write("out.wav", [1])
    #expect(recording.run("-o", "@out.wav", "@talk.wav") == 0)
    #expect(try recording.bytes("out.wav") == recording.bytes("talk.wav"))
  }

  @Test("-d makes the folder and writes under the inputs' names; existing ones need --force")
  func folder() throws {
    try recording.writeSound("b.wav", count: 10)
    #expect(recording.run("@talk.wav", "@b.wav", "-d", "@x/y") == 0)
    #expect(
      try recording.names == ["b.wav", "talk.wav", "x", "x/y", "x/y/b.wav", "x/y/talk.wav"])
    #expect(recording.run("@b.wav", "-d", "@x/y") == 1)
    #expect(recording.run("@b.wav", "-d", "@x/y", "--force") == 0)
    // The folder that the inputs are in: each would be written on itself.
    let before = try recording.bytes("b.wav")
    #expect(recording.run("@b.wav", "-d", "@", "--force") == 1)
    #expect(recording.errors.contains("is the input itself"))
    #expect(try recording.bytes("b.wav") == before)
  }

  @Test("A folder that cannot be made is one line, and nothing runs")
  func badFolder() throws {
    #expect(recording.run("@talk.wav", "-d", "@talk.wav/x") == 1)
    #expect(
      recording.errors
        == "voice-isolate: \(recording.path("talk.wav/x")): cannot be written: Not a directory\n")
  }

  @Test("A bad file among others fails alone; the model is loaded once")
  func batch() throws {
    try recording.write("bad.wav", Array("no sound".utf8))
    try recording.writeSound("slow.wav", sampleRateHz: 4_000)
    #expect(
      recording.run(
        "@bad.wav", "@talk.wav", "@no.wav", "@slow.wav", "-q", "-d", "@out", "--jobs", "1") == 1)
    #expect(try recording.bytes("out/talk.wav") == recording.bytes("talk.wav"))
    let lines = recording.errors.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("voice-isolate: \(recording.path("bad.wav")): is not a sound file"))
    #expect(lines[1].hasPrefix("voice-isolate: \(recording.path("no.wav")): cannot be read: No s"))
    #expect(lines[2].hasPrefix("voice-isolate: \(recording.path("slow.wav")): has 4000 samples"))
    #expect(lines[3].hasPrefix("voice-isolate: 1 done, 3 failed: 0.1 s of sound in 0."))
    #expect(recording.choices.count == 1)
    #expect(try recording.names.filter { $0.contains("/") } == ["out/talk.wav"])
  }

  @Test("Quiet prints nothing of what went well, and warnings all the same")
  func quiet() throws {
    #expect(recording.run("@talk.wav", "-q", "-o", "@out.wav") == 0)
    #expect(recording.errors + recording.output == "")
    try recording.write("cut.wav", Array(try recording.bytes("talk.wav").prefix(1_044)))
    #expect(recording.run("@cut.wav", "-q", "-o", "@out.wav") == 0)
    #expect(
      recording.errors == "voice-isolate: \(recording.path("cut.wav")): warning: the file is cut "
        + "off: its header promises 9600 bytes of sound, 1000 are there\n")
  }

  @Test("JSON is one object a file on standard output, failures too, and nothing else")
  func json() throws {
    struct Line: Decodable {
      var input: String
      var output: String
      var status: String
      var error: String?
      var frames: Int?
      var sampleRateHz: Int?
      var channels: Int?
      var seconds: Double?
      var elapsedSeconds: Double?
      var timesRealTime: Double?
      var replacedSamples: Int?
      var clippedSamples: Int?
      var warnings: [String]?
    }
    recording.isTerminal = true
    let odd = "quote\" back\\slash tab\t ü.wav"
    try recording.writeSound(odd, count: 10)
    #expect(recording.run("@\(odd)", "@no.wav", "--json", "-d", "@out", "--jobs", "1") == 1)
    #expect(recording.errors == "")
    let lines = try recording.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.count == 2)
    #expect(lines[0].input == recording.path(odd))
    #expect(lines[0].output == recording.path("out/" + odd))
    #expect(lines[0].status == "done")
    #expect(lines[0].error == nil)
    #expect(lines[0].frames == 10)
    #expect(lines[0].sampleRateHz == 48_000)
    #expect(lines[0].channels == 1)
    #expect(lines[0].seconds == 10.0 / 48_000)
    #expect(lines[0].elapsedSeconds ?? 0 > 0)
    #expect(lines[0].timesRealTime ?? 0 > 0)
    #expect(lines[0].replacedSamples == 0)
    #expect(lines[0].clippedSamples == 0)
    #expect(lines[0].warnings == [])
    #expect(lines[1].input == recording.path("no.wav"))
    #expect(lines[1].status == "failed")
    #expect(lines[1].error?.contains("cannot be read") == true)
    #expect(lines[1].frames == nil)
  }

  @Test("A progress bar on a terminal only, and gone at the end")
  func progress() throws {
    try recording.writeSound("long.wav", count: 40_000)
    recording.isTerminal = true
    #expect(recording.run("@long.wav", "-o", "@out.wav") == 0)
    #expect(recording.errors.hasPrefix("\rlong.wav [########            ] 40 %\r"))
    #expect(
      recording.errors.contains("\rlong.wav [####################] 100 %\r\u{1B}[K"))
    #expect(recording.run("@long.wav", "-o", "@out.wav", "-q") == 0)
    #expect(recording.errors == "")
    recording.isTerminal = false
    #expect(recording.run("@long.wav", "-o", "@out.wav") == 0)
    #expect(!recording.errors.contains("\r"))
  }

  @Test("Options reach the engine, under both of their names and in both forms")
  func options() throws {
    let calls: [([String], Float?, Float?)] = [
      ([], nil, nil), (["--post-filter"], nil, 0.02), (["--pf"], nil, 0.02),
      (["--attenuation-limit", "12.5"], 12.5, nil), (["--atten-lim-db=0"], 0, nil),
      (["--attenuation-limit", "2000"], 2_000, nil), (["--attenuation-limit", "1e1"], 10, nil),
      (["--strength", "100"], nil, nil), (["--strength=0"], 0, nil), (["--strength=90"], 20, nil),
      (["--post-filter-beta", "0.05"], nil, 0.05), (["--pf-beta=.5", "--pf"], nil, 0.5),
    ]
    for (arguments, limit, beta) in calls {
      #expect(recording.run(["@talk.wav", "-o", "@out.wav"] + arguments) == 0)
      let options = recording.choices.last?.options
      #expect(options?.attenuationLimitDB.map { ($0 * 1_000).rounded() / 1_000 } == limit)
      #expect(options?.postFilterBeta == beta)
    }
    #expect(recording.run("--threads=3", "--model", "m", "-o", "@o.wav", "--", "@talk.wav") == 0)
    #expect(recording.choices.last?.threads == 3)
    #expect(recording.choices.last?.path == "m")
  }

  @Test("What follows -- is a file, whatever it looks like")
  func endOfOptions() throws {
    #expect(recording.run("-o", "@out.wav", "--", "--help") == 1)
    #expect(recording.errors.hasPrefix("voice-isolate: --help: cannot be read"))
  }

  @Test("Names that look alike are two files; a slash counts whatever follows it")
  func alike() throws {
    let names = ["\u{E9}.wav", "e\u{301}.wav", "\u{301}.wav"]
    for name in names { try recording.writeSound(name) }
    let inputs = names.map(recording.path)
    #expect(recording.run(inputs + ["-d", "@out"]) == 0)
    #expect(recording.errors.split(separator: "\n").count == 4)
    #expect(try recording.bytes("out/\u{E9}.wav") == recording.bytes("talk.wav"))
    #expect(recording.run([inputs[2]]) == 0)
    #expect(try recording.bytes("\u{301}-clean.wav") == recording.bytes("talk.wav"))
    #expect(recording.run("@talk.wav", "--output=\u{338}.wav", "--bogus") == 2)
    #expect(recording.errors.contains("'--bogus'"))
  }

  @Test("Names cannot break the line or steer the terminal")
  func controlCharacters() throws {
    let name = "a\nb\u{1B}[31m\u{9B}c\u{202E}.wav"
    let shown = #"a\u{A}b\u{1B}[31m\u{9B}c\u{202E}.wav"#
    try recording.writeSound(name)
    #expect(recording.run("@\(name)", "-o", "@out-\(name)") == 0)
    #expect(recording.errors.hasPrefix(recording.path("out-\(shown): 0.1 s")))
    #expect(recording.run("@no-\(name)") == 1)
    #expect(recording.errors.hasPrefix("voice-isolate: \(recording.path("no-\(shown)")): cannot"))
    #expect(recording.run("--\(name)") == 2)
    #expect(recording.errors.hasPrefix("voice-isolate: unknown option '--\(shown)'"))
    try recording.writeSound(name, count: 40_000)
    recording.isTerminal = true
    #expect(recording.run("@\(name)", "-o", "@out.wav") == 0)
    #expect(recording.errors.hasPrefix("\r\(shown.prefix(31))"))
  }

  @Test("A model that is not found is told with how to name one here")
  func modelAdvice() throws {
    let error = #expect(throws: ModelLocationError.self) {
      try ModelLocation.find(nil, environment: nil, folders: ["/a"])
    }
    let text = ModelProblem.notFound(try #require(error)).description
    #expect(text.contains("--model or in VOICE_ISOLATION_MODEL. Looked for: /a/"))
    let other = #expect(throws: ModelLocationError.self) {
      try ModelLocation.find("/a", environment: nil, folders: [])
    }
    #expect(
      ModelProblem.notFound(try #require(other)).description == "there is no model file at /a")
  }

  @Test("Without a model nothing is done, and every file is a failure")
  func noModel() throws {
    struct NoModel: Error, CustomStringConvertible { let description = "no model" }
    recording.loadFailure = NoModel()
    #expect(recording.run("@talk.wav", "-o", "@out.wav") == 1)
    #expect(recording.errors == "voice-isolate: no model\n")
    #expect(recording.run("@talk.wav", "-o", "@out.wav", "--json") == 1)
    #expect(recording.output.hasSuffix("\"error\":\"no model\"}\n"))
    #expect(try recording.names == ["talk.wav"])
  }
}
