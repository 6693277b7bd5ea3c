import Testing
import VoiceIsolationCore

@Suite struct HeaderShortfallTests {
  @Test(
    "The bytes promised and found are read from the log, those of the sound first",
    arguments: [
      ("WAVE\ndata : 1000000 (should be 1000)\nEnd\n", 1_000_000, 1_000, true),
      ("RIFF : 40036 (should be 36)\ndata : 40000 (should be 0)\n", 40_000, 0, true),
      ("FORM : 40046 (should be 24024)\n SSND : 40008 (should be 23986)", 40_000, 23_978, true),
      (" SSND : 40008 (should be 3)", 40_000, 0, true),
      (" BODY : 40000 (should be 23960)", 40_000, 23_960, true),
      ("  Data Size   : 40000 (should be 23990)", 40_000, 23_990, true),
      ("  Riff size : 40096 (should be 24054)\n  Data size : 40000", 40_096, 24_054, false),
      ("riff : 5000000000 (should be 24062)\ndata : 40024", 5_000_000_000, 24_062, false),
    ])
  func found(log: String, promised: Int, found: Int, isOfSound: Bool) {
    let shortfall = HeaderShortfall(log: log)
    #expect(shortfall?.promisedByteCount == promised)
    #expect(shortfall?.foundByteCount == found)
    #expect(shortfall?.isOfSound == isOfSound)
    #expect(shortfall?.description.contains("bytes of sound") == isOfSound)
  }

  @Test(
    "Whole files, other corrections and lengths that nobody knew are no shortfall",
    arguments: [
      "", "data : 1000", "data : 1000 (should be 2000)", "data : 4294967295 (should be 10)",
      "data : 2147483647 (should be 10)", "data : 2147479552 (should be 10)",
      "riff : 9223372036854775807 (should be 10)", "  Riff size : -1 (should be 10)",
      "fact : 0 (should not be zero)", "data : (should be 3)", "data : 7 (should be )",
      "  Bytes/sec     : 24333 (should be 24332)", "RIFF : 1001 (should be 1000)\ndata : 964",
      "    ISFT : data : 1000 (should be 10)", " (should be 3)", ":",
    ])
  func none(log: String) {
    #expect(HeaderShortfall(log: log) == nil)
  }
}
