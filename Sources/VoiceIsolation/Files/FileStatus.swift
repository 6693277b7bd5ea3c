#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says of a file, links followed.
package struct FileStatus {
  package enum Kind { case regular, folder, pipe, device }

  package let kind: Kind
  package let byteCount: Int
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32
  private let device: UInt64
  private let inode: UInt64

  /// `nil` if there is nothing at the path, or it cannot be looked at; `errno` says which.
  package init?(path: String) {
    guard isWholeInC(path) else { return nil }
    var status = stat()
    // The system fills the structure it is lent.
    guard unsafe stat(path, &status) == 0 else { return nil }
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
      case S_IFIFO, S_IFSOCK: .pipe
      default: .device
      }
    self.byteCount = Int(status.st_size)
    self.permissions = UInt32(status.st_mode & 0o7777)
    self.owner = status.st_uid
    self.group = status.st_gid
    self.device = UInt64(truncatingIfNeeded: status.st_dev)
    self.inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Whether both are one file on the disk, whatever their names.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
