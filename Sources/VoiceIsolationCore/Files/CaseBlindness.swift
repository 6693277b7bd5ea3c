#if canImport(Darwin)
  import Darwin
#endif

/// Whether names that differ in nothing but case are one file in a folder, which need not exist yet.
/// `false` where that cannot be told without writing: on Linux, in a folder without a letter in it.
package func isCaseBlind(folder path: String) -> Bool {
  var folder = path
  while FileStatus(path: folder) == nil {
    let parent = FilePath(folder).folder
    guard parent != folder else { return false }
    folder = parent
  }
  #if canImport(Darwin)
    // Lends the path to the call.
    return unsafe pathconf(folder, _PC_CASE_SENSITIVE) == 0
  #else
    guard let entries = try? FolderEntry.all(inFolder: folder) else { return false }
    let names = Set(entries.filter(\.isExact).map(\.name))
    // A name that is there under its other spelling too, though only one of the two is listed.
    guard let name = names.first(where: { swappingCase($0) != $0 }) else { return false }
    let other = swappingCase(name)
    guard !names.contains(other),
      let status = FileStatus(path: FilePath.join(folder, name), followsLinks: false),
      let otherStatus = FileStatus(path: FilePath.join(folder, other), followsLinks: false)
    else { return false }
    return status.isSameFile(as: otherStatus)
  #endif
}

#if !canImport(Darwin)
  /// With capital letters of ASCII for small ones, and the other way round.
  private func swappingCase(_ name: String) -> String {
    String(
      decoding: name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
          byte ^ 0x20
        default: byte
        }
      }, as: UTF8.self)
  }
#endif
