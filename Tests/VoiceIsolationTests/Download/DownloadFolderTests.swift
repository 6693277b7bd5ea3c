import Foundation
import Testing
import VoiceIsolationTestSupport

@testable import VoiceIsolation

@Suite struct DownloadFolderTests {
  #if !canImport(Darwin)
    @Test("What a server says before its answer is not the answer", arguments: [100, 103])
    func interim(status: Int) async throws {
      let host = try ModelHost(.interim(status, then: .body(ModelHost.weights)))
      _ = try await host.model()
      try host.expectKept()
      let unwilling = try ModelHost(.interim(status, then: .status(403)))
      #expect(try await unwilling.failure() == .status(403))
    }

    @Test("The system's, as the XDG specification has it")
    func standard() {
      func path(_ environment: [String: String]) -> String {
        CacheFolder.standard(environment: environment).path
      }
      #expect(path(["XDG_CACHE_HOME": "/x/y", "HOME": "/home/me"]) == "/x/y/VoiceIsolation")
      #expect(
        path(["XDG_CACHE_HOME": "x", "HOME": "/home/me"]) == "/home/me/.cache/VoiceIsolation")
      #expect(path(["XDG_CACHE_HOME": "", "HOME": "/home/me"]) == "/home/me/.cache/VoiceIsolation")
      #expect(path([:]).hasSuffix("/.cache/VoiceIsolation"))
    }
  #endif

  @Test("What an ended process left is deleted after a day, and nothing else")
  func sweep() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("any")
    let names = [".a.1.download", ".b.2.download", "c.download", ".d"]
    for name in names { try folder.write(name, [1]) }
    for name in names where name != ".a.1.download" {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
        ofItemAtPath: folder.file(name).path)
    }
    try CacheFolder.prepare(folder.url.path, for: url)
    #expect(try folder.names == [".a.1.download", ".d", "c.download"])
  }
}
