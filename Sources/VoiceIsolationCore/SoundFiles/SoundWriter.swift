/// Where the samples of a file go.
protocol SoundWriter: AnyObject {
  /// Samples so far that were beyond the range of the format.
  var clippedSampleCount: Int { get }
  /// What became otherwise than in the input, in sentences for people.
  var warnings: [String] { get }

  /// Writes the next samples, channels interleaved.
  func write(_ samples: [Float]) throws(SoundFileError)

  /// The samples that were just written, as a reader of the file will get them, or nearly.
  func lastWritten(_ samples: [Float]) -> [Float]

  /// Writes what is still held back. Nothing is to be written afterwards.
  func finish() throws(SoundFileError)
}

extension SoundWriter {
  func lastWritten(_ samples: [Float]) -> [Float] { samples }
  var warnings: [String] { [] }
}
