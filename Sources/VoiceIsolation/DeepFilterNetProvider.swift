import DeepFilterNet
import Dispatch
public import Foundation
public import VoiceIsolationCore

/// Isolates voices with DeepFilterNet3, on the device.
///
/// The model is loaded once and stays; a failure to load it is not remembered. Work is done on threads
/// of its own, whatever the caller's actor.
public final class DeepFilterNetProvider: VoiceIsolationProvider {
  private let holder: ModelHolder
  private let loadMode: ModelSource.LoadMode
  private let options: ClipOptions
  private let threads: Int
  private let turnstile: Turnstile

  private static let queue = DispatchQueue(
    label: "voice-isolation.clips", qos: .userInitiated, attributes: .concurrent)

  /// - Parameters:
  ///   - model: where the model comes from.
  ///   - loadMode: when it is loaded.
  ///   - options: what is done to a clip.
  ///   - clipsAtOnce: how many clips may be worked on at the same time; others wait, and begin in the
  ///     order in which they came. Less than 1 counts as 1.
  public init(
    model: ModelSource = .bundled, loadMode: ModelSource.LoadMode = .eager,
    options: ClipOptions = .init(), clipsAtOnce: Int = 1
  ) {
    holder = ModelHolder(model)
    self.loadMode = loadMode
    self.options = options
    threads = options.threads ?? max(1, processorCount / max(1, clipsAtOnce))
    turnstile = Turnstile(places: clipsAtOnce)
  }

  /// Loads the model, and downloads it before if need be; nothing if that is to happen at the first
  /// clip.
  /// - Throws: `VoiceIsolationError`, or `CancellationError`.
  public func prewarm() async throws { try await prewarm { _ in } }

  /// Gets ready like `prewarm()`, and tells how far the download of the model is.
  /// - Parameter progress: takes the share of the file that is there, from 0 to 1, on any thread; where
  ///   nothing is downloaded, or the server does not say how long the file is, only the 1 at the end.
  public func prewarm(progress: @escaping @Sendable (_ fraction: Double) -> Void) async throws {
    guard loadMode == .eager else { return }
    _ = try await VoiceIsolationError.translating { try await holder.model(progress: progress) }
    progress(1)
  }

  /// Writes the voice of one file to another, of the same format, length and rate; an output named for
  /// another format (`.wav`, `.flac`, …) is written in that one. What was there is replaced.
  ///
  /// All files that `FileIsolator` reads are accepted, but no pipes and devices, whose other end may
  /// never come. If the task is cancelled, the work stops within a tenth of a second, and no file
  /// appears.
  /// - Throws: `VoiceIsolationError`, or `CancellationError`.
  public func isolateVoice(from input: URL, to output: URL) async throws {
    _ = try await isolateVoice(from: input, to: output) { _ in }
  }

  /// Writes the voice of one file to another like `isolateVoice(from:to:)`, tells how far it is, and
  /// returns what was done.
  /// - Parameters:
  ///   - input: the file to read; it is not changed.
  ///   - output: the file to write.
  ///   - track: which sound track of a video, from 1; `nil`: the one that players take.
  ///   - progress: called in steps of a thousandth or more, on a thread of the provider's.
  @discardableResult
  public func isolateVoice(
    from input: URL, to output: URL, track: Int? = nil,
    progress: @escaping @Sendable (IsolationProgress) -> Void
  ) async throws -> IsolationReport {
    try await VoiceIsolationError.translating {
      let (source, target) = (try Self.path(input), try Self.path(output))
      // Before anything is downloaded for it.
      guard let status = FileStatus(path: source) else {
        throw SoundFileError(.cannotRead(systemMessage()), path: source)
      }
      // The other end of a pipe may never come, and a device never end.
      if status.kind != .regular, status.kind != .folder {
        throw SoundFileError(.cannotRead("it is no file but a pipe or a device"), path: source)
      }
      if FileStatus(path: target)?.kind == .pipe {
        throw SoundFileError(.cannotWrite("it is no file but a pipe"), path: target)
      }
      let model = try await holder.model()
      let isolator = isolator(model)
      return try await turnstile.pass {
        try await Self.onThread { cancellation in
          var isolator = isolator
          isolator.isCancelled = { cancellation.isRequested }
          var meter = ProgressMeter()
          return try isolator.isolate(source, to: target, track: track) {
            if let news = meter.advance(to: $0) { progress(news) }
          }
        }
      }
    }
  }

  private func isolator(_ model: DeepFilterModel) -> FileIsolator {
    var isolator = FileIsolator(
      model: model, options: options.isolation, mode: options.mode,
      conditioning: options.conditioning, threads: threads)
    isolator.mixesToStereo = options.mixesToStereo
    isolator.needsSamples = true
    return isolator
  }

  private static func path(_ url: URL) throws(SoundFileError) -> String {
    guard url.isFileURL, ["", "localhost"].contains(url.host?.lowercased() ?? "") else {
      let hint =
        url.scheme == nil
        ? "it is no URL of a file: make it with URL(fileURLWithPath:)"
        : "only files can be; download it first"
      throw SoundFileError(
        .cannotRead(hint), path: ModelDownloadError.withoutSecrets(url).absoluteString)
    }
    // By itself it would be the standard input or output.
    return url.path == "-" ? "./-" : url.path
  }

  /// Does what blocks on a thread that is none of Swift's own few.
  private static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(with: Swift.Result { try work(cancellation) })
        }
      }
    } onCancel: {
      cancellation.set()
    }
  }
}
