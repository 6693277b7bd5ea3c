#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says of a file.
package struct FileStatus {
  package enum Kind { case regular, folder, pipe, device, link }

  /// Which file on the disk it is, whatever its names.
  package struct Identity: Hashable, Sendable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  package let kind: Kind
  package let byteCount: Int
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let identity: Identity

  /// `nil` if there is nothing at the path, or it cannot be looked at; `errno` says which.
  /// - Parameter followsLinks: whether a link is what it points to.
  package init?(path: String, followsLinks: Bool = true) {
    guard isWholeInC(path) else { return nil }
    var status = stat()
    // The system fills the structure it is lent.
    guard unsafe (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      return nil
    }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    // The system fills the structure it is lent.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    self.kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO, S_IFSOCK: .pipe
      default: .device
      }
    self.byteCount = Int(status.st_size)
    self.permissions = UInt32(status.st_mode & 0o7777)
    self.owner = status.st_uid
    self.group = status.st_gid
    self.identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Whether both are one file on the disk, whatever their names.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }
}
