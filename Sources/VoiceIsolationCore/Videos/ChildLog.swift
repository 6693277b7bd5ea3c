#if canImport(CVoiceIsolationSndfile)
  /// What a program printed before it ended.
  package struct ChildLog: Equatable {
    /// Its lines, without what they begin with.
    package let lines: [String]

    /// The last line that says something, or else the first.
    package var lastLine: String? {
      lines.last { line in !Self.empty.contains { line.hasPrefix($0) } } ?? lines.first
    }

    /// Whether something could not be written. ffmpeg says so and ends as if all were well.
    package var tellsOfLostOutput: Bool {
      lines.contains { line in Self.lostOutput.contains { line.hasPrefix($0) } }
    }

    package init(_ text: String) {
      self.lines = text.split(whereSeparator: \.isNewline).map(Self.message).filter { !$0.isEmpty }
    }

    /// A line without what it begins with: `[mov @ 0x55d0] `, and the name of the lent file.
    private static func message(_ line: Substring) -> String {
      var line = line
      while line.hasPrefix("["), let end = line.firstRange(of: "] ") {
        line = line[end.upperBound...]
      }
      for name in ["file:/dev/fd/3: ", "/dev/fd/3: ", "pipe:0: ", "pipe:1: "]
      where line.hasPrefix(name) {
        line = line.dropFirst(name.count)
      }
      return line.last == "." ? String(line.dropLast()) : String(line)
    }

    /// How lines begin that follow one which says more.
    private static let empty = [
      "Conversion failed!", "Could not write header", "Error initializing output stream",
      "Error while opening encoder", "Error opening output file", "Error opening input file",
      "Error initializing the muxer", "Task finished with error", "Terminating thread",
      "Invalid data found when processing input", "Nothing was written", "Last message repeated",
      "    Last message repeated",
      "Exiting normally",
    ]

    private static let lostOutput = [
      "Error writing trailer", "Error closing file", "av_interleaved_write_frame",
      "Error submitting a packet", "Error muxing a packet",
    ]
  }
#endif
