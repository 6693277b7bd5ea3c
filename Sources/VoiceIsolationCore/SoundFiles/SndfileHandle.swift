#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile
  import Dispatch

  /// A sound file that libsndfile has open. Its unsafe calls on open files are all here.
  ///
  /// Safe because the pointer is libsndfile's own, is private, and is closed exactly once, and
  /// because every buffer lent to a call is an array whose length goes with it.
  @safe final class SndfileHandle {
    private var pointer: OpaquePointer?
    /// What the calls behind the pointer refer to; lives as long as it does.
    private let bytes: AnyObject

    private init(_ pointer: OpaquePointer, bytes: AnyObject) {
      unsafe self.pointer = pointer
      self.bytes = bytes
    }

    deinit { close() }

    /// Writes what libsndfile holds back. Nothing is to be read or written afterwards.
    func close() {
      guard let open = unsafe pointer else { return }
      _ = unsafe sf_close(open)
      unsafe pointer = nil
    }

    /// Reads up to `limit` frames to the start of `samples`, which has room for them.
    /// - Returns: the frames read; 0 at the end.
    func read(into samples: inout [Float], limit: Int, channelCount: Int) -> Int {
      precondition(samples.count >= limit * channelCount)
      return Int(unsafe sf_readf_float(pointer, &samples, sf_count_t(limit)))
    }

    /// Writes whole frames.
    /// - Returns: the samples written, all channels counted.
    func write(_ samples: [Float]) -> Int {
      Int(unsafe sf_write_float(pointer, samples, sf_count_t(samples.count)))
    }

    /// Writes whole frames of integers in the uppermost bits of 32.
    /// - Returns: the samples written, all channels counted.
    func write(_ steps: [Int32]) -> Int {
      Int(unsafe sf_write_int(pointer, steps, sf_count_t(steps.count)))
    }

    /// Copies a title, an artist or the like, byte for byte: older files have them in Latin-1.
    /// - Parameter isUTF8Needed: whether what is none is left out.
    func copyText(_ kind: Int, to other: SndfileHandle, isUTF8Needed: Bool) {
      // A C string that this file owns and the other one copies. Formats without room for it refuse.
      guard let text = unsafe sf_get_string(pointer, Int32(kind)) else { return }
      if isUTF8Needed, unsafe String(validatingCString: text) == nil { return }
      _ = unsafe sf_set_string(other.pointer, Int32(kind), text)
    }

    /// A command that takes a flag in place of a size.
    func command(_ number: Int, flag: Int) {
      _ = unsafe sf_command(pointer, Int32(number), nil, Int32(flag))
    }

    /// A command that reads or fills plain data.
    /// - Returns: what libsndfile returns, which each command has its own meaning for.
    @discardableResult
    func command<Element: BitwiseCopyable>(_ number: Int, _ elements: inout [Element]) -> Int {
      let size = Int32(MemoryLayout<Element>.stride * elements.count)
      return Int(unsafe sf_command(pointer, Int32(number), &elements, size))
    }

    /// The number of the last error; 0: none.
    var errorNumber: Int { Int(unsafe sf_error(pointer)) }

    /// libsndfile's words for the last error.
    var message: String { unsafe Self.message(of: pointer) }

    /// Why libsndfile cannot open a file, in its words.
    struct OpeningError: Error {
      let message: String
    }

    /// Opens a file by one of libsndfile's calls.
    ///
    /// libsndfile keeps the reason of a failure in a variable of the process, so there is one attempt
    /// at a time, and its reason is taken before the next.
    /// - Parameters:
    ///   - bytes: kept alive until the handle is closed.
    ///   - mayWait: whether the call may wait for a pipe; it does not keep others waiting then.
    static func open(
      bytes: AnyObject, mayWait: Bool, _ call: () -> OpaquePointer?
    ) -> Result<SndfileHandle, OpeningError> {
      func attempt() -> Result<SndfileHandle, OpeningError> {
        guard let pointer = unsafe call() else {
          return .failure(OpeningError(message: openingMessage))
        }
        return .success(unsafe SndfileHandle(pointer, bytes: bytes))
      }
      return mayWait ? attempt() : openings.sync(execute: attempt)
    }

    private static let openings = DispatchQueue(label: "voice-isolation.openings")

    private static var openingMessage: String {
      let message = unsafe message(of: nil)
      // What it says of a header without a sample rate.
      return message.contains("SF_INFO")
        ? "the sample rate in its header is 0 or impossible" : message
    }

    private static func message(of pointer: OpaquePointer?) -> String {
      guard let text = unsafe sf_strerror(pointer) else { return "unknown error" }
      var message = unsafe String(cString: text)
      if message.hasPrefix("Error : ") { message.removeFirst("Error : ".count) }
      while let last = message.last, last == "." || last.isWhitespace { message.removeLast() }
      return message
    }
  }
#endif
