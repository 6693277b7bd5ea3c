import Foundation
import Testing
import VoiceIsolationTestSupport

@testable import VoiceIsolation

/// Downloads from a server that does what it should.
@Suite(.serialized) struct DownloadCacheTests {
  private static let digest = SHA256.hexDigest(of: ModelHost.weights)

  @Test("Downloaded once, and whole")
  func once() async throws {
    let host = try ModelHost()
    let shares = Shares()
    try await host.model { shares.append($0) }
    try host.expectKept()
    #expect(shares.all == shares.all.sorted())
    #expect(shares.all.last == 1)
    #expect(shares.all.allSatisfy { (0...1).contains($0) })
    #expect(host.server.requests == ["GET \(ModelHost.file)", "GET \(ModelHost.checksumFile)"])

    try await host.model()
    #expect(host.server.requests.count == 2)
    // Nor is the server needed any more, however the folder is written.
    host.server.stop()
    _ = try await host.cache.model(from: host.server.url("/models/"))
  }

  @Test("The query goes with every request")
  func query() async throws {
    let host = try ModelHost(nil)
    host.server["\(ModelHost.file)?a=b"] = .body(ModelHost.weights)
    let base = try #require(URL(string: host.base.absoluteString + "/?a=b"))
    _ = try await host.cache.model(from: base)
    #expect(
      host.server.requests == ["GET \(ModelHost.file)?a=b", "GET \(ModelHost.checksumFile)?a=b"])
  }

  @Test(
    "A checksum that fits, as sha256sum writes it or alone",
    arguments: ["", "\n", "  DeepFilterNet3.safetensors\n", " *x\r\n"])
  func checksum(ending: String) async throws {
    let host = try ModelHost()
    host.server[ModelHost.checksumFile] = .body(Array((Self.digest.uppercased() + ending).utf8))
    try await host.model()
    try host.expectKept()
  }

  @Test("In chunks, of a length that nobody announced: no share of it is known")
  func chunks() async throws {
    let host = try ModelHost(.chunks(ModelHost.weights, of: 100_000))
    let shares = Shares()
    try await host.model { shares.append($0) }
    try host.expectKept()
    #expect(shares.all == [])
  }

  @Test("Up to the end of the connection, without a length")
  func untilTheEnd() async throws {
    let host = try ModelHost(
      .cut(ModelHost.weights, after: ModelHost.weights.count, isAnnounced: false))
    try await host.model()
    try host.expectKept()
  }

  @Test("Redirects are followed", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) async throws {
    let host = try ModelHost(.redirect(to: "/b", status: status))
    host.server["/b"] = .redirect(to: host.server.url("/c").absoluteString, status: status)
    host.server["/c"] = .body(ModelHost.weights)
    try await host.model()
    try host.expectKept()
  }

  @Test("What the system removed is downloaded again, with the folder")
  func emptied() async throws {
    let host = try ModelHost()
    try await host.model()
    try FileManager.default.removeItem(at: host.folder.url)
    try await host.model()
    try host.expectKept()
    #expect(host.server.requestCount(of: ModelHost.file) == 2)
  }

  @Test("A damaged file of the cache is replaced, and is gone if there is nothing to replace it")
  func damaged() async throws {
    let host = try ModelHost()
    let name = try ModelFolder(host.base).cacheName
    try host.folder.write(name, Array(ModelHost.weights.prefix(1_000_000)))
    try await host.model()
    try host.expectKept()
    try host.folder.write(name, [])
    host.server.stop()
    #expect(try await host.failure() == .noConnection("the server cannot be reached"))
  }

  @Test("A file in place of the cache, or of a folder above it")
  func noCache() async throws {
    let host = try ModelHost()
    try host.folder.write("file", [1])
    for place in ["file", "file/below"] {
      let cache = ModelCache(folder: host.folder.file(place))
      let error = await #expect(throws: ModelDownloadError.self) {
        _ = try await cache.model(from: host.base)
      }
      let path = host.folder.file(place).path
      #expect(error?.reason == .fileSystem(path: path, "Not a directory"))
    }
    #expect(host.server.requests == [])
    #expect(try host.folder.names == ["file"])
  }

  @Test("A folder in place of the cached file")
  func folderInPlace() async throws {
    let host = try ModelHost()
    let place = host.folder.file(try ModelFolder(host.base).cacheName)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    let error = await #expect(throws: ModelDownloadError.self) { try await host.model() }
    #expect(error?.reason == .fileSystem(path: place.path, "Is a directory"))
    #expect(try host.folder.names == [place.lastPathComponent])
  }
}

/// Unchecked: `lock` guards what changes.
private final class Shares: @unchecked Sendable {
  private let lock = NSLock()
  private var shares: [Double] = []

  var all: [Double] { lock.withLock { shares } }

  func append(_ share: Double) { lock.withLock { shares.append(share) } }
}
