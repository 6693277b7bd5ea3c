#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Makes a folder, and those above it, where they are missing.
package func makeFolder(_ path: String) throws(SoundFileError) {
  if let status = FileStatus(path: path) {
    guard status.kind == .folder else {
      throw SoundFileError(.cannotWrite(systemMessage(ENOTDIR)), path: path)
    }
    return
  }
  guard errno == ENOENT else { throw SoundFileError(.cannotWrite(systemMessage()), path: path) }
  let trimmed = String(path.reversed().drop { $0 == "/" }.reversed())
  let parent = FilePath(trimmed).folder
  if parent != trimmed, FileStatus(path: parent) == nil { try makeFolder(parent) }
  // Lends the path to the call. Another process may have made it meanwhile.
  if unsafe mkdir(trimmed, 0o777) != 0, errno != EEXIST {
    throw SoundFileError(.cannotWrite(systemMessage()), path: path)
  }
}
