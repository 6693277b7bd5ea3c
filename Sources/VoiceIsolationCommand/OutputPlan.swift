import VoiceIsolationCore

/// Which file each input becomes.
struct OutputPlan {
  /// Where outputs go.
  enum Destination: Equatable {
    /// To a file that the caller named.
    case file(String)
    /// To a folder, under the inputs' names; trees are mirrored there.
    case folder(String)
    /// To `NAME-clean.EXT` beside the input.
    case beside
    /// To where the input was.
    case inPlace

    init(_ invocation: Invocation) {
      if let output = invocation.output {
        self = .file(output)
      } else if let folder = invocation.folder {
        self = .folder(folder)
      } else {
        self = invocation.isInPlace ? .inPlace : .beside
      }
    }
  }

  struct Step: Sendable {
    let input: String
    let output: String
    /// Whether a folder was walked to find it; else the caller named it.
    var isFound = false
    /// Of the input; 0 if it is not there.
    let byteCount: Int
    /// The input's; `nil` if it is not there.
    let identity: FileStatus.Identity?
  }

  let destination: Destination
  private(set) var steps: [Step] = []
  /// What is known not to be done before anything is, folders among it.
  private(set) var omissions: [FolderWalk.Omission] = []
  /// Whether the caller left it to the program to find files.
  private(set) var hasWalked = false

  /// Looks at every input, and walks folders if that is asked for.
  init(_ invocation: Invocation) throws(UsageError) {
    destination = Destination(invocation)
    for input in invocation.inputs {
      let status = input == "-" ? nil : FileStatus(path: input)
      if status?.kind != .folder {
        add(input, status)
      } else if invocation.isRecursive {
        if invocation.residual != nil {
          throw UsageError("--residual takes a single file, and \(input) is a folder")
        }
        try walk(input, status)
      } else {
        let message = "\(input): is a folder; add --recursive to take the files in it"
        omissions.append(.init(path: input, outcome: .failed(message)))
      }
    }
    var places = OutputPlaces(steps)
    try places.check(steps)
  }

  private mutating func walk(_ folder: String, _ status: FileStatus?) throws(UsageError) {
    hasWalked = true
    var outputFolder: FileStatus.Identity?
    switch destination {
    case .file:
      throw UsageError("-o takes a single file, and \(folder) is a folder; give a folder with -d")
    case .folder(let name):
      outputFolder = FileStatus(path: name)?.identity
      if let outputFolder, outputFolder == status?.identity {
        throw UsageError(
          "\(name) is the input folder itself; give another with -d, or --in-place instead")
      }
    case .beside, .inPlace: break
    }
    let walk = FolderWalk(folder, destination: destination, outputFolder: outputFolder)
    omissions += walk.omissions
    for file in walk.files {
      add(file.path, file.status, relativePath: file.relativePath)
    }
  }

  /// - Parameter relativePath: where it is in the folder that was walked, if one was.
  private mutating func add(_ input: String, _ status: FileStatus?, relativePath: String? = nil) {
    let output =
      switch destination {
      case .file(let name): name
      case .folder(let folder): FilePath.join(folder, relativePath ?? FilePath(input).name)
      case .beside: Self.output(beside: input)
      case .inPlace: input
      }
    steps.append(
      Step(
        input: input, output: output, isFound: relativePath != nil,
        byteCount: status?.byteCount ?? 0, identity: status?.identity))
  }

  private static let suffix = "-clean"

  private static func output(beside input: String) -> String {
    let path = FilePath(input)
    let ending = path.fileExtension.isEmpty ? "" : "." + path.fileExtension
    let beside = String(Substring(input.utf8.dropLast(path.name.utf8.count)))
    return beside + path.stem + suffix + ending
  }

  /// The name of the file beside which an output of that name would be put; `nil` if none would.
  static func inputName(ofOutput name: String) -> String? {
    let path = FilePath(name)
    let (stem, suffix) = (path.stem.utf8, suffix.utf8)
    guard stem.count > suffix.count, stem.suffix(suffix.count).elementsEqual(suffix) else {
      return nil
    }
    let ending = path.fileExtension.isEmpty ? "" : "." + path.fileExtension
    return String(Substring(stem.dropLast(suffix.count))) + ending
  }
}
