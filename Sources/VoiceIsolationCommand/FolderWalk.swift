import VoiceIsolationCore

/// The files in a folder and in the folders below it: each folder's own first, by the bytes of their
/// names.
///
/// Hidden names are passed over, and so is the folder that is written to. Links to folders are not
/// followed, so that there is no going round in circles. What a former run wrote is not taken up.
struct FolderWalk {
  struct File {
    let path: String
    /// The path from the folder that was walked.
    let relativePath: String
    let status: FileStatus
  }

  /// Something that was found and is not taken.
  struct Omission {
    let path: String
    let outcome: Outcome
  }

  private(set) var files: [File] = []
  private(set) var omissions: [Omission] = []
  private let destination: OutputPlan.Destination
  private let outputFolder: FileStatus.Identity?

  /// - Parameter outputFolder: the folder that is written to, if it is there.
  init(
    _ folder: String, destination: OutputPlan.Destination, outputFolder: FileStatus.Identity?
  ) {
    self.destination = destination
    self.outputFolder = outputFolder
    // Those still to be looked into, the next one last. Trees may be deeper than the stack is.
    var folders = [Place(path: folder, relativePath: "")]
    while let next = folders.popLast() {
      folders += look(into: next).reversed()
    }
  }

  /// Whether a file calls itself a sound, so that it is a failure if it cannot be read as one.
  static func isNamedAsSound(_ path: String) -> Bool {
    soundExtensions.contains(FilePath(path).fileExtension.lowercased())
  }

  private static let soundExtensions: Set = [
    "aif", "aifc", "aiff", "au", "bwf", "caf", "flac", "mp3", "oga", "ogg", "opus", "rf64", "snd",
    "w64", "wav", "wave",
    // Sounds and videos that ffmpeg reads.
    "3gp", "aac", "avi", "flv", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp4", "mpg",
    "webm", "wma", "wmv",
  ]

  private struct Place {
    let path: String
    let relativePath: String

    func appending(_ name: String) -> Place {
      Place(
        path: FilePath.join(path, name),
        relativePath: relativePath.isEmpty ? name : FilePath.join(relativePath, name))
    }
  }

  /// - Returns: the folders in it.
  private mutating func look(into folder: Place) -> [Place] {
    let entries: [FolderEntry]
    do throws(SoundFileError) {
      entries = try FolderEntry.all(inFolder: folder.path)
    } catch {
      omissions.append(Omission(path: folder.path, outcome: .failed("\(error)")))
      return []
    }
    var folders: [Place] = []
    for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
      let place = folder.appending(entry.name)
      guard entry.isExact else {
        fail(place.path, "has a name that is not UTF-8; rename it")
        continue
      }
      guard let status = FileStatus(path: place.path, followsLinks: false) else {
        fail(place.path, "cannot be read: \(systemMessage())")
        continue
      }
      if status.kind == .folder {
        if status.identity != outputFolder { folders.append(place) }
      } else {
        take(place, status, from: folder)
      }
    }
    return folders
  }

  private mutating func take(_ place: Place, _ status: FileStatus, from folder: Place) {
    var status = status
    if status.kind == .link {
      guard let target = FileStatus(path: place.path) else {
        let problem = "is a link that leads nowhere: \(systemMessage())"
        return Self.isNamedAsSound(place.path)
          ? fail(place.path, problem) : skip(place.path, problem)
      }
      if target.kind == .folder { return skip(place.path, "is a link to a folder") }
      if destination == .inPlace { return skip(place.path, "is a link, maybe to another folder") }
      status = target
    }
    guard status.kind == .regular else { return skip(place.path, "is no regular file") }
    if let input = formerInput(of: FilePath(place.path).name, in: folder) {
      return skip(place.path, "is the output for \(input)")
    }
    files.append(File(path: place.path, relativePath: place.relativePath, status: status))
  }

  /// The name of the file that a former run made this one of; `nil` if none did.
  private func formerInput(of name: String, in folder: Place) -> String? {
    guard let input = OutputPlan.inputName(ofOutput: name) else { return nil }
    // Where outputs go elsewhere, such a name may be anybody's.
    let isOurs =
      destination == .beside || FileStatus(path: FilePath.join(folder.path, input)) != nil
    return isOurs ? input : nil
  }

  private mutating func fail(_ path: String, _ problem: String) {
    omissions.append(Omission(path: path, outcome: .failed("\(path): \(problem)")))
  }

  private mutating func skip(_ path: String, _ reason: String) {
    omissions.append(Omission(path: path, outcome: .skipped("\(path): \(reason); skipped")))
  }
}
