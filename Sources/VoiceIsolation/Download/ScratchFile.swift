import Foundation
import VoiceIsolationCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file that a download is written to before it takes its place.
///
/// Unchecked: it is used by one download, step by step, never by two threads at once.
final class ScratchFile: @unchecked Sendable {
  /// What every name of one ends with.
  static let nameEnding = ".download"

  let path: String
  private let descriptor: FileDescriptor
  private let place: String
  private let url: URL
  private var isThere = true

  /// - Parameters:
  ///   - place: the path that the file is to have in the end.
  ///   - url: what is downloaded, for errors; all of them are `.fileSystem`.
  init(for place: String, from url: URL) throws(ModelDownloadError) {
    let target = FilePath(place)
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    self.path = FilePath.join(target.folder, ".\(target.name).\(number)\(Self.nameEnding)")
    guard
      let descriptor = FileDescriptor(
        path: path, flags: O_RDWR | O_CREAT | O_EXCL, permissions: 0o666)
    else {
      throw ModelDownloadError(.fileSystem(path: target.folder, systemMessage()), url: url)
    }
    self.descriptor = descriptor
    self.place = place
    self.url = url
  }

  func append(_ bytes: [UInt8]) throws(ModelDownloadError) {
    guard descriptor.append(bytes) else {
      throw ModelDownloadError(.fileSystem(path: path, systemMessage()), url: url)
    }
  }

  /// Puts the file in its place, where it replaces what is there.
  func takePlace() throws(ModelDownloadError) {
    // Else a machine that stops now might have the name without the bytes. Lends the paths.
    guard fsync(descriptor.number) == 0, unsafe rename(path, place) == 0 else {
      throw ModelDownloadError(.fileSystem(path: place, systemMessage()), url: url)
    }
    isThere = false
  }

  /// Deletes the file unless it has taken its place.
  func remove() {
    if isThere { _ = unsafe unlink(path) }
    isThere = false
  }
}
