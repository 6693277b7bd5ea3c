import Foundation
import Testing

@testable import VoiceIsolation

/// Servers that do not do what they should. Each ends in its error, and leaves nothing.
@Suite(.serialized) struct DownloadBadServerTests {
  @Test("Every status but 200", arguments: [204, 206, 304, 401, 403, 404, 410, 429, 500, 503])
  func status(_ status: Int) async throws {
    let headers = status == 401 ? ["WWW-Authenticate: Digest realm=\"a\", nonce=\"b\""] : []
    let host = try ModelHost(.status(status, headers: headers))
    #expect(try await host.failure() == .status(status))
  }

  @Test("A folder with the ONNX export instead")
  func onnx() async throws {
    let host = try ModelHost(nil)
    host.server["/models/enc.onnx"] = .body([1, 2, 3])
    #expect(try await host.failure() == .onnxExport)
    #expect(host.server.requests == ["GET \(ModelHost.file)", "HEAD /models/enc.onnx"])
  }

  @Test("A page with status 200")
  func page() async throws {
    let host = try ModelHost(.body(Array("<!DOCTYPE html><html>Sorry</html>".utf8)))
    #expect(try await host.failure() == .unusable(WeightFileError(.notAWeightFile)))
  }

  @Test("Nothing with status 200")
  func empty() async throws {
    let host = try ModelHost(.body([]))
    #expect(try await host.failure() == .unusable(WeightFileError(.truncated)))
  }

  @Test("A body cut short that was announced", arguments: [0, 1, 1_000_000])
  func cut(count: Int) async throws {
    let host = try ModelHost(.cut(ModelHost.weights, after: count))
    #expect(
      try await host.failure()
        == .wrongLength(received: count, announced: ModelHost.weights.count))
  }

  @Test("A body cut short that was not announced")
  func cutSecretly() async throws {
    let host = try ModelHost(.cut(ModelHost.weights, after: 1_000_000, isAnnounced: false))
    guard case .unusable(let error) = try await host.failure() else {
      Issue.record("a part is no weight file")
      return
    }
    #expect(error.reason == .truncated)
  }

  @Test("Chunks without the last")
  func cutChunks() async throws {
    let host = try ModelHost(
      .chunks(Array(ModelHost.weights.prefix(1_000_000)), of: 9_999, isEnded: false))
    guard case .noConnection = try await host.failure() else {
      Issue.record("the connection broke")
      return
    }
  }

  @Test("A connection that ends without an answer, and an answer that is not HTTP")
  func noAnswer() async throws {
    for text in ["", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 200"] {
      let host = try ModelHost(.raw(text), limits: DownloadLimits(silenceSeconds: 5))
      guard case .noConnection = try await host.failure() else {
        Issue.record("\(text) is no answer")
        return
      }
    }
  }

  @Test("A checksum that does not fit, and files that are none")
  func checksum() async throws {
    let host = try ModelHost()
    let wrong = String(repeating: "0a", count: 32)
    host.server[ModelHost.checksumFile] = .body(Array((wrong + "  name\n").utf8))
    let digest = SHA256.hexDigest(of: ModelHost.weights)
    #expect(try await host.failure() == .wrongChecksum(expected: wrong, actual: digest))
    for text in ["", digest + "0", String(digest.dropLast()), "<html>"] {
      host.server[ModelHost.checksumFile] = .body(Array(text.utf8))
      #expect(try await host.failure() == .badChecksumFile)
    }
    host.server[ModelHost.checksumFile] = .endless
    #expect(try await host.failure() == .badChecksumFile)
    host.server[ModelHost.checksumFile] = .status(500)
    #expect(try await host.failure() == .status(500))
  }

  @Test("A body without an end")
  func endless() async throws {
    let host = try ModelHost(.endless, limits: DownloadLimits(maximumByteCount: 5_000_000))
    #expect(try await host.failure() == .tooLarge(maximumByteCount: 5_000_000))
  }

  @Test("A body that is announced to be too large is not fetched")
  func tooLarge() async throws {
    let host = try ModelHost(limits: DownloadLimits(maximumByteCount: 1_000_000))
    #expect(try await host.failure() == .tooLarge(maximumByteCount: 1_000_000))
  }

  @Test("A body that stops coming, or never comes")
  func silent() async throws {
    for answer in [Answer.stalled(ModelHost.weights, after: 100_000), .silence] {
      let host = try ModelHost(answer, limits: DownloadLimits(silenceSeconds: 0.3))
      #expect(try await host.failure() == .silence(seconds: 0.3))
    }
  }

  @Test("A body that trickles for too long")
  func trickling() async throws {
    let host = try ModelHost(
      .trickling(ModelHost.weights, until: Gate()),
      limits: DownloadLimits(silenceSeconds: 10, wholeSeconds: 0.5))
    #expect(try await host.failure() == .tooSlow(seconds: 0.5))
  }

  @Test("A checksum that comes too late counts too")
  func lateChecksum() async throws {
    let host = try ModelHost(limits: DownloadLimits(silenceSeconds: 10, wholeSeconds: 2))
    host.server[ModelHost.checksumFile] = .silence
    #expect(try await host.failure() == .tooSlow(seconds: 2))
  }

  @Test("Redirects in a circle, to nowhere, and to what is not http")
  func redirects() async throws {
    let host = try ModelHost(.redirect(to: ModelHost.file))
    #expect(try await host.failure() == .tooManyRedirects)
    #expect(host.server.requestCount(of: ModelHost.file) == 11)
    host.server[ModelHost.file] = .status(302)
    #expect(try await host.failure() == .status(302))
    // `Redirects` has the say unless URLSession takes them for something else before.
    for place in ["ftp://127.0.0.1/a", "file:///etc/hostname"] {
      host.server[ModelHost.file] = .redirect(to: place)
      #expect(try await host.failure() != nil)
    }
  }

  @Test("What is compressed is refused")
  func compressed() async throws {
    let host = try ModelHost(.body(ModelHost.weights, headers: ["Content-Encoding: gzip"]))
    #expect(try await host.failure() == .encoded("gzip"))
  }

  @Test("A server that goes in the middle, and comes back")
  func comingBack() async throws {
    let host = try ModelHost(.stalled(ModelHost.weights, after: 100_000))
    let begun = Gate()
    async let failed = #expect(throws: ModelDownloadError.self) {
      try await host.model { _ in begun.open() }
    }
    await begun.opened()
    host.server.stop()
    guard case .wrongLength? = await failed?.reason else {
      Issue.record("the body was cut")
      return
    }
    #expect(try await host.failure() == .noConnection("the server cannot be reached"))
    try host.server.start()
    host.server[ModelHost.file] = .body(ModelHost.weights)
    try await host.model()
    try host.expectKept()
  }
}
