import Foundation
import VoiceIsolationCommand
import VoiceIsolationCore
import VoiceIsolationTestSupport

/// Runs of the command in a folder of their own, with all that it prints.
final class Recording {
  private(set) var output = ""
  private(set) var errors = ""
  private(set) var choices: [ModelChoice] = []
  private let files: TemporaryFolder
  var isTerminal = false
  /// What loading the model fails with, if it is to.
  var loadFailure: (any Error)?
  /// What does the work instead of passing samples through.
  var isolator: FileIsolator?

  init() throws { files = try TemporaryFolder() }

  /// Everything is in it.
  var folder: String { files.path }

  /// Runs the command on samples that are only passed through; arguments that begin with `@` are
  /// files of the folder.
  func run(_ arguments: String...) -> Int32 { run(arguments) }

  func run(_ arguments: [String]) -> Int32 {
    (output, errors) = ("", "")
    let command = VoiceIsolateCommand(
      standardOutput: { self.output += $0 }, standardError: { self.errors += $0 },
      isTerminal: isTerminal, makeIsolator: self.makeIsolator)
    return command.run(
      arguments: arguments.map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : $0 })
  }

  private func makeIsolator(_ choice: ModelChoice) throws -> FileIsolator {
    choices.append(choice)
    if let loadFailure { throw loadFailure }
    if let isolator { return isolator }
    return .passThrough {}
  }

  func path(_ name: String) -> String { files(name) }

  /// Writes a WAV file of one channel and 16 bits with a ramp in it.
  func writeSound(_ name: String, sampleRateHz: UInt32 = 48_000, count: UInt32 = 4_800) throws {
    func bytes(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    var file = Array("RIFF".utf8) + bytes(36 + 2 * count) + Array("WAVEfmt ".utf8) + bytes(16)
    file += [1, 0, 1, 0] + bytes(sampleRateHz) + bytes(2 * sampleRateHz) + [2, 0, 16, 0]
    file += Array("data".utf8) + bytes(2 * count)
    file += (0..<count).flatMap { bytes($0).prefix(2) }
    try write(name, file)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws { try files.link(name, to: target) }
  func write(_ name: String, _ bytes: [UInt8]) throws { try files.write(name, bytes) }
  func bytes(_ name: String) throws -> [UInt8] { try files.bytes(name) }

  /// Everything in the folder, hidden files too.
  var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() }
  }
}
