package import Foundation

/// A folder that is removed when the last reference to it goes.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("voice-isolation-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // Without links, so that paths can be compared.
    self.path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var url: URL { URL(fileURLWithPath: path, isDirectory: true) }
  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The path of a file in it.
  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file in it.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    return self(name)
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  /// Makes a symbolic link with a text of any kind in it.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self(name), withDestinationPath: target)
  }

  package func setPermissions(_ name: String, _ bits: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: bits], ofItemAtPath: self(name))
  }

  /// The names of all that is in it, hidden files too.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
