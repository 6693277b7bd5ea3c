public import DeepFilterNet

/// Keeps the voice of sound files, and of videos. Memory does not grow with their length.
///
/// What is noted in a file beside its sound is kept as far as libsndfile copies it: title and the
/// like, the places of the channels, broadcast notes, cue points and loops, but not iXML, labels or
/// comments of more than 2 kB.
///
/// On Linux the program `ffmpeg`, where it is installed, reads and writes what libsndfile does not:
/// videos, and sounds such as `.m4a`. One sound track is cleaned and encoded again; the picture and
/// all else goes from file to file as it is. Such a file is opened, never what it may refer to.
public struct FileIsolator: Sendable {
  /// The most channels of a file: each takes memory for its state, and a damaged header may name any
  /// number.
  public static let channelLimit = 128

  /// Whether more channels than two become two, by ITU-R BS.775. Otherwise each is kept.
  public var mixesToStereo = false
  /// Whether a file without a sample is refused, in place of becoming another one.
  package var needsSamples = false
  /// Asked every few milliseconds whether to stop.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// When outputs get their names.
  package var outputNaming = OutputNaming.last
  private let conditioning: Conditioning
  private let mode: ChannelMode
  private let makeProcess: @Sendable (SoundDescription) -> SoundProcess

  /// - Parameters:
  ///   - model: the weights, shared with any other streams.
  ///   - options: what is done to the sound.
  ///   - mode: whether the channels share one network.
  ///   - conditioning: what is mended before. A file is looked at as a whole for it; of what cannot be
  ///     read twice, a pipe, the first two seconds.
  ///   - threads: at most so many work at once; less than 1 counts as 1, and `nil`
  ///     as many as there are processors. The result does not depend on it.
  public init(
    model: DeepFilterModel, options: IsolationOptions = .init(), mode: ChannelMode = .each,
    conditioning: Conditioning = .init(), threads: Int? = nil
  ) {
    let most = max(1, threads ?? processorCount)
    // Nothing is to be mended in a sound that is to stay as it is.
    let conditioning = options.strength == 0 ? .none : conditioning
    self.conditioning = conditioning
    self.mode = mode
    makeProcess = { sound in
      SoundProcess(
        VoiceProcess(
          model: model, sound: sound, mode: mode, options: options, conditioning: conditioning,
          threads: most))
    }
  }

  package init(
    makeProcess:
      @escaping @Sendable (_ sampleRateHz: Int, _ channelCount: Int) -> SoundProcess
  ) {
    conditioning = .none
    mode = .each
    self.makeProcess = { makeProcess($0.sampleRateHz, $0.channelCount) }
  }

  /// Writes the voice of one file to another, of the same format, rate, length and channels; an output
  /// named for another format (`.wav`, `.flac`, …) is written in that one, and refused if that is
  /// none that can be written. Other extensions and none (`.part`) keep the format. A video becomes
  /// a video, or sound alone if the output is named for that; a sound file never becomes a video.
  ///
  /// A regular output appears when it is whole, or not at all. The input's own file is refused, unless
  /// it is to be replaced.
  /// Until then the bytes are in a file beside it: on Linux, on most disks, in one without a name, of
  /// which nothing stays behind; elsewhere in a hidden one `.voice-isolation-…`, which stays only if
  /// the process is killed or the power fails.
  /// - Parameters:
  ///   - input: the path of a sound file of 8 to 192 kHz; `-`: the standard input. WAV and raw samples
  ///     are worked on while they come through a pipe.
  ///   - output: the path to write to; its folder is there. `-`: the standard output.
  ///   - raw: what the input holds, if it has no header; then neither has an output of the same format.
  ///   - residual: the path to write to what was removed: input less output.
  ///   - isLive: whether what comes in goes out within the delay: nothing is held back.
  ///   - track: which sound track of a video, from 1; `nil`: the one that players take.
  ///   - replacesExisting: whether a regular output that exists is replaced or refused.
  ///   - replacesInput: whether the output may be the input, which is replaced when the output is
  ///     whole.
  ///   - progress: told now and then how far it is, 0 to 1; not called if the input does not say
  ///     how long it is.
  /// - Returns: what was done.
  /// - Throws: `SoundFileError`: which of the two files, and what is wrong.
  public func isolate(
    _ input: String, to output: String, track: Int? = nil, raw: RawSound? = nil,
    residual: String? = nil, isLive: Bool = false, replacesExisting: Bool = true,
    replacesInput: Bool = false,
    progress: (_ fraction: Double) -> Void = { _ in }
  ) throws(SoundFileError) -> IsolationReport {
    do throws(SoundFileError) {
      return try isolateUnlessCancelled(
        input, to: output, track: track, raw: raw, residual: residual, isLive: isLive,
        replacesExisting: replacesExisting, replacesInput: replacesInput, progress: progress)
    } catch {
      // A program that was ended for it has failed, by what it says.
      switch error.reason {
      case .programFailed, .notASound: try checkCancellation(input)
      default: break
      }
      throw error
    }
  }

