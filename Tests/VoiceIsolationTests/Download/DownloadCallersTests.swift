import Foundation
import Testing
import VoiceIsolationTestSupport

@testable import VoiceIsolation

/// Several callers at once, and callers that are cancelled. One test at a time, as for the servers: how
/// FoundationNetworking fares with many sessions at once is not what is tested.
@Suite(.serialized) struct DownloadCallersTests {
  /// A caller that is known to have joined a download when its gate opens.
  private func caller(_ host: ModelHost) -> (task: Task<Void, any Error>, joined: Gate) {
    let joined = Gate()
    return (Task { try await host.model { _ in joined.open() } }, joined)
  }

  @Test("Two callers share one download")
  func two() async throws {
    let gate = Gate()
    let host = try ModelHost(.trickling(ModelHost.weights, until: gate))
    let (first, second) = (caller(host), caller(host))
    await first.joined.opened()
    await second.joined.opened()
    gate.open()
    try await first.task.value
    try await second.task.value
    #expect(host.server.requestCount(of: ModelHost.file) == 1)
    try host.expectKept()
  }

  @Test("When one is cancelled, the other goes on", arguments: [0, 1])
  func oneOfTwo(index: Int) async throws {
    let gate = Gate()
    let host = try ModelHost(.trickling(ModelHost.weights, until: gate))
    var callers = [caller(host), caller(host)]
    for caller in callers { await caller.joined.opened() }
    let cancelled = callers.remove(at: index)
    cancelled.task.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.task.value }
    gate.open()
    try await callers[0].task.value
    #expect(host.server.requestCount(of: ModelHost.file) == 1)
    try host.expectKept()
  }

  @Test("When the last is cancelled, the download ends and leaves nothing; the next begins anew")
  func all() async throws {
    let gate = Gate()
    let host = try ModelHost(.trickling(ModelHost.weights, until: gate))
    let callers = [caller(host), caller(host)]
    for caller in callers { await caller.joined.opened() }
    for caller in callers { caller.task.cancel() }
    for caller in callers {
      await #expect(throws: CancellationError.self) { try await caller.task.value }
    }
    #expect(try host.folder.names == [])
    gate.open()
    try await host.model()
    #expect(host.server.requestCount(of: ModelHost.file) == 2)
  }

  @Test("Cancelled before it asks, and while the server is silent")
  func early() async throws {
    let host = try ModelHost(.silence)
    let unstarted = Task {
      while !Task.isCancelled { await Task.yield() }
      try await host.model()
    }
    unstarted.cancel()
    await #expect(throws: CancellationError.self) { try await unstarted.value }
    #expect(host.server.requests == [])

    let waiting = caller(host).task
    while host.server.requests.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(try host.folder.names == [])
  }

  @Test("A failure is told to all, and not remembered")
  func failure() async throws {
    let gate = Gate()
    let host = try ModelHost(.trickling([UInt8](repeating: 1, count: 10_000), until: gate))
    let callers = [caller(host), caller(host)]
    for caller in callers { await caller.joined.opened() }
    gate.open()
    for caller in callers {
      await #expect(throws: ModelDownloadError.self) { try await caller.task.value }
    }
    host.server[ModelHost.file] = .body(ModelHost.weights)
    try await host.model()
    try host.expectKept()
  }

  @Test("Cancelled at any moment: an end, and a cache with the whole file or nothing")
  func anyMoment() async throws {
    let host = try ModelHost()
    for moment in 0..<40 {
      let task = caller(host).task
      try await Task.sleep(nanoseconds: UInt64(moment) * 500_000)
      task.cancel()
      do {
        try await task.value
      } catch {
        #expect(error is CancellationError)
      }
      let names = try host.folder.names
      #expect(names.allSatisfy { $0 == (try? ModelFolder(host.base).cacheName) })
      for name in names { try FileManager.default.removeItem(at: host.folder.file(name)) }
    }
  }
}
