import Foundation
import Testing
import VoiceIsolationCommand
import VoiceIsolationCore
import VoiceIsolationTestSupport

@Suite struct JobsTests {
  @Test(
    "What is left open follows, so that processors are used and not more than there are",
    arguments: [
      // Processors, files, --jobs, --threads; jobs, threads.
      (8, 100, nil, nil, 8, 1), (8, 1, nil, nil, 1, 8), (8, 3, nil, nil, 3, 2),
      (8, 100, 2, nil, 2, 4), (8, 1, 2, nil, 1, 8), (8, 100, nil, 3, 2, 3),
      (8, 100, nil, 100, 1, 100), (8, 100, 16, nil, 16, 1), (8, 100, 3, 5, 3, 5),
      (1, 100, nil, nil, 1, 1), (1, 100, 2, nil, 2, 1), (2, 2, 1, nil, 1, 2),
    ])
  func workload(
    processors: Int, files: Int, jobs: Int?, threads: Int?, expectedJobs: Int, expectedThreads: Int
  ) {
    let load = Workload(
      jobs: jobs, threads: threads, fileCount: files, processorCount: processors)
    #expect(load.jobs == expectedJobs)
    #expect(load.threads == expectedThreads)
  }

  @Test("The threads reach the engine")
  func threads() throws {
    let recording = try Recording()
    for name in ["a.wav", "b.wav"] { try recording.writeSound(name, count: 10) }
    #expect(recording.run("@a.wav", "--force") == 0)
    #expect(recording.choices.last?.threads == processorCount)
    #expect(recording.run("@a.wav", "@b.wav", "--force", "--jobs=2", "--threads=3") == 0)
    #expect(recording.choices.last?.threads == 3)
    #expect(recording.run("@a.wav", "@b.wav", "--force", "-j", "1") == 0)
    #expect(recording.choices.last?.threads == processorCount)
  }

  @Test("So many files are at work at once, and no more", .timeLimit(.minutes(1)))
  func atOnce() throws {
    let recording = try Recording()
    let names = (0..<12).map { "\($0).wav" }
    for name in names { try recording.writeSound(name, count: 10) }
    let meeting = Meeting(of: 3)
    recording.isolator = .passThrough { meeting.attend() }
    #expect(recording.run(names.map(recording.path) + ["--jobs", "3", "-d", "@out"]) == 0)
    #expect(meeting.mostAtOnce == 3)
    #expect(recording.errors.contains("voice-isolate: 12 done: "))
  }

  /// Lets nobody go before so many are there.
  private final class Meeting: @unchecked Sendable {
    // Everything is touched with `condition` locked: hence the @unchecked.
    private let condition = NSCondition()
    private let size: Int
    private var waiting = 0
    private var meetings = 0
    private(set) var mostAtOnce = 0

    init(of size: Int) { self.size = size }

    func attend() {
      condition.lock()
      defer { condition.unlock() }
      waiting += 1
      mostAtOnce = max(mostAtOnce, waiting)
      guard waiting < size else {
        waiting = 0
        meetings += 1
        return condition.broadcast()
      }
      let meeting = meetings
      while meetings == meeting { condition.wait() }
    }
  }

