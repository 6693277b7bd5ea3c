public import Foundation

/// Voices are isolated with DeepFilterNet3, on the device.
public struct DeepFilterNetConfiguration: VoiceIsolationConfiguration {
  /// The provider with all that it can do: progress, reports, tracks.
  public let deepFilterNet: DeepFilterNetProvider

  /// The provider, as any one.
  public var provider: any VoiceIsolationProvider { deepFilterNet }

  /// - Parameters:
  ///   - model: where the model comes from.
  ///   - loadMode: when it is loaded.
  ///   - options: what is done to a clip.
  ///   - clipsAtOnce: how many clips may be worked on at the same time.
  public init(
    model: ModelSource = .bundled, loadMode: ModelSource.LoadMode = .eager,
    options: ClipOptions = .init(), clipsAtOnce: Int = 1
  ) {
    deepFilterNet = DeepFilterNetProvider(
      model: model, loadMode: loadMode, options: options, clipsAtOnce: clipsAtOnce)
  }

  /// A provider whose model is downloaded when it is needed.
  /// - Parameters:
  ///   - modelBaseURL: the folder that holds `DeepFilterNet3.safetensors`; see `ModelSource.folder`.
  ///   - loadMode: when it is downloaded, if it is not there yet, and loaded.
  ///   - options: what is done to a clip.
  ///   - clipsAtOnce: how many clips may be worked on at the same time.
  public init(
    modelBaseURL: URL, loadMode: ModelSource.LoadMode = .eager, options: ClipOptions = .init(),
    clipsAtOnce: Int = 1
  ) {
    self.init(
      model: .folder(modelBaseURL), loadMode: loadMode, options: options, clipsAtOnce: clipsAtOnce)
  }
}
