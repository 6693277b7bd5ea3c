import Foundation

/// Files made and taken apart by ffmpeg alone: what the package's own use of it is held against.
enum Video {
  /// Whether there is ffmpeg, or there must be because everything is to be tested.
  static let isPossible: Bool = {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return environment["VOICE_ISOLATION_TEST_ALL"] != nil
      || folders.contains { FileManager.default.isExecutableFile(atPath: $0 + "/ffmpeg") }
  }()

  struct Failed: Error { let arguments: [String] }

  /// Two seconds of a picture that moves.
  static let picture = [
    "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2", "-c:v", "mpeg4", "-threads", "1",
  ]

  /// Sound of so many channels in which no two samples are alike.
  static func noise(channelCount: Int = 2, sampleRateHz: Int = 48_000) -> [String] {
    let source = "anoisesrc=r=\(sampleRateHz):d=1.5:a=0.3:seed=1"
    return ["-f", "lavfi", "-i", source, "-ac", "\(channelCount)"]
  }

  /// Runs `ffmpeg` and returns what it prints on standard output.
  @discardableResult
  static func ffmpeg(_ arguments: [String], program: String = "ffmpeg") throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, "-v", "error"] + arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(arguments: arguments) }
    return [UInt8](bytes)
  }

  /// The samples of a sound track as 32-bit floats, byte for byte.
  static func samples(_ path: String, track: Int = 0) throws -> [UInt8] {
    try ffmpeg(["-i", path, "-map", "0:a:\(track)", "-f", "f32le", "-"])
  }

  /// A line a stream with the hash of its packets.
  static func hashes(_ path: String, _ streams: String) throws -> String {
    String(
      decoding: try ffmpeg(["-i", path, "-map", streams, "-c", "copy", "-f", "streamhash", "-"]),
      as: UTF8.self)
  }

  /// What `ffprobe` says, a line a value.
  static func probe(_ path: String, _ entries: String) throws -> String {
    let arguments = ["-of", "default=nw=1", "-show_entries", entries, path]
    return String(decoding: try ffmpeg(arguments, program: "ffprobe"), as: UTF8.self)
  }
}