  private func isolateUnlessCancelled(
    _ input: String, to output: String, track: Int?, raw: RawSound?, residual: String?,
    isLive: Bool, replacesExisting: Bool, replacesInput: Bool,
    progress: (_ fraction: Double) -> Void
  ) throws(SoundFileError) -> IsolationReport {
    let clock = ContinuousClock()
    let start = clock.now
    var reader = try open(input, track: track, raw: raw)
    try Self.check(
      sampleRateHz: reader.sampleRateHz, channelCount: reader.channelCount, path: input)
    let file = try OutputFile(
      path: output, replacesExisting: replacesExisting, input: reader.status,
      replacesInput: replacesInput, naming: outputNaming)
    let writer = try reader.makeWriter(to: file)
    let remainder = try residual.map { (path) throws(SoundFileError) in
      try ResidualFile(path: path, replacesExisting: replacesExisting, reader, besides: file)
    }
    let process = makeProcess(
      SoundDescription(
        sampleRateHz: reader.sampleRateHz, channelCount: reader.channelCount,
        mendings: isLive ? nil : try measure(&reader, input), isLive: isLive))
    var report = IsolationReport()
    var (samples, isolated): ([Float], [Float]) = ([], [])
    repeat {
      try checkCancellation(input)
      try reader.read(into: &samples, limit: Self.pieceFrameCount(reader))
      isolated.removeAll(keepingCapacity: true)
      remainder?.take(samples)
      if samples.isEmpty {
        process.finish(&isolated)
      } else {
        process.push(samples, &isolated)
      }
      try writer.write(isolated)
      try remainder?.write(less: writer.lastWritten(isolated))
      report.frameCount += samples.count / reader.channelCount
      if let frameCount = reader.frameCount, frameCount > 0 {
        progress(min(1, Double(report.frameCount) / Double(frameCount)))
      }
    } while !samples.isEmpty
    if needsSamples, report.frameCount == 0 { throw SoundFileError(.isEmpty, path: input) }
    try writer.finish()
    try remainder?.finish()
    // An input that is replaced is gone: what was removed of it is safe before.
    try remainder?.commit()
    try file.commit()
    report.sampleRateHz = reader.sampleRateHz
    report.channelCount = reader.channelCount
    report.replacedSampleCount = reader.replacedSampleCount + process.replacedSampleCount()
    report.mendings = process.mendings()
    report.clippedSampleCount = writer.clippedSampleCount
    report.warnings = reader.warnings + writer.warnings + (remainder?.warnings ?? [])
    if let scale = report.mendings.map(\.gainExponent).min(), scale < -6 {
      report.warnings.append(
        "it goes far beyond full scale, as if whole numbers had been written as floats; it was "
          + "brought to scale for the work, and back")
    }
    report.elapsedSeconds = (clock.now - start) / .seconds(1)
    return report
  }

  /// Looks at the whole of what can be read twice.
  private func measure(
    _ reader: inout any SoundReader, _ input: String
  ) throws(SoundFileError) -> [Mending]? {
    guard !reader.isPiped, conditioning.needsMeasurement else { return nil }
    var measurement = SoundMeasurement(
      sampleRateHz: reader.sampleRateHz, channelCount: reader.channelCount)
    var samples: [Float] = []
    repeat {
      try checkCancellation(input)
      try reader.read(into: &samples, limit: Self.pieceFrameCount(reader))
      measurement.add(samples)
    } while !samples.isEmpty
    reader = try reader.again()
    return measurement.finish(conditioning, mode: mode)
  }

  private func checkCancellation(_ input: String) throws(SoundFileError) {
    if isCancelled() { throw SoundFileError(.cancelled, path: input) }
  }

  /// Opens a sound file, or a track of what ffmpeg knows.
  private func open(
    _ path: String, track: Int?, raw: RawSound?
  ) throws(SoundFileError) -> any SoundReader {
    do throws(SoundFileError) {
      let reader = try SoundFileReader(path: path, raw: raw, mixesToStereo: mixesToStereo)
      guard track ?? 1 == 1 else {
        throw SoundFileError(.noSuchTrack(track ?? 1, count: 1), path: path)
      }
      return reader
    } catch {
      #if canImport(CVoiceIsolationSndfile)
        if path != "-", case .notASound = error.reason,
          let media = try MediaFile(path: path, isCancelled: isCancelled)
        {
          return try TrackReader(media, track: track, mixesToStereo: mixesToStereo)
        }
      #endif
      if path == "-", case .notASound(let why) = error.reason {
        throw SoundFileError(
          .notASound(why + "; videos and their like cannot come through a pipe, name the file"),
          path: path)
      }
      throw error
    }
  }

  static func check(
    sampleRateHz: Int, channelCount: Int, path: String
  ) throws(SoundFileError) {
    guard SoundIsolator.sampleRatesHz.contains(sampleRateHz) else {
      throw SoundFileError(
        .unsupportedSampleRate(hz: sampleRateHz, supportedHz: SoundIsolator.sampleRatesHz),
        path: path)
    }
    guard channelCount <= channelLimit else {
      throw SoundFileError(.tooManyChannels(channelCount, limit: channelLimit), path: path)
    }
  }

  /// Samples a channel to take at once: enough for the engine's blocks and threads, not so many
  /// that many channels fill the memory, or take long: at a low rate fewer are as much work.
  private static func pieceFrameCount(_ reader: any SoundReader) -> Int {
    let least = min(2_048, 2_048 * reader.sampleRateHz / 48_000)
    return max(least, min(16_384, 65_536 / reader.channelCount))
  }
}
