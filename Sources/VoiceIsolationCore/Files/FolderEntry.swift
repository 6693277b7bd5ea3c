#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A name in a folder.
package struct FolderEntry {
  /// The name; what is no UTF-8 in it replaced, so that it can be shown.
  package let name: String
  /// Whether `name` is the name to the byte.
  package let isExact: Bool

  /// Everything in a folder but `.` and `..`, ordered by bytes, whatever order the disk has.
  package static func all(inFolder path: String) throws(SoundFileError) -> [FolderEntry] {
    guard isWholeInC(path) else {
      throw SoundFileError(.cannotRead("its name holds a zero byte"), path: path)
    }
    // Lends the path to the call. The folder is closed below, and not used afterwards.
    guard let folder = unsafe opendir(path) else {
      throw SoundFileError(.cannotRead(systemMessage()), path: path)
    }
    defer { unsafe closedir(folder) }
    var entries: [FolderEntry] = []
    errno = 0
    while let entry = unsafe readdir(folder) {
      entries.append(unsafe FolderEntry(entry))
      errno = 0
    }
    if errno != 0 { throw SoundFileError(.cannotRead(systemMessage()), path: path) }
    return
      entries
      .filter { $0.name != "." && $0.name != ".." }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// - Parameter entry: what `readdir` hands over, valid until its next call.
  @unsafe
  private init(_ entry: UnsafeMutablePointer<dirent>) {
    // A C string that may be longer than the field that is declared for it, and shorter too: so only
    // its place is taken.
    let place = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let name = unsafe UnsafeRawPointer(entry).advanced(by: place)
      .assumingMemoryBound(to: CChar.self)
    let text = unsafe String(validatingCString: name)
    self.name = unsafe text ?? String(cString: name)
    self.isExact = text != nil
  }
}
