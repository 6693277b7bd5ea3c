import Foundation

/// What `LoopbackServer` does with a request.
struct Answer: Sendable {
  let give: @Sendable (Connection) -> Void

  /// A whole answer.
  static func body(_ bytes: [UInt8], status: Int = 200, headers: [String] = []) -> Answer {
    Answer { connection in
      connection.send(head(status, headers + ["Content-Length: \(bytes.count)"]))
      connection.send(bytes)
    }
  }

  static func status(_ status: Int, headers: [String] = []) -> Answer {
    body(Array("<html>no</html>".utf8), status: status, headers: headers)
  }

  static func redirect(to place: String, status: Int = 302) -> Answer {
    .status(status, headers: ["Location: \(place)"])
  }

  /// A body without its end; the client is told of all of it, or of nothing.
  static func cut(_ bytes: [UInt8], after count: Int, isAnnounced: Bool = true) -> Answer {
    Answer { connection in
      connection.send(head(200, isAnnounced ? ["Content-Length: \(bytes.count)"] : []))
      connection.send(bytes.prefix(count))
    }
  }

  /// A body in chunks, whose length nobody is told before.
  static func chunks(_ bytes: [UInt8], of count: Int, isEnded: Bool = true) -> Answer {
    Answer { connection in
      connection.send(head(200, ["Transfer-Encoding: chunked"]))
      for start in stride(from: 0, to: bytes.count, by: count) {
        let piece = bytes[start..<min(start + count, bytes.count)]
        connection.send(String(piece.count, radix: 16) + "\r\n")
        connection.send(piece)
        connection.send("\r\n")
      }
      if isEnded { connection.send("0\r\n\r\n") }
    }
  }

  /// A body that never ends, as fast as a fast network. FoundationNetworking cannot be stopped while
  /// more comes than it can read.
  static let endless = Answer { connection in
    connection.send(head(200, []))
    let piece = [UInt8](repeating: 7, count: 65_536)
    while connection.send(piece) { Thread.sleep(forTimeInterval: 0.001) }
  }

  /// A few bytes, and then none.
  static func stalled(_ bytes: [UInt8], after count: Int) -> Answer {
    Answer { connection in
      connection.send(head(200, ["Content-Length: \(bytes.count)"]))
      connection.send(bytes.prefix(count))
      connection.waitForEnd()
    }
  }

  /// No answer at all.
  static let silence = Answer { $0.waitForEnd() }

  /// Byte by byte until the gate opens, and then the rest at once.
  static func trickling(_ bytes: [UInt8], until gate: Gate) -> Answer {
    Answer { connection in
      connection.send(head(200, ["Content-Length: \(bytes.count)"]))
      var sent = 0
      while !gate.isOpen, sent < bytes.count, connection.send(bytes[sent...sent]) {
        sent += 1
        Thread.sleep(forTimeInterval: 0.005)
      }
      connection.send(bytes[sent...])
    }
  }

  /// A status of 1xx, and then an answer.
  static func interim(_ status: Int, then answer: Answer) -> Answer {
    Answer { connection in
      connection.send("HTTP/1.1 \(status) Wait\r\n\r\n")
      answer.give(connection)
    }
  }

  /// Something that is not HTTP.
  static func raw(_ text: String) -> Answer { Answer { $0.send(text) } }

  private static func head(_ status: Int, _ headers: [String]) -> String {
    (["HTTP/1.1 \(status) Told", "Connection: close"] + headers).joined(separator: "\r\n")
      + "\r\n\r\n"
  }
}
