import Dispatch
import VoiceIsolationCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the process does when it is told to stop: it removes what it has half-written.
package enum Interruption {
  /// Takes over SIGINT, SIGTERM and SIGHUP, but for those that the caller has set to be ignored, as
  /// `nohup` does. Afterwards they end the process with status 128 and the signal's number.
  ///
  /// A handler may do next to nothing, so it writes the number to a pipe, and a thread that waits
  /// there does the work, whatever the others are waiting for.
  package static func install() {
    var ends: [Int32] = [-1, -1]
    // The system fills the two elements it is lent.
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Written before there is a handler to read it, and never again.
    unsafe signalPipe = ends[1]
    let waiting = ends[0]
    DispatchQueue(label: "voice-isolation.interruption").async {
      var number: UInt8 = 0
      // Lends the one byte. A signal that interrupts the wait is no news by itself.
      while unsafe read(waiting, &number, 1) != 1 {}
      TemporaryFiles.removeAll(exitStatus: 128 + Int32(number))
    }
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      // The handler captures nothing, and calls nothing but `write`.
      _ = signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(signalPipe, &byte, 1)
      }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // The system fills the structure it is lent.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // It begins with the handler, a pointer, for which 1 stands in C's SIG_IGN.
    return unsafe withUnsafeBytes(of: &action) { unsafe $0.load(as: Int.self) } == 1
  }
}

/// Where the handler writes.
nonisolated(unsafe) private var signalPipe: Int32 = -1
