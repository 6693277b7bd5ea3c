#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file that a sound is written to.
///
/// A regular file is written beside its place, without a name or under a temporary one, and takes its
/// place when it is whole; until then, and if anything fails, what was there stays. A link stays and
/// what it points to is replaced. A pipe, a device or the standard output (`-`)
/// is written straight.
final class OutputFile {
  /// The path as the caller gave it.
  let path: String
  let kind: FileStatus.Kind
  let descriptor: FileDescriptor
  /// The temporary name, once the file has one; the place itself for pipes and devices.
  let writtenPath: String
  private var hasName = true
  private let finalPath: String
  private let replaced: FileStatus?
  private let replacesExisting: Bool
  private var isPending = false

  /// - Parameters:
  ///   - replacesExisting: whether a regular file that is there may be replaced.
  ///   - input: the file that is read meanwhile.
  ///   - replacesInput: whether the output may be that file, if it is a regular one.
  ///   - naming: when a regular file gets its temporary name.
  init(
    path: String, replacesExisting: Bool, input: FileStatus, replacesInput: Bool = false,
    naming: OutputNaming = .last
  ) throws(SoundFileError) {
    self.path = path
    self.replacesExisting = replacesExisting
    if path == "-" {
      guard let descriptor = FileDescriptor(copyOf: STDOUT_FILENO),
        let status = FileStatus(descriptor: descriptor.number)
      else { throw SoundFileError(.cannotWrite(systemMessage()), path: path) }
      if isatty(descriptor.number) == 1 {
        throw SoundFileError(
          .cannotWrite("it is a terminal; send it to a file or to a program"), path: path)
      }
      if status.kind == .regular, status.isSameFile(as: input) {
        throw SoundFileError(.sameFile, path: path)
      }
      // Written to from its very start, a file can have its header finished last.
      let isNew =
        lseek(descriptor.number, 0, SEEK_CUR) == 0
        && fcntl(descriptor.number, F_GETFL) & O_APPEND == 0
      self.kind = status.kind == .regular && !isNew ? .pipe : status.kind
      self.descriptor = descriptor
      (self.replaced, self.writtenPath, self.finalPath) = (nil, path, path)
      return
    }
    guard !path.utf8.contains(0) else {
      throw SoundFileError(.cannotWrite("its name holds a zero byte"), path: path)
    }
    self.replaced = FileStatus(path: path)
    if replaced == nil, errno != ENOENT {
      throw SoundFileError(.cannotWrite(systemMessage()), path: path)
    }
    self.kind = replaced?.kind ?? .regular
    if kind == .folder || path.hasSuffix("/") { throw SoundFileError(.isFolder, path: path) }
    guard kind == .regular else {
      // What is written into a pipe would come out of it as the input.
      if replacesInput { throw SoundFileError(.sameFile, path: path) }
      guard let descriptor = FileDescriptor(path: path, flags: O_WRONLY) else {
        throw SoundFileError(.cannotWrite(systemMessage()), path: path)
      }
      self.descriptor = descriptor
      (self.writtenPath, self.finalPath) = (path, path)
      return
    }
    if let replaced {
      if replaced.isSameFile(as: input), !replacesInput {
        throw SoundFileError(.sameFile, path: path)
      }
      if !replacesExisting { throw SoundFileError(.exists, path: path) }
      // A file that may not be written is not to be replaced either, though the folder allows it.
      if unsafe access(path, W_OK) != 0 {
        throw SoundFileError(.cannotWrite(systemMessage()), path: path)
      }
    }
    guard let finalPath = resolvedPath(path) ?? Self.target(ofLink: path) else {
      throw SoundFileError(
        .cannotWrite("it is a link to a name that is not UTF-8"), path: path)
    }
    self.finalPath = finalPath
    let target = FilePath(finalPath)
    self.writtenPath = FilePath.join(target.folder, Self.temporaryName(for: target))
    // What replaces a file may be meant for as few eyes: it gets that one's permissions at the end.
    let permissions: mode_t = replaced == nil ? 0o666 : 0o600
    if naming == .last,
      let file = UnnamedFile.create(inFolder: target.folder, permissions: permissions)
    {
      self.descriptor = file
      (self.hasName, self.isPending) = (false, true)
      return
    }
    let writtenPath = writtenPath
    let created = TemporaryFiles.create(writtenPath) {
      FileDescriptor(
        path: writtenPath, flags: O_RDWR | O_CREAT | O_EXCL, permissions: permissions)
    }
    guard let descriptor = created else {
      let number = errno
      let isFolderMissing = number == ENOENT
      throw SoundFileError(
        isFolderMissing ? .folderMissing(target.folder) : .cannotWrite(systemMessage(number)),
        path: path)
    }
    self.descriptor = descriptor
    self.isPending = true
  }

