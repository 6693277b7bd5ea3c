/// Where the samples of a file come from.
protocol SoundReader: AnyObject {
  /// The file as it was when it was opened.
  var status: FileStatus { get }
  var sampleRateHz: Int { get }
  var channelCount: Int { get }
  /// Samples a channel by the header; `nil` if it does not say.
  var frameCount: Int? { get }
  /// What is odd about the file though it can be read, in sentences for people.
  var warnings: [String] { get }
  /// Samples replaced by 0 so far, because they were no sound and others would have gone with them.
  var replacedSampleCount: Int { get }

  /// Reads the next samples, channels interleaved.
  /// - Parameters:
  ///   - samples: replaced by what is read, `[frames × channels]`; empty at the end.
  ///   - limit: at most so many frames.
  func read(into samples: inout [Float], limit: Int) throws(SoundFileError)

  /// Whether it can be read only once, while it comes.
  var isPiped: Bool { get }

  /// The same sound once more, from its start. This reader is not to be used any more.
  func again() throws(SoundFileError) -> Self

  /// Begins the file that all that was read is to be written to.
  func makeWriter(to output: OutputFile) throws(SoundFileError) -> any SoundWriter
}

extension SoundReader {
  var replacedSampleCount: Int { 0 }
}
