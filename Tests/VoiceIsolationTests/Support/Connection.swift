import Foundation

/// A client's connection to `LoopbackServer`.
///
/// Unchecked: the number never changes, and the socket is closed when nobody can use it any more.
final class Connection: @unchecked Sendable {
  private let number: Int32

  init(_ number: Int32) {
    self.number = number
    #if canImport(Darwin)
      var yes: Int32 = 1
      // Lends the number with its size.
      unsafe setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &yes, 4)
    #endif
  }

  deinit { close(number) }

  /// Ends it for both sides, whoever waits.
  func end() {
    #if canImport(Darwin)
      shutdown(number, SHUT_RDWR)
    #else
      shutdown(number, Int32(SHUT_RDWR))
    #endif
  }

  /// "GET /path?query"; `nil` if the client goes before it has asked.
  func takeRequest() -> String? {
    var text = ""
    while !text.contains("\r\n\r\n") {
      guard let piece = take() else { return nil }
      text += String(decoding: piece, as: UTF8.self)
    }
    return text.split(separator: " ").prefix(2).joined(separator: " ")
  }

  /// - Returns: whether the client is still there.
  @discardableResult
  func send(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      // What is left of the array.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(number, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(text.utf8) }

  /// Waits until the client goes, or the server stops.
  func waitForEnd() { while take() != nil {} }

  private func take() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    // Lends the array with its length.
    let count = unsafe recv(number, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
