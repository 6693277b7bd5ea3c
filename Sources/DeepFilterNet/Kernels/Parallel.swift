import Dispatch

/// Work on elements side by side.
enum Parallel {
  /// Calls `body` once for each element, on at most `threads` threads at once.
  static func forEach<Element: Sendable>(
    _ elements: inout [Element], threads: Int, _ body: @Sendable (inout Element) -> Void
  ) {
    let count = elements.count
    let workers = min(threads, count)
    if workers <= 1 {
      for i in elements.indices { body(&elements[i]) }
      return
    }
    unsafe elements.withUnsafeMutableBufferPointer { elements in
      // Each worker takes every `workers`-th element: no two share one, and all are done before
      // `concurrentPerform` returns.
      nonisolated(unsafe) let elements = unsafe elements
      DispatchQueue.concurrentPerform(iterations: workers) { worker in
        for i in stride(from: worker, to: count, by: workers) {
          unsafe body(&elements[i])
        }
      }
    }
  }
}
