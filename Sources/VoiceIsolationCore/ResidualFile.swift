/// The file for what was removed from a sound: the input less the output, which lags behind it.
final class ResidualFile {
  private let file: OutputFile
  private let writer: any SoundWriter
  /// Samples that have come in and not gone out.
  private var waiting: [Float] = []

  init(
    path: String, replacesExisting: Bool, _ reader: any SoundReader, besides output: OutputFile
  ) throws(SoundFileError) {
    file = try OutputFile(path: path, replacesExisting: replacesExisting, input: reader.status)
    if file.isSamePlace(as: output) { throw SoundFileError(.sameAsOutput, path: path) }
    writer = try reader.makeWriter(to: file)
  }

  func take(_ samples: [Float]) { waiting += samples }

  /// Writes what the next samples of the output lack to the input.
  func write(less isolated: [Float]) throws(SoundFileError) {
    let residual = zip(waiting, isolated).map { $0.isFinite ? $0 - $1 : -$1 }
    waiting.removeFirst(isolated.count)
    try writer.write(residual)
  }

  /// Sentences for people.
  var warnings: [String] {
    let count = writer.clippedSampleCount
    return writer.warnings
      + (count > 0
        ? ["\(count) samples of what was removed are beyond full scale, and clipped"] : [])
  }

  func finish() throws(SoundFileError) { try writer.finish() }
  func commit() throws(SoundFileError) { try file.commit() }
}