  @Test("Two thousand files: every line is whole, every file is told of once", arguments: [1, 4])
  func many(jobs: Int) throws {
    let recording = try Recording()
    try recording.makeFolder("in")
    for index in 0..<2_000 {
      let name = "in/\(index).wav"
      if index % 100 == 7 {
        try recording.write(name, [1, 2, 3])
      } else {
        try recording.writeSound(name, count: 10)
      }
    }
    #expect(recording.run("-r", "@in", "-d", "@out", "--jobs", "\(jobs)", "--json") == 1)
    struct Line: Decodable { var input, status: String }
    let lines = try recording.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.count == 2_000)
    #expect(Set(lines.map(\.input)).count == 2_000)
    #expect(lines.count { $0.status == "done" } == 1_980)
    #expect(lines.count { $0.status == "failed" } == 20)
    if jobs == 1 {
      #expect(lines.map(\.input) == lines.map(\.input).sorted())
    }
  }

  @Test("Each of several failures keeps its own reason")
  func reasons() throws {
    let recording = try Recording()
    var arguments = ["--jobs", "4", "-q"]
    let (text, noRate) = (Array("text".utf8), "rate.wav")
    try recording.writeSound(noRate, sampleRateHz: 0)
    let damaged = try recording.bytes(noRate)
    for index in 0..<400 {
      let name = "\(index).wav"
      switch index % 3 {
      case 0: try recording.write(name, text)
      case 1: try recording.write(name, damaged)
      default: try recording.writeSound(name, count: 10)
      }
      arguments.append(recording.path(name))
    }
    #expect(recording.run(arguments) == 1)
    let lines = recording.errors.split(separator: "\n").dropLast()
    #expect(lines.count == 267)
    #expect(lines.count { $0.hasSuffix(": Format not recognised") } == 134)
    #expect(
      lines.count { $0.hasSuffix(": the sample rate in its header is 0 or impossible") } == 133)
  }

  @Test("One bar over the whole, taken away for every line and gone at the end")
  func bar() throws {
    let recording = try Recording()
    for name in ["a.wav", "b.wav"] { try recording.writeSound(name, count: 40_000) }
    recording.isTerminal = true
    #expect(recording.run("@a.wav", "@b.wav", "-d", "@out", "--jobs", "1") == 0)
    #expect(
      recording.errors.hasPrefix("\r[####                ] 20 %, 0 of 2 files\r[########"))
    #expect(
      recording.errors.contains("\r\u{1B}[K\(recording.path("out/a.wav")): 0.8 s in "))
    #expect(recording.errors.contains("\n\r[##########          ] 50 %, 1 of 2 files\r"))
    let lines = recording.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[2].hasPrefix("voice-isolate: 2 done: 1.7 s of sound in "))
  }

  @Test("The bar says how much time is left when it can, within 80 columns")
  func timeLeft() {
    var text = ""
    var bar = ProgressBar(title: String(repeating: "n", count: 99)) { text = $0 }
    let title = String(repeating: "n", count: 31) + "…"
    for (fraction, seconds, expected) in [
      (0.5, 0.5, "50 %"), (0.001, 5, "0 %"), (0.25, 30, "25 %, 1:30 left"),
      (0.01, 3_600, "1 %, 99:00:00 left"), (0.99, 100, "99 %, 0:02 left"), (1, 100, "100 %"),
    ] {
      bar.show(fraction, after: seconds)
      #expect(text.hasPrefix("\r\(title) [") && text.contains("] \(expected)"))
      #expect(text.dropFirst().count < 80 + 3)
    }
    // Shorter than what it is drawn over.
    #expect(text.hasSuffix("100 %\u{1B}[K"))
    text = ""
    bar.show(1, after: 101)
    #expect(text == "")
    bar.clear()
    #expect(text == "\r\u{1B}[K")
  }

  @Test("Told to stop with several files at work, the process leaves none half-written")
  func interruption() async throws {
    let recording = try Recording()
    let names = (0..<4).map { "\($0).wav" }
    for name in names { try recording.writeSound(name) }
    let inputs = names.map(recording.path)
    await #expect(processExitsWith: .exitCode(130)) { [inputs = inputs as [String]] in
      Interruption.install()
      let isolator = FileIsolator { _, _ in
        SoundProcess(
          push: { _, _ in
            usleep(100_000)
            kill(getpid(), SIGINT)
            // Busy with something that does not end.
            while true { sleep(1) }
          },
          finish: { _ in }, replacedSampleCount: { 0 })
      }
      let command = VoiceIsolateCommand(
        standardOutput: { _ in }, standardError: { _ in }, isTerminal: false,
        makeIsolator: { _ in isolator })
      _ = command.run(arguments: inputs + ["--jobs", "4"])
    }
    #expect(try recording.names == names)
  }
}
