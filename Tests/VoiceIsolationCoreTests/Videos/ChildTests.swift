#if canImport(CVoiceIsolationSndfile)
  import Glibc
  import Testing
  import VoiceIsolationCore

  @Suite struct ChildTests {
    @Test("Of what a program prints, the last line that says something is told")
    func log() {
      #expect(ChildLog("").lastLine == nil)
      #expect(
        ChildLog("[mov @ 0x1] [x @ 0x2] no room.\nConversion failed!\n").lastLine == "no room")
      #expect(ChildLog("file:/dev/fd/3: cut\n\n").lastLine == "cut")
      #expect(ChildLog("Conversion failed!\n").lastLine == "Conversion failed!")
      #expect(ChildLog("Error writing trailer of x: No space left").tellsOfLostOutput)
      #expect(!ChildLog("File ended prematurely").tellsOfLostOutput)
    }

    @Test("Values in quotes may hold line ends, quotes and equals signs")
    func probe() {
      let lines = [#"a.b="x\n\"=\\n""#, "a.c=3", #"a.d="N/A""#, "nothing", #"a.e="1.5""#]
      let output = ProbeOutput(lines.joined(separator: "\n"))
      #expect(output["a.b"] == "x\n\"=\\n")
      #expect(output.int("a.c") == 3)
      #expect(output["a.d"] == nil)
      #expect(output.double("a.e") == 1.5)
      #expect(output.names(under: "a.") == ["b", "c", "d", "e"])
    }

    @Test("A program that nobody needs any more is ended, and no trace of it stays")
    func ended() throws {
      let started = ContinuousClock().now
      do { _ = try #require(ChildProcess("sleep", ["1000"])) }
      #expect(ContinuousClock().now - started < .seconds(500))
    }

    @Test("Nobody waits for a program that is not wanted any more", .timeLimit(.minutes(1)))
    func cancelled() throws {
      func program(_ words: String..., isFed: Bool = false) throws -> ChildProcess {
        let started = ContinuousClock().now
        let child = ChildProcess(
          words[0], Array(words[1...]), takesInput: isFed, givesOutput: true,
          isCancelled: { ContinuousClock().now - started > .milliseconds(50) })
        return try #require(child)
      }
      #expect(try program("sleep", "1000").readAll(limit: 1).isEmpty)
      #expect(try program("sleep", "1000").finish().failure == "it was ended by signal 9")
      let deaf = try program("sleep", "1000", isFed: true)
      let words = [UInt8](repeating: 65, count: 10_000_000)
      // Lends the array.
      #expect(unsafe !words.withUnsafeBytes { unsafe deaf.write($0) })
    }

    @Test("Programs that are missing, fail, are killed, or print more than anybody reads")
    func ends() throws {
      errno = 0
      #expect(ChildProcess("no-such-program-anywhere", []) == nil)
      #expect(errno == ENOENT)
      let failing = try #require(ChildProcess("sh", ["-c", "echo words >&2; exit 3"]))
      let end = failing.finish()
      #expect(!end.isSuccess)
      #expect(end.failure == "words")
      let killed = try #require(ChildProcess("sh", ["-c", "kill -9 $$"]))
      #expect(killed.finish().failure == "it was ended by signal 9")
      let loud = try #require(
        ChildProcess(
          "sh", ["-c", "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo end >&2"]))
      #expect(loud.finish().log.lastLine == "end")
    }

    @Test("What it is fed arrives, and feeding one that has left is an error and no signal")
    func input() throws {
      let words = [UInt8](repeating: 65, count: 300_000)
      let counting = try #require(
        ChildProcess("sh", ["-c", "wc -c"], takesInput: true, givesOutput: true))
      // Lends the array.
      #expect(unsafe words.withUnsafeBytes { unsafe counting.write($0) })
      counting.endInput()
      #expect(counting.readAll(limit: 100).filter { $0 > 32 } == Array("300000".utf8))
      #expect(counting.finish().isSuccess)
      let leaving = try #require(ChildProcess("true", [], takesInput: true))
      var isTaken = true
      for _ in 0..<1_000 where isTaken {
        isTaken = unsafe words.withUnsafeBytes { unsafe leaving.write($0) }
      }
      #expect(!isTaken)
    }
  }
#endif
