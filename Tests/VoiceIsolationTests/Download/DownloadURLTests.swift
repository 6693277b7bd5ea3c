import Foundation
import Testing

@testable import VoiceIsolation

@Suite struct DownloadURLTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(
    "One folder, however it is written",
    arguments: [
      "https://example.org/a/b", "https://example.org/a/b/", "HTTPS://Example.ORG/a/b#c",
    ])
  func spellings(text: String) throws {
    let folder = try ModelFolder(url(text))
    #expect(
      folder.weightFile.absoluteString == "https://example.org/a/b/DeepFilterNet3.safetensors")
    #expect(folder.cacheName == (try ModelFolder(url("https://example.org/a/b")).cacheName))
  }

  @Test("A query stays, of the file then; spaces and dots of a path stay too")
  func query() throws {
    #expect(
      try ModelFolder(url("http://h:81/a%20b/?key=1%2F2")).checksumFile.absoluteString
        == "http://h:81/a%20b/DeepFilterNet3.safetensors.sha256?key=1%2F2")
    #expect(
      try ModelFolder(url("http://h")).weightFile.absoluteString
        == "http://h/DeepFilterNet3.safetensors")
  }

  @Test("Folders have names of their own in a cache")
  func names() throws {
    let texts = ["http://h/a", "http://h/a?b", "http://h/b", "https://h/a", "http://h:1/a"]
    let names = try texts.map { try ModelFolder(url($0)).cacheName }
    #expect(Set(names).count == texts.count)
    #expect(names.allSatisfy { $0.utf8.count == 15 + 64 + 12 })
  }

  @Test("Folders of this machine")
  func local() throws {
    #expect(try ModelFolder(url("file:///a%20b/")).localPath == "/a b")
    #expect(try ModelFolder(url("file://localhost/a")).localPath == "/a")
    #expect(try ModelFolder(url("file:///")).localPath == "/")
    #expect(try ModelFolder(url("http://h/a")).localPath == nil)
  }

  @Test(
    "What is no URL of a folder",
    arguments: [
      "ftp://h/a", "models/a", "https:///a", "file://host/a", "file:///a%FF/b", "data:,a",
      "me:pw@h/a",
    ])
  func unsupported(text: String) throws {
    let error = #expect(throws: ModelDownloadError.self) { try ModelFolder(self.url(text)) }
    #expect(error?.reason == .unsupportedURL)
    #expect(error.map { !"\($0)".contains("pw") } == true)
  }
}
