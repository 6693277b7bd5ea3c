import Foundation
import Testing
import VoiceIsolationCore
import VoiceIsolationTestSupport

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder
  private let input: String
  private let isolator = FileIsolator.passThrough()

  init() throws {
    self.folder = try TemporaryFolder()
    self.input = try folder.write("in.wav", WAVFile(samples: WAVFile.noise(count: 9_999)).bytes)
  }

  @Test(
    "The output appears under its name and nothing else does", arguments: OutputNaming.allCases)
  func appears(naming: OutputNaming) throws {
    var isolator = isolator
    isolator.outputNaming = naming
    // Where nothing is, and where that one is.
    for _ in 0..<2 {
      _ = try isolator.isolate(input, to: folder("out.wav"))
      #expect(try folder.names == ["in.wav", "out.wav"])
      #expect(try folder.bytes("out.wav") == folder.bytes("in.wav"))
      try folder.write("out.wav", [1, 2, 3])
    }
  }

  @Test(
    "A new file has the rights that any new file has, a replaced one keeps its own",
    arguments: OutputNaming.allCases)
  func permissions(naming: OutputNaming) throws {
    var isolator = isolator
    isolator.outputNaming = naming
    try folder.write("plain", [])
    try folder.write("old.wav", [])
    try folder.setPermissions("old.wav", 0o640)
    for name in ["new.wav", "old.wav"] { _ = try isolator.isolate(input, to: folder(name)) }
    #expect(try permissions("new.wav") == permissions("plain"))
    #expect(try permissions("old.wav") == 0o640)
  }

  @Test("A link stays and what it points to is replaced, through several links too")
  func links() throws {
    try folder.write("real.wav", [])
    try folder.link("near.wav", to: "real.wav")
    try folder.link("far.wav", to: folder("near.wav"))
    _ = try isolator.isolate(input, to: folder("far.wav"))
    #expect(try folder.names == ["far.wav", "in.wav", "near.wav", "real.wav"])
    #expect(try folder.bytes("real.wav") == folder.bytes("in.wav"))
    #expect(FileStatus(path: folder("far.wav")) != nil)
    #expect(resolvedPath(folder("far.wav")) == folder("real.wav"))
  }

  @Test("A link to a file that is not there yet makes the file")
  func danglingLink() throws {
    try makeFolder(folder("sub"))
    try folder.link("link.wav", to: "sub/new.wav")
    _ = try isolator.isolate(input, to: folder("link.wav"))
    #expect(try folder.bytes("sub/new.wav") == folder.bytes("in.wav"))
    #expect(resolvedPath(folder("link.wav")) == folder("sub/new.wav"))
  }

  @Test("A link to a name that is not UTF-8 is refused, and no other name is written")
  func linkToBytes() throws {
    let link = folder("link.wav")
    // Both C strings, of which the first is `no\xFF.wav`, are lent to the call.
    let target = [0x6E, 0x6F, 0xFF, 0x2E, 0x77, 0x61, 0x76, 0].map(CChar.init(truncatingIfNeeded:))
    try #require(unsafe symlink(target, link) == 0)
    let error = #expect(throws: SoundFileError.self) { try isolator.isolate(input, to: link) }
    #expect(error?.reason == .cannotWrite("it is a link to a name that is not UTF-8"))
    #expect(try folder.names == ["in.wav", "link.wav"])
  }

  @Test("The input's own file is refused under each of its names")
  func sameFile() throws {
    try folder.link("link.wav", to: "in.wav")
    try FileManager.default.linkItem(atPath: input, toPath: folder("hard.wav"))
    let before = try folder.bytes("in.wav")
    for (from, to) in [
      ("in.wav", "in.wav"), ("in.wav", "link.wav"), ("link.wav", "in.wav"), ("in.wav", "hard.wav"),
      ("hard.wav", "link.wav"),
    ] {
      #expect(failure(from: from, to: to) == .sameFile)
    }
    #expect(try folder.bytes("in.wav") == before)
    #expect(try folder.names == ["hard.wav", "in.wav", "link.wav"])
  }

  @Test("The input is replaced where the caller says so, with its rights, and through links")
  func replacesInput() throws {
    try folder.setPermissions("in.wav", 0o640)
    try folder.link("link.wav", to: "in.wav")
    let silence = FileIsolator.passThrough(gain: 0)
    _ = try silence.isolate(folder("link.wav"), to: folder("link.wav"), replacesInput: true)
    #expect(try folder.names == ["in.wav", "link.wav"])
    #expect(resolvedPath(folder("link.wav")) == folder("in.wav"))
    #expect(try folder.bytes("in.wav") == WAVFile(samples: .init(repeating: 0, count: 9_999)).bytes)
    #expect(try permissions("in.wav") == 0o640)
  }

  @Test("An output that exists is left alone where the caller says so")
  func exists() throws {
    try folder.write("out.wav", [1, 2, 3])
    let error = #expect(throws: SoundFileError.self) {
      try isolator.isolate(input, to: folder("out.wav"), replacesExisting: false)
    }
    #expect(error?.reason == .exists)
    #expect(try folder.bytes("out.wav") == [1, 2, 3])
  }

  @Test(
    "An output that appears meanwhile is left alone too", arguments: [true, false],
    OutputNaming.allCases)
  func appearsMeanwhile(replacesExisting: Bool, naming: OutputNaming) throws {
    let output = folder("out.wav")
    var isolator = FileIsolator.passThrough {
      try? Data([1, 2, 3]).write(to: URL(filePath: output))
    }
    isolator.outputNaming = naming
    if replacesExisting {
      _ = try isolator.isolate(input, to: output)
      #expect(try folder.bytes("out.wav") == folder.bytes("in.wav"))
    } else {
      let error = #expect(throws: SoundFileError.self) {
        try isolator.isolate(input, to: output, replacesExisting: false)
      }
      #expect(error?.reason == .exists)
      #expect(try folder.bytes("out.wav") == [1, 2, 3])
    }
    #expect(try folder.names == ["in.wav", "out.wav"])
  }

  @Test("Without replacing, the output is the only new name", arguments: OutputNaming.allCases)
  func notReplacing(naming: OutputNaming) throws {
    var isolator = isolator
    isolator.outputNaming = naming
    _ = try isolator.isolate(input, to: folder("out.wav"), replacesExisting: false)
    #expect(try folder.names == ["in.wav", "out.wav"])
    #expect(try folder.bytes("out.wav") == folder.bytes("in.wav"))
  }

  @Test("What replaces a file is for its owner alone while it is written")
  func permissionsMeanwhile() throws {
    try folder.write("old.wav", [])
    try folder.setPermissions("old.wav", 0o640)
    let path = folder.path
    var isolator = FileIsolator.passThrough {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let hidden = names.filter { $0.hasPrefix(".") }
      #expect(hidden.count == 1)
      for name in hidden { #expect(FileStatus(path: path + "/" + name)?.permissions == 0o600) }
    }
    isolator.outputNaming = .first
    _ = try isolator.isolate(input, to: folder("old.wav"))
    #expect(try permissions("old.wav") == 0o640)
  }

  #if os(Linux)
    @Test("What is written has no name meanwhile", .enabled(if: knowsUnnamedFiles))
    func noName() throws {
      let path = folder.path
      let isolator = FileIsolator.passThrough {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names == ["in.wav"])
      }
      _ = try isolator.isolate(input, to: folder("out.wav"))
    }

    private static var knowsUnnamedFiles: Bool {
      // Lends the path to the call. The number is that of O_TMPFILE.
      let file = unsafe open(
        FileManager.default.temporaryDirectory.path, 0o20_000_000 | O_DIRECTORY | O_RDWR, 0o600)
      close(file)
      return file >= 0
    }
  #endif

  @Test("A zero byte does not make a path another file's")
  func zeroByte() throws {
    #expect(
      failure(from: "in.wav\0.wav", to: "out.wav") == .cannotRead("its name holds a zero byte"))
    #expect(failure(to: "out.wav\0.wav") == .cannotWrite("its name holds a zero byte"))
    #expect(throws: SoundFileError.self) { try makeFolder(folder("sub\0b")) }
    #expect(throws: ModelLocationError.self) { try ModelLocation.find(input + "\0b") }
    #expect(try folder.names == ["in.wav"])
  }

  @Test("Folders, missing folders and files in place of folders are refused")
  func folders() throws {
    try makeFolder(folder("sub"))
    #expect(failure(to: "sub") == .isFolder)
    #expect(failure(to: "new/") == .isFolder)
    #expect(failure(from: "sub", to: "out.wav") == .isFolder)
    #expect(failure(to: "no/out.wav") == .folderMissing(folder("no")))
    #expect(failure(to: "in.wav/out.wav") == .cannotWrite(systemMessage(ENOTDIR)))
    #expect(failure(from: "no.wav", to: "out.wav") == .cannotRead(systemMessage(ENOENT)))
    #expect(try folder.names == ["in.wav", "sub"])
  }

  @Test("A folder that may not be written in", .enabled(if: geteuid() != 0))
  func readOnlyFolder() throws {
    try makeFolder(folder("sub"))
    try folder.setPermissions("sub", 0o555)
    #expect(failure(to: "sub/out.wav") == .cannotWrite(systemMessage(EACCES)))
    try folder.setPermissions("sub", 0o755)
  }

  @Test("A failure while reading leaves an older output as it was")
  func olderOutput() throws {
    try folder.write("out.wav", [1, 2, 3])
    try folder.write("bad.wav", [1, 2, 3])
    #expect(failure(from: "bad.wav", to: "out.wav") != nil)
    #expect(try folder.bytes("out.wav") == [1, 2, 3])
  }

  #if os(Linux)
    @Test("A full disk is an error, even if it shows only when the file is closed")
    func full() throws {
      #expect(failure(to: "/dev/full") == .cannotWrite(systemMessage(ENOSPC)))
      _ = try isolator.isolate(input, to: folder("small.flac"))
      #expect(failure(from: "small.flac", to: "/dev/full") == .cannotWrite(systemMessage(ENOSPC)))
    }

    @Test("A device is written straight")
    func device() throws {
      _ = try isolator.isolate(input, to: "/dev/null")
      #expect(FileStatus(path: "/dev/null")?.kind == .device)
    }

    @Test("A pipe takes every format, though there is no way back to the header in it")
    func pipe() throws {
      // Lends the path to the calls.
      try #require(unsafe mkfifo(folder("pipe"), 0o600) == 0)
      // Open for reading, so that nobody waits; what is written stays in the pipe's buffer.
      let reader = unsafe open(folder("pipe"), O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      for name in ["in.wav", "in.flac", "in.aiff", "in.caf", "in.au", "in.w64", "in.rf64"] {
        if name != "in.wav" { _ = try isolator.isolate(input, to: folder(name)) }
        _ = try isolator.isolate(folder(name), to: folder("pipe"))
        var bytes = [UInt8](repeating: 0, count: 65_536)
        // Lends the array and its length.
        let count = unsafe read(reader, &bytes, bytes.count)
        try folder.write("out", Array(bytes.prefix(count)))
        let written = try SoundFile(path: folder("out"))
        #expect(try written.samples == SoundFile(path: input).samples)
        #expect(try written.format == SoundFile(path: folder(name)).format)
      }
      #expect(FileStatus(path: folder("pipe"))?.kind == .pipe)
    }
  #endif

  /// - Parameter to: an absolute path, or one in the folder.
  private func failure(from: String = "in.wav", to: String) -> SoundFileError.Reason? {
    let error = #expect(throws: SoundFileError.self) {
      try isolator.isolate(folder(from), to: to.hasPrefix("/") ? to : folder(to))
    }
    return error?.reason
  }

  private func permissions(_ name: String) throws -> UInt32 {
    try #require(FileStatus(path: folder(name))).permissions
  }

  @Test("What is cancelled in the middle leaves nothing")
  func cancelled() throws {
    let sound = WAVFile(samples: [Int16](repeating: 8_192, count: 100_000))
    try folder.write("in.wav", sound.bytes)
    final class Count: @unchecked Sendable { var value = 0 }  // One thread's alone.
    let count = Count()
    var isolator = isolator
    isolator.isCancelled = {
      count.value += 1
      return count.value == 4
    }
    let error = #expect(throws: SoundFileError.self) {
      try isolator.isolate(folder("in.wav"), to: folder("out.wav"))
    }
    #expect(error?.reason == .cancelled && count.value == 4)
    #expect(try folder.names == ["in.wav"])
  }
}
