/// Why a sound file could not be read or written. Nothing half-written is left behind.
///
/// For people, print `"\(error)"`; `localizedDescription` says the same in programs that import
/// `VoiceIsolation`.
public struct SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The system refuses to open or read it; the system's words.
    case cannotRead(String)
    /// A folder where a file should be.
    case isFolder
    /// No byte in it, or no sample.
    case isEmpty
    /// No sound file, or a damaged one, or of a kind that cannot be read; the reader's words.
    case notASound(String)
    /// No sound track in it.
    case noSound
    /// Fewer sound tracks than the one that is asked for; it, and how many there are.
    case noSuchTrack(Int, count: Int)
    /// A program is missing that reads what is no sound file by itself, or cannot be started; the
    /// system's words.
    case programMissing(String, String?)
    /// The program that reads or writes it failed; its name and its words.
    case programFailed(String, String)
    /// A sample rate that nothing is resampled from.
    case unsupportedSampleRate(hz: Int, supportedHz: ClosedRange<Int>)
    /// More channels than there is room for.
    case tooManyChannels(Int, limit: Int)
    /// The output's folder is not there.
    case folderMissing(String)
    /// The output is the input's own file.
    case sameFile
    /// Two files are to be written to one place.
    case sameAsOutput
    /// The output exists, and is not to be replaced.
    case exists
    /// The system refuses to create or write it; the system's words.
    case cannotWrite(String)
    /// A format that can be read but not written, or not with so many channels; its name.
    case cannotWriteFormat(String)
    /// A format that cannot have so many samples a second; its name.
    case cannotWriteRate(String, hz: Int)
    /// An output named for a format that is never written; the name's extension.
    case cannotWriteExtension(String)
    /// A pipe, and a video, whose header is finished last; the container's name.
    case needsSeeking(String)
    /// No sample to write, and a format that cannot be without one; the format's name.
    case cannotBeEmpty(String)
    /// More bytes than the format's header can say; the format's name.
    case tooLarge(String)
    /// Whoever asked for it does not want it any more.
    case cancelled
  }

  /// What is wrong.
  public let reason: Reason
  /// The file, as the caller named it.
  public let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }

  /// One line: which file, what is wrong, what to do.
  public var description: String { "\(place): \(message)" }

  private var place: String {
    guard path == "-" else { return printable(path) }
    switch reason {
    case .cannotRead, .isFolder, .isEmpty, .notASound, .unsupportedSampleRate, .tooManyChannels,
      .noSuchTrack, .noSound:
      return "standard input"
    default: return "standard output"
    }
  }

  private var message: String {
    switch reason {
    case .cannotRead(let why): "cannot be read: \(why)"
    case .isFolder: "is a folder; name a sound file"
    case .isEmpty: "is empty"
    case .notASound(let why): "is not a sound file that can be read: \(why)"
    case .noSound: "has no sound track"
    case .noSuchTrack(let number, let count):
      "has \(count == 1 ? "one sound track" : "\(count) sound tracks"), and no track \(number)"
    case .programMissing(let program, let why):
      "is not a sound file by itself, and \(program), which reads videos and the like, "
        + (why.map { "cannot be started: \($0)" }
          ?? "is not there; install ffmpeg (Debian: apt-get install ffmpeg)")
    case .programFailed(let program, let why): "\(program) failed: \(why)"
    case .unsupportedSampleRate(let hz, let supported):
      "has \(hz) samples a second, and \(supported.lowerBound) to \(supported.upperBound) are "
        + "supported; convert it first: "
        + "sox \(shellWord(path)) -r 48000 \(shellWord(convertedName))"
    case .tooManyChannels(let count, let limit):
      "has \(count) channels, and at most \(limit) are supported; split it first"
    case .folderMissing(let folder): "cannot be written: there is no folder \(printable(folder))"
    case .sameFile: "is the input itself; name another output"
    case .sameAsOutput: "is written already; name another file for what is removed"
    case .exists: "exists already"
    case .cannotWrite(let why): "cannot be written: \(why)"
    case .cannotWriteFormat(let format):
      "cannot be written as \(format); name an output that ends in .wav"
    case .cannotWriteRate(let format, let hz):
      "cannot be written as \(format), which has no \(hz) samples a second; name an output that ends "
        + "in .wav"
    case .cannotWriteExtension(let name):
      "cannot be written: .\(name) is none of the formats that can be (\(Self.writtenExtensions))"
    case .needsSeeking(let format):
      "cannot be written as \(format) to a pipe, whose header is finished last; write to a file"
    case .cannotBeEmpty(let format):
      "cannot be written as \(format): there is no sound to write; name an output that ends in .wav"
    case .tooLarge(let format):
      "would exceed the 4 GB that \(format) can hold; name an output that ends in .wav or .caf"
    case .cancelled: "was left alone: the work was cancelled"
    }
  }

  /// For the file at another rate; SoX keeps the depth in WAV.
  private var convertedName: String { "\(FilePath(path).stem)-48000.wav" }

  /// The usual extensions that name a format to write.
  private static let writtenExtensions = "wav, flac, aiff, caf, au, w64, ogg, opus, mp3"
}
