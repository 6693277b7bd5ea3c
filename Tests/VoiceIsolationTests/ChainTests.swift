import Foundation
import Testing
import VoiceIsolation
import VoiceIsolationTestSupport

@Suite("Chain")
struct ChainTests {
  /// Appends a letter to a file, or fails.
  private struct Appending: VoiceIsolationProvider {
    let letter: String
    var failure: (any Error & Sendable)?
    let seen: Locked<[URL]>

    func prewarm() async throws { seen.change { $0.append(URL(fileURLWithPath: letter)) } }

    func isolateVoice(from input: URL, to output: URL) async throws {
      seen.change { $0 += [input, output] }
      if let failure { throw failure }
      try Data(try Data(contentsOf: input) + Data(letter.utf8)).write(to: output)
    }
  }

  private let seen = Locked<[URL]>([])
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Each works on what the one before has made; what lies between is removed")
  func order() async throws {
    let input = URL(fileURLWithPath: try folder.write("in.txt", Array("x".utf8)))
    let output = URL(fileURLWithPath: folder("out.txt"))
    let chain = ProviderChain(
      Appending(letter: "a", seen: seen), Appending(letter: "b", seen: seen),
      Appending(letter: "c", seen: seen))
    try await chain.prewarm()
    #expect(seen.value.map(\.lastPathComponent) == ["a", "b", "c"])
    try await chain.isolateVoice(from: input, to: output)
    #expect(try folder.bytes("out.txt") == Array("xabc".utf8))
    #expect(seen.value.allSatisfy { $0 == output || !$0.path.hasSuffix("out.txt") })
    expectNothingLeft()
  }

  @Test("A chain of one hands over the files themselves")
  func one() async throws {
    let input = URL(fileURLWithPath: try folder.write("in.txt", [1]))
    let output = URL(fileURLWithPath: folder("out.txt"))
    try await ProviderChain(Appending(letter: "a", seen: seen))
      .isolateVoice(from: input, to: output)
    #expect(seen.value == [input, output])
  }

  @Test("A failure ends it, and what lies between is removed")
  func failure() async throws {
    struct Failure: Error {}
    let input = URL(fileURLWithPath: try folder.write("in.txt", [1]))
    let chain = ProviderChain(
      Appending(letter: "a", seen: seen), Appending(letter: "b", failure: Failure(), seen: seen),
      Appending(letter: "c", seen: seen))
    let error = await expectFailure(.processingFailed) {
      try await chain.isolateVoice(from: input, to: URL(fileURLWithPath: folder("out.txt")))
    }
    guard case .processingFailed(let cause) = error, cause is Failure else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(seen.value.count == 4)
    #expect(try folder.names == ["in.txt"])
    expectNothingLeft()
  }

  @Test("The input itself is refused as the output, under any name, before any work")
  func sameFile() async throws {
    let input = URL(fileURLWithPath: try folder.write("in.txt", [1]))
    try folder.link("link.txt", to: "in.txt")
    let chain = ProviderChain(
      Appending(letter: "a", seen: seen), Appending(letter: "b", seen: seen))
    for name in ["in.txt", "link.txt"] {
      let error = await expectFailure(.processingFailed) {
        try await chain.isolateVoice(from: input, to: URL(fileURLWithPath: folder(name)))
      }
      #expect(error?.localizedDescription.contains("is the input itself") == true)
    }
    #expect(seen.value == [])
    #expect(try folder.bytes("in.txt") == [1])
  }

  /// Of all files but the first and the last, and of their folders.
  private func expectNothingLeft() {
    for url in seen.value where !url.path.hasPrefix(folder.path) {
      #expect(!FileManager.default.fileExists(atPath: url.path))
      let parent = url.deletingLastPathComponent().path
      if parent.contains("voice-isolation-") {
        #expect(!FileManager.default.fileExists(atPath: parent))
      }
    }
  }
}
