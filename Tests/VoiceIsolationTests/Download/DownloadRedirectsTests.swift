import Foundation
import Testing

@testable import VoiceIsolation

@Suite struct DownloadRedirectsTests {
  private func follow(_ places: [String]) throws -> [ModelDownloadError.Reason?] {
    let urls = try places.map { try #require(URL(string: $0)) }
    var redirects = Redirects(from: urls[0])
    return urls.dropFirst().map { redirects.follow(to: $0) }
  }

  @Test("From http to https, and never back")
  func secure() throws {
    #expect(try follow(["http://a", "http://b", "HTTPS://c", "https://d"]) == [nil, nil, nil])
    #expect(try follow(["https://a", "http://b"]) == [.unsafeRedirect])
    #expect(try follow(["http://a", "https://b", "http://c"]) == [nil, .unsafeRedirect])
  }

  @Test("To nothing but http", arguments: ["ftp://a", "file:///a", "data:,a", "a"])
  func schemes(place: String) throws {
    #expect(try follow(["http://a", place]) == [.unsafeRedirect])
  }

  @Test("Ten times")
  func count() throws {
    let places = [String](repeating: "http://a", count: 12)
    #expect(
      try follow(places) == [ModelDownloadError.Reason?](repeating: nil, count: 10) + [
        .tooManyRedirects
      ])
  }
}
