import Foundation
import VoiceIsolationCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folder that downloaded models are kept in.
enum CacheFolder {
  /// A scratch file as old as this belongs to a process that was ended.
  private static let scratchLifeSeconds = 86_400.0

  /// The system's folder for what can be had again, and in it one of this package's name.
  /// - Parameter environment: the process's variables, which decide on Linux.
  static func standard(environment: [String: String]) -> URL {
    #if canImport(Darwin)
      let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
      let folder = caches ?? FileManager.default.temporaryDirectory
    #else
      let folder = xdgCaches(environment: environment)
    #endif
    return folder.appendingPathComponent("VoiceIsolation", isDirectory: true)
  }

  #if !canImport(Darwin)
    /// As the XDG Base Directory Specification has it: relative paths are to be ignored.
    private static func xdgCaches(environment: [String: String]) -> URL {
      if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return URL(fileURLWithPath: home ?? NSHomeDirectory(), isDirectory: true)
        .appendingPathComponent(".cache", isDirectory: true)
    }
  #endif

  /// Makes the folder if it is missing, and deletes the scratch files that nobody writes any more.
  /// - Parameter url: what is downloaded, for errors.
  static func prepare(_ path: String, for url: URL) throws(ModelDownloadError) {
    do throws(SoundFileError) {
      try makeFolder(path)
      for entry in try FolderEntry.all(inFolder: path)
      where entry.isExact && entry.name.hasPrefix(".")
        && entry.name.hasSuffix(ScratchFile.nameEnding)
      {
        removeIfOld(FilePath.join(path, entry.name))
      }
    } catch {
      let message =
        switch error.reason {
        case .cannotRead(let message), .cannotWrite(let message): message
        default: "\(error)"
        }
      throw ModelDownloadError(.fileSystem(path: path, message), url: url)
    }
  }

  private static func removeIfOld(_ path: String) {
    let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    // Without a date it went meanwhile.
    guard let date, date.timeIntervalSinceNow < -scratchLifeSeconds else { return }
    delete(path)
  }

  /// Deletes a file; should the system refuse, that shows when another is to take its place.
  static func delete(_ path: String) {
    // Lends the path to the call.
    _ = unsafe unlink(path)
  }
}
