import Foundation
import Testing
import VoiceIsolationCommand
import VoiceIsolationCore

@Suite struct FolderTests {
  private let recording: Recording

  init() throws {
    self.recording = try Recording()
    try recording.makeFolder("in/sub/deep")
    for name in ["b.wav", "a.flac.wav", "sub/b.wav", "sub/deep/c.wav"] {
      try recording.writeSound("in/" + name, count: 100)
    }
  }

  @Test("The tree is mirrored; files come in the order of names, folders after files")
  func mirrored() throws {
    #expect(recording.run("-r", "@in", "-d", "@out", "--jobs", "1") == 0)
    #expect(
      try outputs == ["a.flac.wav", "b.wav", "sub", "sub/b.wav", "sub/deep", "sub/deep/c.wav"])
    #expect(try recording.bytes("out/sub/deep/c.wav") == recording.bytes("in/b.wav"))
    let lines = recording.errors.split(separator: "\n")
    let names = ["a.flac.wav", "b.wav", "sub/b.wav", "sub/deep/c.wav"]
    for (line, name) in zip(lines, names) {
      #expect(line.hasPrefix(recording.path("out/" + name) + ": 0.0 s in "))
    }
    #expect(lines.last?.hasPrefix("voice-isolate: 4 done: 0.0 s of sound in ") == true)
    #expect(lines.count == 5)
  }

  @Test("A folder is an input only with --recursive; other inputs are done")
  func withoutRecursive() throws {
    #expect(recording.run("@in", "@in/b.wav", "-d", "@out") == 1)
    #expect(
      recording.errors.hasPrefix(
        "voice-isolate: \(recording.path("in")): is a folder; add --recursive to take the files"))
    #expect(try outputs == ["b.wav"])
    #expect(recording.run("@in", "--json") == 1)
    #expect(recording.output.contains(#""output":null,"status":"failed","error":""#))
    #expect(recording.choices.count == 1)
  }

  @Test("A folder as input and a file as output do not fit")
  func fileAsOutput() {
    #expect(recording.run("-r", "@in", "-o", "@out.wav") == 2)
    #expect(recording.errors.contains("-o takes a single file, and \(recording.path("in")) is a"))
  }

  @Test("What is no sound is skipped, and fails if its name or the caller says that it is one")
  func noSounds() throws {
    try recording.makeFolder("in/texts")
    try recording.write("in/texts/a.txt", Array("text".utf8))
    try recording.write("in/texts/empty", [])
    #expect(recording.run("-r", "@in", "-d", "@out", "--jobs", "1") == 0)
    let path = recording.path("in/texts/a.txt")
    #expect(recording.errors.contains("voice-isolate: \(path): is not a sound file that can be"))
    #expect(recording.errors.contains("; skipped\n"))
    #expect(recording.errors.contains("voice-isolate: 4 done, 2 skipped: "))
    #expect(try !outputs.contains("texts"))

    #expect(recording.run("-r", "@in", "-d", "@out", "--force", "-q") == 0)
    #expect(recording.errors == "")
    #expect(recording.run("-r", "@in", "-d", "@out", "--force", "--json") == 0)
    #expect(recording.output.contains(#""output":null,"status":"skipped","reason":"\#(path): is"#))

    #expect(recording.run(path) == 1)
    try recording.write("in/bad.WAV", Array("text".utf8))
    #expect(recording.run("-r", "@in", "-d", "@out2", "-q") == 1)
    #expect(recording.errors.hasPrefix("voice-isolate: \(recording.path("in/bad.WAV")): is not a"))
    #expect(recording.errors.contains("voice-isolate: 4 done, 1 failed, 2 skipped: "))
  }

  @Test("Outputs of former runs are not taken up")
  func formerOutputs() throws {
    #expect(recording.run("-r", "@in") == 0)
    #expect(try Set(recording.names).isSuperset(of: ["in/b-clean.wav", "in/sub/b-clean.wav"]))
    #expect(recording.run("-r", "@in", "--force") == 0)
    #expect(recording.errors.contains("voice-isolate: 4 done, 4 skipped: "))
    #expect(recording.errors.contains("b-clean.wav: is the output for b.wav; skipped\n"))
    #expect(recording.run("-r", "@in", "-d", "@out") == 0)
    #expect(try !outputs.contains("b-clean.wav"))
    // Where there is no file that it could come from, the name is anybody's.
    try recording.writeSound("in/song-clean.wav")
    #expect(recording.run("-r", "@in", "-d", "@out", "--force") == 0)
    #expect(try outputs.contains("song-clean.wav"))
    #expect(recording.run("-r", "@in", "-q", "--force") == 0)
    #expect(try !recording.names.contains("in/song-clean-clean.wav"))
  }

  @Test("Hidden names are passed over, temporary files among them")
  func hidden() throws {
    try recording.makeFolder("in/.git")
    for name in [".voice-isolation-1x.wav", ".git/a.wav"] {
      try recording.writeSound("in/" + name)
    }
    #expect(recording.run("-r", "@in", "-d", "@out") == 0)
    #expect(try outputs.count == 6)
    #expect(recording.errors.contains("voice-isolate: 4 done: "))
  }

  @Test("An output folder within the input folder is not taken up, under any name")
  func outputInside() throws {
    try recording.link("away", to: "in/out")
    for folder in ["@in/out", "@away", "@in/sub/../out"] {
      #expect(recording.run("-r", "@in", "-d", folder, "--force", "-q") == 0)
    }
    #expect(try recording.names.count { $0.hasPrefix("in/out/") } == 6)
  }

  @Test("An output folder that is the input folder is refused, under any name")
  func outputIsInput() throws {
    let before = try recording.names
    try recording.link("same", to: "in")
    for folder in ["@in", "@in/", "@in/sub/..", "@same"] {
      #expect(recording.run("-r", "@in", "-d", folder, "--force") == 2)
      #expect(recording.errors.contains("is the input folder itself; give another with -d, or"))
    }
    #expect(try recording.names == before + ["same"])
    // A folder above is another: its files have other names.
    #expect(recording.run("-r", "@in/sub", "-d", "@in") == 1)
    #expect(recording.errors.contains("\(recording.path("in/b.wav")): exists already; "))
  }

  @Test("Links to folders are not followed, links to files are", .timeLimit(.minutes(1)))
  func links() throws {
    try recording.link("in/sub/up", to: "..")
    try recording.link("in/self", to: "self")
    try recording.link("in/z.wav", to: "b.wav")
    try recording.link("in/gone.wav", to: "nowhere.wav")
    #expect(recording.run("-r", "@in", "-d", "@out") == 1)
    #expect(try outputs.contains("z.wav"))
    #expect(try outputs.count == 7)
    #expect(recording.errors.contains("sub/up: is a link to a folder; skipped\n"))
    #expect(recording.errors.contains("self: is a link that leads nowhere: Too many levels"))
    #expect(recording.errors.contains("gone.wav: is a link that leads nowhere: No such file"))
    #expect(recording.errors.contains("voice-isolate: 5 done, 1 failed, 2 skipped: "))
    // As input, a link is what the caller wants to have walked.
    try recording.link("tree", to: "in/sub")
    #expect(recording.run("-r", "@tree", "-d", "@out2", "-q") == 0)
    #expect(try recording.names.contains("out2/deep/c.wav"))
  }

  @Test("A pipe in a folder is not waited for", .timeLimit(.minutes(1)))
  func pipe() throws {
    // Lends the path to the call.
    try #require(unsafe mkfifo(recording.path("in/pipe.wav"), 0o600) == 0)
    #expect(recording.run("-r", "@in", "-d", "@out") == 0)
    #expect(recording.errors.contains("pipe.wav: is no regular file; skipped\n"))
  }

  @Test("Names that are not UTF-8 or break lines fail or pass each by itself")
  func hostileNames() throws {
    let bytes: [UInt8] = Array(recording.path("in/x").utf8) + [0xFF] + Array(".wav".utf8) + [0]
    // Lends the path, a C string, to the call.
    let file = unsafe open(bytes.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o600)
    try #require(file >= 0)
    close(file)
    let long = String(repeating: "n", count: 251) + ".wav"
    for name in ["-o.wav", "line\nbreak.wav", long] { try recording.writeSound("in/" + name) }
    #expect(recording.run("-r", "@in", "-d", "@out", "--jobs", "1") == 1)
    let lines = recording.errors.split(separator: "\n")
    #expect(
      lines[0]
        == "voice-isolate: \(recording.path("in/x\u{FFFD}.wav")): has a name that is not UTF-8; rename it"
    )
    #expect(try Set(outputs).isSuperset(of: ["-o.wav", "line\nbreak.wav", long]))
    #expect(lines.count == 9)
    // One byte more than a name may have: that file alone fails.
    #expect(recording.run("-r", "@in", "-q") == 1)
    #expect(recording.errors.contains("-clean.wav: cannot be written: File name too long\n"))
    #expect(recording.errors.contains("voice-isolate: 6 done, 2 failed: "))
  }

  @Test("An empty folder is no error, and no model is loaded for it")
  func empty() throws {
    try recording.makeFolder("none")
    #expect(recording.run("-r", "@none", "-d", "@out") == 0)
    #expect(recording.errors == "voice-isolate: 0 done\n")
    #expect(recording.choices.isEmpty)
    #expect(try !recording.names.contains("out"))
  }

  @Test("A folder that may not be read fails, and the rest is done", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    for bits in [0o000, 0o644] {
      try FileManager.default.setAttributes(
        [.posixPermissions: bits], ofItemAtPath: recording.path("in/sub"))
      #expect(recording.run("-r", "@in", "-d", "@out", "--force") == 1)
      #expect(recording.errors.contains("cannot be read: Permission denied\n"))
      #expect(try outputs == ["a.flac.wav", "b.wav"])
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: recording.path("in/sub"))
  }

  @Test("Files of several folders that would get one name are refused before any is done")
  func clashes() throws {
    #expect(recording.run("-r", "@in", "@in/sub", "-d", "@out") == 2)
    #expect(recording.errors.contains(" would both be written to \(recording.path("out/b.wav"))"))
    #expect(try !recording.names.contains("out"))
    // Here names that differ in case are two files, as the folder that is there shows.
    try recording.makeFolder("upper/out")
    try recording.writeSound("upper/B.wav")
    #expect(recording.run("-r", "@in", "@upper/B.wav", "-d", "@upper/out") == 0)
  }

  @Test("An output that is another input is refused, also under another name")
  func outputIsAnotherInput() throws {
    try recording.makeFolder("other")
    try FileManager.default.linkItem(
      atPath: recording.path("in/sub/b.wav"), toPath: recording.path("other/b.wav"))
    #expect(recording.run("@in/b.wav", "@in/sub/b.wav", "-d", "@other", "--force") == 2)
    try recording.writeSound("other/a.wav")
    try recording.writeSound("in/a.wav")
    #expect(recording.run("@in/a.wav", "@other/a.wav", "-d", "@x") == 2)
    #expect(recording.run("@in/a.wav", "@in/sub/b.wav", "@other/b.wav", "-d", "@other") == 2)
    try recording.link("linked", to: "other")
    #expect(recording.run("@in/a.wav", "@linked/../other/a.wav", "-d", "@linked") == 2)
  }

  @Test("With --in-place inputs are replaced, and others in their place are not")
  func inPlace() throws {
    recording.isolator = FileIsolator { _, _ in
      SoundProcess(
        push: { input, output in output += [Float](repeating: 0, count: input.count) },
        finish: { _ in }, replacedSampleCount: { 0 })
    }
    try recording.link("in/link.wav", to: "sub/b.wav")
    let before = try recording.bytes("in/b.wav")
    let names = try recording.names
    #expect(recording.run("-r", "@in", "--in-place") == 0)
    #expect(try recording.names == names)
    for name in ["b.wav", "sub/b.wav", "sub/deep/c.wav"] {
      let after = try recording.bytes("in/" + name)
      #expect(after.prefix(44) == before.prefix(44))
      #expect(after.dropFirst(44).allSatisfy { $0 == 0 })
    }
    #expect(recording.errors.contains("link.wav: is a link, maybe to another folder; skipped\n"))
    #expect(recording.run("@in/link.wav", "--in-place", "-q") == 0)
    #expect(try recording.names == names)
    // Without it the input is safe as ever.
    #expect(recording.run("@in/b.wav", "-o", "@in/b.wav") == 1)
    #expect(recording.errors.contains("is the input itself"))
  }

  @Test("With --in-place an input stays if anything fails, and pipes are refused")
  func inPlaceFailure() throws {
    try recording.write("bad.wav", Array("text".utf8))
    try recording.writeSound("slow.wav", sampleRateHz: 4_000)
    let before = try recording.bytes("slow.wav")
    #expect(recording.run("@bad.wav", "@slow.wav", "--in-place") == 1)
    #expect(try recording.bytes("bad.wav") == Array("text".utf8))
    #expect(try recording.bytes("slow.wav") == before)
    #expect(recording.run("/dev/null", "--in-place") == 1)
    #expect(!recording.errors.contains("done:"))
  }

  /// What is in the folder `out`.
  private var outputs: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: recording.path("out")).sorted()
    }
  }
}
