import Testing
import VoiceIsolation

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
      ("", ".", "", "", ""),
    ])
  func parts(path: String, folder: String, name: String, stem: String, ending: String) {
    let parts = FilePath(path)
    #expect(parts.folder == folder)
    #expect(parts.name == name)
    #expect(parts.stem == stem)
    #expect(parts.fileExtension == ending)
  }

  @Test("Joining puts one slash")
  func join() {
    #expect(FilePath.join("a", "b") == "a/b")
    #expect(FilePath.join("a/", "b") == "a/b")
    #expect(FilePath.join("/", "b") == "/b")
  }
}
