#if canImport(AVFoundation) && !canImport(CVoiceIsolationSndfile)
  // Not run yet: written for Apple systems on another one. The same two types as those by
  // libsndfile, with the same meaning.
  import AVFoundation
  import Foundation

  /// Reads a sound file in pieces, by AVAudioFile.
  final class SoundFileReader: SoundReader {
    let path: String
    let status: FileStatus
    let sampleRateHz: Int
    let channelCount: Int
    let frameCount: Int?
    let warnings: [String] = []
    fileprivate let file: AVAudioFile
    private let mix: StereoMix?
    private(set) var replacedSampleCount = 0

    let isPiped = false

    init(
      path: String, raw: RawSound? = nil, mixesToStereo: Bool = false
    ) throws(SoundFileError) {
      self.path = path
      guard raw == nil, path != "-" else {
        throw SoundFileError(
          .cannotRead("samples without a header, and pipes, are read on Linux alone"), path: path)
      }
      guard let status = FileStatus(path: path) else {
        throw SoundFileError(.cannotRead(systemMessage()), path: path)
      }
      if status.kind == .folder { throw SoundFileError(.isFolder, path: path) }
      if status.kind == .regular, status.byteCount == 0 {
        throw SoundFileError(.isEmpty, path: path)
      }
      self.status = status
      do {
        self.file = try AVAudioFile(
          forReading: URL(fileURLWithPath: path), commonFormat: .pcmFormatFloat32,
          interleaved: true)
      } catch {
        throw SoundFileError(.notASound(error.localizedDescription), path: path)
      }
      self.sampleRateHz = Int(file.fileFormat.sampleRate)
      let channelCount = Int(file.fileFormat.channelCount)
      self.mix =
        mixesToStereo && channelCount > 2
        ? StereoMix(places: nil, channelCount: channelCount) : nil
      self.channelCount = mix == nil ? channelCount : 2
      self.frameCount = Int(file.length)
    }

    func again() throws(SoundFileError) -> SoundFileReader {
      file.framePosition = 0
      return self
    }

    func read(into samples: inout [Float], limit: Int) throws(SoundFileError) {
      samples.removeAll(keepingCapacity: true)
      guard file.framePosition < file.length else { return }
      guard
        let buffer = AVAudioPCMBuffer(
          pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(limit))
      else { throw SoundFileError(.cannotRead("no buffer of its format"), path: path) }
      do {
        try file.read(into: buffer, frameCount: AVAudioFrameCount(limit))
      } catch {
        throw SoundFileError(.cannotRead(error.localizedDescription), path: path)
      }
      guard let channels = unsafe buffer.floatChannelData else { return }
      // An interleaved buffer has all channels in the first, `frameLength` frames of them.
      unsafe samples.append(
        contentsOf: UnsafeBufferPointer(
          start: channels[0],
          count: Int(buffer.frameLength) * Int(file.fileFormat.channelCount)))
      replacedSampleCount += mix?.apply(to: &samples) ?? 0
    }
  }

  extension SoundFileReader {
    func makeWriter(to output: OutputFile) throws(SoundFileError) -> any SoundWriter {
      try SoundFileWriter(to: output, like: self)
    }
  }

  /// Writes a sound file in pieces, by AVAudioFile.
  final class SoundFileWriter: SoundWriter {
    private let path: String
    private let format: AVAudioFormat
    private let isInteger: Bool
    /// `nil` once the file is finished: AVAudioFile closes it when it goes.
    private var file: AVAudioFile?
    private(set) var clippedSampleCount = 0

    init(to output: OutputFile, like reader: SoundFileReader) throws(SoundFileError) {
      self.path = output.path
      guard output.giveName() else {
        throw SoundFileError(.cannotWrite(systemMessage()), path: path)
      }
      var settings = reader.file.fileFormat.settings
      if reader.channelCount != Int(reader.file.fileFormat.channelCount) {
        settings[AVNumberOfChannelsKey] = reader.channelCount
        settings[AVChannelLayoutKey] = nil
      }
      self.isInteger =
        settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM
        && settings[AVLinearPCMIsFloatKey] as? Bool != true
      do {
        let file = try AVAudioFile(
          forWriting: URL(fileURLWithPath: output.writtenPath), settings: settings,
          commonFormat: .pcmFormatFloat32, interleaved: true)
        self.format = file.processingFormat
        self.file = file
      } catch {
        throw SoundFileError(.cannotWrite(error.localizedDescription), path: output.path)
      }
    }

    func write(_ samples: [Float]) throws(SoundFileError) {
      let frameCount = AVAudioFrameCount(samples.count / Int(format.channelCount))
      guard frameCount > 0 else { return }
      guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCount),
        let channels = unsafe buffer.floatChannelData
      else { throw SoundFileError(.cannotWrite("no buffer of its format"), path: path) }
      buffer.frameLength = frameCount
      // An interleaved buffer has all channels in the first, with room for `frameCount` frames.
      for (index, sample) in samples.enumerated() { unsafe channels[0][index] = sample }
      if isInteger { clippedSampleCount += samples.count { !(-1...1).contains($0) } }
      do {
        try file?.write(from: buffer)
      } catch {
        throw SoundFileError(.cannotWrite(error.localizedDescription), path: path)
      }
    }

    func finish() throws(SoundFileError) { file = nil }
  }
#endif
