import Dispatch

/// Work on several things side by side.
package enum Parallel {
  /// Calls `body` once for each element, on at most `threads` threads at once.
  package static func forEach<Element: Sendable>(
    _ elements: inout [Element], threads: Int, _ body: @Sendable (inout Element) -> Void
  ) {
    let count = elements.count
    if min(threads, count) <= 1 {
      for i in elements.indices { body(&elements[i]) }
      return
    }
    unsafe elements.withUnsafeMutableBufferPointer { elements in
      // No two calls share an element, and all are done before `tasks` returns.
      nonisolated(unsafe) let elements = unsafe elements
      tasks(count, threads: threads) { unsafe body(&elements[$0]) }
    }
  }

  /// Calls `body` with 0 ..< count, each once, on at most `threads` threads at once.
  /// - Parameter body: may touch of the value only what no other call does.
  @unsafe
  static func tasks<Value: Sendable>(
    on value: inout Value, _ count: Int, threads: Int,
    _ body: @Sendable (UnsafeMutablePointer<Value>, Int) -> Void
  ) {
    unsafe withUnsafeMutablePointer(to: &value) { value in
      // All calls are done before `tasks` returns.
      nonisolated(unsafe) let value = unsafe value
      tasks(count, threads: threads) { unsafe body(value, $0) }
    }
  }

  /// Calls `body` with 0 ..< count, each once; a thread that is done takes the next.
  private static func tasks(_ count: Int, threads: Int, _ body: @Sendable (Int) -> Void) {
    let next = AtomicWord(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let task = Int(next.takeNext())
        if task >= count { return }
        body(task)
      }
    }
  }
}
