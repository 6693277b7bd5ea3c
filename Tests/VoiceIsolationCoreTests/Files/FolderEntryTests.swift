import Foundation
import Testing
import VoiceIsolationCore
import VoiceIsolationTestSupport

@Suite struct FolderEntryTests {
  private let folder: TemporaryFolder

  init() throws { self.folder = try TemporaryFolder() }

  @Test("Everything in a folder, by the bytes of the names")
  func all() throws {
    let names = ["B", "a", "z\n", "é", ".hidden", String(repeating: "n", count: 255)]
    for name in names { try folder.write(name, []) }
    try makeFolder(folder("sub/deep"))
    let entries = try FolderEntry.all(inFolder: folder.path)
    #expect(entries.map(\.name) == [".hidden", "B", "a", names[5], "sub", "z\n", "é"])
    #expect(!entries.map(\.isExact).contains(false))
  }

  #if os(Linux)
    @Test("A name that is not UTF-8 is told from the one that it is shown as")
    func bytes() throws {
      let path = Array((folder("x")).utf8) + [0xFF, 0]
      // Lends the path, a C string, to the call.
      try #require(unsafe mkdir(path.map(CChar.init(bitPattern:)), 0o700) == 0)
      let entries = try FolderEntry.all(inFolder: folder.path)
      #expect(entries.map(\.name) == ["x\u{FFFD}"])
      #expect(entries.map(\.isExact) == [false])
    }
  #endif

  @Test("What is no folder is an error with the system's reason")
  func noFolder() throws {
    try folder.write("file", [])
    for (name, number) in [("none", ENOENT), ("file", ENOTDIR)] {
      let error = #expect(throws: SoundFileError.self) {
        try FolderEntry.all(inFolder: folder(name))
      }
      #expect(error?.reason == .cannotRead(systemMessage(number)))
    }
    #expect(throws: SoundFileError.self) { try FolderEntry.all(inFolder: folder("a\0b")) }
  }

  @Test("A link is itself where links are not followed")
  func links() throws {
    try folder.write("file", [])
    try folder.link("link", to: "file")
    let file = try #require(FileStatus(path: folder("file")))
    let link = try #require(FileStatus(path: folder("link"), followsLinks: false))
    #expect(link.kind == .link)
    #expect(!link.isSameFile(as: file))
    #expect(FileStatus(path: folder("link"))?.isSameFile(as: file) == true)
  }

  #if os(Linux)
    @Test("Whether case counts is seen from what is there, for a folder that is not there too")
    func caseBlindness() throws {
      #expect(!isCaseBlind(folder: folder.path))
      try folder.write("Name", [])
      #expect(!isCaseBlind(folder: folder("new/deeper")))
      // Two files that are one, each under its own name.
      try FileManager.default.linkItem(atPath: folder("Name"), toPath: folder("nAME"))
      #expect(!isCaseBlind(folder: folder.path))
    }
  #endif
}
