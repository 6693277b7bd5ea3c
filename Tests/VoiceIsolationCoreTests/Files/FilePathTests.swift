import Testing
import VoiceIsolationCore

@Suite struct FilePathTests {
  @Test(
    "A path comes apart into folder, name, stem and extension",
    arguments: [
      ("a.wav", ".", "a.wav", "a", "wav"),
      ("/a.wav", "/", "a.wav", "a", "wav"),
      ("x/y/a.b.flac", "x/y", "a.b.flac", "a.b", "flac"),
      ("x.y/talk", "x.y", "talk", "talk", ""),
      ("x/.wav", "x", ".wav", ".wav", ""),
      ("x/a.", "x", "a.", "a", ""),
      ("x/", "x", "", "", ""),
      ("x/\u{301}a.\u{301}b", "x", "\u{301}a.\u{301}b", "\u{301}a", "\u{301}b"),
      ("", ".", "", "", ""),
    ])
  func parts(path: String, folder: String, name: String, stem: String, ending: String) {
    let parts = FilePath(path)
    #expect(parts.folder == folder)
    #expect(Array(parts.name.utf8) == Array(name.utf8))
    #expect(Array(parts.stem.utf8) == Array(stem.utf8))
    #expect(Array(parts.fileExtension.utf8) == Array(ending.utf8))
  }

  @Test("Joining puts one slash")
  func join() {
    #expect(FilePath.join("a", "b") == "a/b")
    #expect(FilePath.join("a/", "b") == "a/b")
    #expect(FilePath.join("/", "b") == "/b")
  }
}
