import DeepFilterNet
import Foundation
import Testing

@Suite("TensorFile, from a path")
final class TensorFileReadingTests {
  /// A name in the temporary folder that nothing else has.
  let path = NSTemporaryDirectory() + "TensorFileReadingTests-" + UUID().uuidString

  deinit {
    // Most tests have nothing to remove.
    try? FileManager.default.removeItem(atPath: path)
  }

  @Test("a file is read whole", arguments: [0, 1, 1024, 250_003])
  func contents(count: Int) throws {
    let floats = (0..<count).map { Float($0) }
    var sample = TensorFileSample()
    sample.add("a", shape: [count], floats: floats)
    try write(sample.bytes)
    #expect(try TensorFile(contentsOfFile: path).floats("a") == floats)
  }

  @Test("what is no readable file is refused with its name and the reason")
  func unreadable() {
    expectRefusal(path, "No such file or directory")
    expectRefusal("", "No such file or directory")
    expectRefusal(path + "\0", "its path holds a zero byte")
    expectRefusal(NSTemporaryDirectory(), "it is a directory")
    expectRefusal("/dev/null", "it is not a regular file")
  }

  @Test("a pipe is refused, not waited for")
  func pipe() throws {
    // A path as a C string, for the call alone.
    let status = unsafe mkfifo(path, 0o600)
    try #require(status == 0)
    expectRefusal(path, "it is not a regular file")
  }

  @Test("a file too large for a weight file is refused unread")
  func tooLarge() throws {
    try write([])
    // A hole: takes no room on the disk.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 1 << 30 + 1)
    try file.close()
    expectRefusal(path, "it is larger than 1 GB")
  }

  @Test("an empty file is refused as cut short")
  func empty() throws {
    try write([])
    #expect(throws: WeightFileError(.truncated)) { try TensorFile(contentsOfFile: path) }
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func expectRefusal(_ path: String, _ text: String) {
    #expect(throws: WeightFileError(.unreadable("\(path.debugDescription): \(text)"))) {
      try TensorFile(contentsOfFile: path)
    }
  }
}
