import Foundation

/// An HTTP server on 127.0.0.1 that answers each path as it is told to, well or badly. It runs until
/// it is stopped.
///
/// Unchecked: `lock` guards what changes.
final class LoopbackServer: @unchecked Sendable {
  private let lock = NSLock()
  private var answers: [String: Answer] = [:]
  private var taken: [String] = []
  private var connections: [Connection] = []
  private var isRunning = false
  private let hasEnded = DispatchSemaphore(value: 0)
  private let port: UInt16

  struct CannotListen: Error { let number: Int32 }

  /// libcurl, which FoundationNetworking uses, would ask a proxy of the environment even for this
  /// machine.
  private static let withoutProxy: Void = {
    // Lends the texts to the call.
    for name in ["no_proxy", "NO_PROXY"] { _ = unsafe setenv(name, "127.0.0.1", 1) }
  }()

  init() throws {
    Self.withoutProxy
    let listener = try Self.listen(port: 0)
    self.port = listener.port
    run(listener.number)
  }

  /// Method and path of every request, in order.
  var requests: [String] { lock.withLock { taken } }

  func requestCount(of path: String) -> Int { requests.count { $0.hasSuffix(" " + path) } }

  /// What a path is answered with; 404 where there is nothing.
  subscript(path: String) -> Answer? {
    get { lock.withLock { answers[path] } }
    set { lock.withLock { answers[path] = newValue } }
  }

  func url(_ path: String) -> URL {
    var parts = URLComponents()
    (parts.scheme, parts.host, parts.port) = ("http", "127.0.0.1", Int(port))
    parts.path = path
    return parts.url!
  }

  /// Listens again after `stop`, on the same port.
  func start() throws { run(try Self.listen(port: port).number) }

  /// Lets go of the port and of all connections.
  func stop() {
    let wasRunning = lock.withLock {
      defer { isRunning = false }
      return isRunning
    }
    guard wasRunning else { return }
    hasEnded.wait()
    let left = lock.withLock {
      defer { connections = [] }
      return connections
    }
    for connection in left { connection.end() }
  }

  private static func listen(port: UInt16) throws -> (number: Int32, port: UInt16) {
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var yes: Int32 = 1
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Lends the number and the address with their sizes; every address is a `sockaddr` to the system.
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4) == 0
          && bind(listener, pointer, size) == 0
          && Foundation.listen(listener, 16) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isListening else { throw CannotListen(number: errno) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private func run(_ listener: Int32) {
    lock.withLock { isRunning = true }
    Thread.detachNewThread { [self] in
      var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      while lock.withLock({ isRunning }) {
        // Lends the one request.
        guard unsafe poll(&request, 1, 10) == 1 else { continue }
        let connection = Connection(accept(listener, nil, nil))
        lock.withLock { connections.append(connection) }
        Thread.detachNewThread { [self] in serve(connection) }
      }
      close(listener)
      hasEnded.signal()
    }
  }

  private func serve(_ connection: Connection) {
    if let request = connection.takeRequest() {
      let path = String(request.drop { $0 != " " }.dropFirst())
      let answer = lock.withLock {
        taken.append(request)
        return answers[path]
      }
      (answer ?? .status(404)).give(connection)
    }
    connection.end()
    lock.withLock { connections.removeAll { $0 === connection } }
  }
}
