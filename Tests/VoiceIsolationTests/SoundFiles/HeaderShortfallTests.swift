import Testing
import VoiceIsolation

@Suite struct HeaderShortfallTests {
  @Test("The bytes promised and found are read from the log")
  func found() {
    let shortfall = HeaderShortfall(log: "WAVE\ndata : 1000000 (should be 1000)\nEnd\n")
    #expect(shortfall?.promisedByteCount == 1_000_000)
    #expect(shortfall?.foundByteCount == 1_000)
  }

  @Test(
    "Whole files and lengths that nobody knew are no shortfall",
    arguments: [
      "", "data : 1000", "data : 1000 (should be 2000)", "data : 4294967295 (should be 10)",
      "data : 2147483647 (should be 10)", "data : 2147479552 (should be 10)",
      "fact : 0 (should not be zero)", "data : (should be 3)", "data : 7 (should be )",
    ])
  func none(log: String) {
    #expect(HeaderShortfall(log: log) == nil)
  }
}
