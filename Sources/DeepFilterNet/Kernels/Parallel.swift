import Dispatch

/// Work on several things side by side.
enum Parallel {
  /// Calls `body` once for each element, on at most `threads` threads at once.
  static func forEach<Element: Sendable>(
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

  /// Calls each of four bodies with its own value, on at most `threads` threads at once.
  static func run<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    threads: Int, _ a: inout A, _ b: inout B, _ c: inout C, _ d: inout D,
    _ first: @Sendable (inout A) -> Void, _ second: @Sendable (inout B) -> Void,
    _ third: @Sendable (inout C) -> Void, _ fourth: @Sendable (inout D) -> Void
  ) {
    // Exclusive pointers to four different values; all calls are done before `tasks` returns.
    unsafe withUnsafeMutablePointer(to: &a) { a in
      unsafe withUnsafeMutablePointer(to: &b) { b in
        unsafe withUnsafeMutablePointer(to: &c) { c in
          unsafe withUnsafeMutablePointer(to: &d) { d in
            nonisolated(unsafe) let (a, b, c, d) = unsafe (a, b, c, d)
            tasks(4, threads: threads) { task in
              switch task {
              case 0: unsafe first(&a.pointee)
              case 1: unsafe second(&b.pointee)
              case 2: unsafe third(&c.pointee)
              default: unsafe fourth(&d.pointee)
              }
            }
          }
        }
      }
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
