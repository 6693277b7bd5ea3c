#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// When an output gets a name in its folder.
package enum OutputNaming: CaseIterable, Sendable {
  /// When it is whole, where the system and the disk know files without a name; else from the start.
  case last
  /// From the start, a hidden one.
  case first
}

/// Files without a name: nothing is left of them when the process ends, in whatever way. Linux has
/// them, on most disks.
enum UnnamedFile {
  /// `nil` if there can be none in the folder, or it could not get a name later.
  static func create(inFolder folder: String, permissions: mode_t) -> FileDescriptor? {
    #if os(Linux)
      // O_TMPFILE, which the system's headers hide from Swift.
      let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR
      guard let file = FileDescriptor(path: folder, flags: flags, permissions: permissions),
        // Lends the path to the call.
        unsafe access(path(of: file), F_OK) == 0
      else { return nil }
      return file
    #else
      return nil
    #endif
  }

  /// Gives it its first name, which no other file has.
  /// - Returns: `false` if the system refuses; `errno` says why.
  static func link(_ file: FileDescriptor, to name: String) -> Bool {
    #if os(Linux)
      // Lends the paths to the call.
      unsafe linkat(AT_FDCWD, path(of: file), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    #else
      false
    #endif
  }

  private static func path(of file: FileDescriptor) -> String { "/proc/self/fd/\(file.number)" }
}