  /// Puts the finished file in its place. What appeared there meanwhile is replaced only if that was
  /// allowed.
  func commit() throws(SoundFileError) {
    guard isPending else {
      endStandardOutput()
      return
    }
    if let replaced {
      // Only the system's manager may give files away; for others the new file is simply theirs.
      _ = fchown(descriptor.number, replaced.owner, replaced.group)
      _ = fchmod(descriptor.number, mode_t(replaced.permissions))
    }
    guard fsync(descriptor.number) == 0, takePlace() else {
      let isTaken = !replacesExisting && errno == EEXIST
      throw SoundFileError(isTaken ? .exists : .cannotWrite(systemMessage()), path: path)
    }
    TemporaryFiles.remove(writtenPath)
    isPending = false
  }

  /// Whether both would be written to one file.
  func isSamePlace(as other: OutputFile) -> Bool {
    if FilePath.place(of: finalPath) == FilePath.place(of: other.finalPath) { return true }
    guard let place, let otherPlace = other.place else { return false }
    return place.isSameFile(as: otherPlace)
  }

  /// The file that is there already.
  private var place: FileStatus? {
    replaced ?? (isPending ? nil : FileStatus(descriptor: descriptor.number))
  }

  /// What others write to the standard output comes behind the sound, which was written from its start.
  private func endStandardOutput() {
    guard path == "-", kind == .regular else { return }
    lseek(descriptor.number, 0, SEEK_END)
  }

  /// Gives a file its temporary name that has none yet, for other programs too.
  /// - Returns: `false` if the system refuses; `errno` says why.
  func giveName() -> Bool {
    if hasName { return true }
    let (descriptor, writtenPath) = (descriptor, writtenPath)
    let named = TemporaryFiles.create(writtenPath) {
      UnnamedFile.link(descriptor, to: writtenPath) ? descriptor : nil
    }
    hasName = named != nil
    return hasName
  }

  /// `false` if the system refuses, or something is there that may not be replaced; `errno` says which.
  private func takePlace() -> Bool {
    if !hasName {
      // Its only name, if the place is free.
      if UnnamedFile.link(descriptor, to: finalPath) { return true }
      guard errno == EEXIST, replacesExisting, giveName() else { return false }
    }
    return replacesExisting ? unsafe rename(writtenPath, finalPath) == 0 : moveWithoutReplacing()
  }

  /// `false` if the system refuses, or something is there; `errno` says which.
  private func moveWithoutReplacing() -> Bool {
    // A second name, which unlike `rename` takes nobody's place; lends the paths to the calls.
    if unsafe link(writtenPath, finalPath) == 0 {
      _ = unsafe unlink(writtenPath)
      return true
    }
    if errno == EEXIST { return false }
    // Not every disk knows second names. There a look must do.
    guard FileStatus(path: finalPath) == nil else {
      errno = EEXIST
      return false
    }
    return unsafe rename(writtenPath, finalPath) == 0
  }

  deinit {
    guard isPending else {
      endStandardOutput()
      return
    }
    if hasName { _ = unsafe unlink(writtenPath) }
    TemporaryFiles.remove(writtenPath)
  }

  /// Hidden, and with the extension of the place it is for, which some writers go by.
  static func temporaryName(for target: FilePath) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let ending = target.fileExtension.utf8.count <= 16 ? target.fileExtension : ""
    return ".voice-isolation-" + number + (ending.isEmpty ? "" : "." + ending)
  }

  /// Where a link leads whose end does not exist yet; the path itself if it is no link; `nil` if the
  /// name there is no text in UTF-8.
  private static func target(ofLink path: String) -> String? {
    var path = path
    // More steps than the system itself would go.
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      // Lends the array and its length but for the last byte, a zero that ends the C string.
      guard unsafe readlink(path, &bytes, bytes.count - 1) > 0 else { return path }
      guard let target = unsafe String(validatingCString: &bytes) else { return nil }
      let isAbsolute = target.utf8.first == UInt8(ascii: "/")
      path = isAbsolute ? target : FilePath.join(FilePath(path).folder, target)
    }
    return path
  }
}
