#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A path taken apart by its text alone: by bytes, as the system does. A slash that a combining mark
/// follows is one `Character` with it, and a slash all the same.
package struct FilePath {
  /// What lies before the last slash; `.` if there is none.
  package let folder: String
  /// What follows the last slash; empty if the path ends with one.
  package let name: String

  package init(_ path: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      self.folder = "."
      self.name = path
      return
    }
    self.folder = slash == path.startIndex ? "/" : String(path[..<slash])
    self.name = String(path[path.utf8.index(after: slash)...])
  }

  /// What follows the last dot of the name, without the dot; empty if there is none, or nothing
  /// before it.
  package var fileExtension: String {
    dot.map { String(name[name.utf8.index(after: $0)...]) } ?? ""
  }

  /// The name without its extension and dot.
  package var stem: String { dot.map { String(name[..<$0]) } ?? name }

  private var dot: String.Index? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    return dot
  }

  /// `name` in `folder`, with no slash too many.
  package static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// One spelling for a file, whether it exists or not.
  package static func place(of path: String) -> [UInt8] {
    if let resolved = resolvedPath(path) { return Array(resolved.utf8) }
    let parts = FilePath(path)
    return Array(join(resolvedPath(parts.folder) ?? parts.folder, parts.name).utf8)
  }
}

/// The absolute path without links of something that exists; `nil` also if it is no text in UTF-8,
/// which would come back as another name.
package func resolvedPath(_ path: String) -> String? {
  // `realpath` hands over a C string of its own making, copied and freed here.
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(validatingCString: resolved)
}
