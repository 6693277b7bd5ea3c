import Foundation
import Testing

@testable import VoiceIsolation

@Suite("Turnstile")
struct TurnstileTests {
  /// Holds whoever is inside until it is opened.
  private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals: [Int] = []

    func arrive(_ number: Int) async {
      arrivals.append(number)
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }

    func waitForArrivals(_ count: Int) async {
      while arrivals.count < count { await Task.yield() }
    }
  }

  @Test("So many pass at a time, the others in the order in which they came", arguments: [1, 2])
  func order(places: Int) async throws {
    let (turnstile, gate) = (Turnstile(places: places), Gate())
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<6 {
      tasks.append(Task { try await turnstile.pass { await gate.arrive(number) } })
      // Each has come before the next one comes.
      if number < places {
        await gate.waitForArrivals(number + 1)
      } else {
        while await turnstile.waitingCount < number - places + 1 { await Task.yield() }
      }
    }
    #expect(await gate.arrivals == Array(0..<places))
    await gate.open()
    for task in tasks { try await task.value }
    if places == 1 { #expect(await gate.arrivals == Array(0..<6)) }
  }

  @Test("Who is cancelled while waiting leaves, and takes nobody's turn")
  func cancelled() async throws {
    let (turnstile, gate) = (Turnstile(places: 1), Gate())
    let first = Task { try await turnstile.pass { await gate.arrive(0) } }
    await gate.waitForArrivals(1)
    let second = Task { try await turnstile.pass { await gate.arrive(1) } }
    while await turnstile.waitingCount < 1 { await Task.yield() }
    let third = Task { try await turnstile.pass { await gate.arrive(2) } }
    while await turnstile.waitingCount < 2 { await Task.yield() }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    await gate.open()
    try await first.value
    try await third.value
    #expect(await gate.arrivals == [0, 2])
  }

  @Test("A failure frees the place")
  func failure() async throws {
    struct Failure: Error {}
    let turnstile = Turnstile(places: 1)
    for _ in 0..<3 {
      await #expect(throws: Failure.self) { try await turnstile.pass { throw Failure() } }
    }
    #expect(try await turnstile.pass { 1 } == 1)
  }
}
