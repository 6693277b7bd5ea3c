/// Something to be measured, a piece at a time.
protocol Subject: AnyObject {
  /// Measures `count` times, going on where the last call stopped.
  func run(_ count: Int) throws -> [Series]
  /// Facts that are not times.
  func check(_ count: Int) throws -> [Series]
  /// Ends what runs, and throws if what came out is not what must.
  func end() throws
}

extension Subject {
  func check(_ count: Int) throws -> [Series] { throw Complaint("nothing to check here") }
  func end() throws {}
}

/// Numbers of one kind: microseconds, if nothing else is said.
struct Series {
  let name: String
  var numbers: [Double] = []

  var json: String { #"{"name":"\#(name)","numbers":\#(numbers)}"# }
}

/// What is wrong, for the person at the terminal.
struct Complaint: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension ContinuousClock {
  /// Microseconds that something takes.
  func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return (now - start) / .microseconds(1)
  }
}
