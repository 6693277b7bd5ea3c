import Dispatch

/// Pieces of work on threads of their own, which tell the thread that asked for them how they do. So
/// one thread alone prints, and lines stay whole.
enum SideBySide {
  /// Works on 0 ..< count, each once and begun in that order, and returns when all are done.
  /// - Parameters:
  ///   - jobs: so many at once; 1 or more.
  ///   - work: does one; may call `say` any number of times.
  ///   - hear: is told all that was said, on the calling thread, and of one piece of work in order.
  static func run<Message: Sendable>(
    _ count: Int, jobs: Int,
    work: @escaping @Sendable (_ index: Int, _ say: (Message) -> Void) -> Void,
    hear: (Message) -> Void
  ) {
    let board = Board<Message>(count: count, workerCount: jobs)
    for _ in 0..<jobs {
      // A queue each is a thread each, also where they outnumber the processors.
      DispatchQueue(label: "voice-isolation.job").async {
        while let index = board.takeNext() { work(index) { board.post($0) } }
        board.leave()
      }
    }
    while let messages = board.waitForMessages() { messages.forEach(hear) }
  }

  /// What is left to do and to hear.
  private final class Board<Message: Sendable>: @unchecked Sendable {
    private let count: Int
    // Guarded by `queue`: hence the @unchecked.
    private let queue = DispatchQueue(label: "voice-isolation.board")
    private var next = 0
    private var messages: [Message] = []
    private var workerCount: Int
    /// Signalled at every change that the listener waits for.
    private let changes = DispatchSemaphore(value: 0)

    init(count: Int, workerCount: Int) {
      self.count = count
      self.workerCount = workerCount
    }

    func takeNext() -> Int? {
      queue.sync {
        guard next < count else { return nil }
        defer { next += 1 }
        return next
      }
    }

    func post(_ message: Message) {
      queue.sync { messages.append(message) }
      changes.signal()
    }

    func leave() {
      queue.sync { workerCount -= 1 }
      changes.signal()
    }

    /// `nil` when all have left and all is heard.
    func waitForMessages() -> [Message]? {
      while true {
        let (taken, isOver) = queue.sync {
          defer { messages = [] }
          return (messages, messages.isEmpty && workerCount == 0)
        }
        if isOver { return nil }
        if !taken.isEmpty { return taken }
        changes.wait()
      }
    }
  }
}
