public import Foundation

/// Where a provider has its model from.
public enum ModelSource: Equatable, Sendable {
  /// The file that comes with the package; `VOICE_ISOLATION_MODEL` may name another one.
  case bundled
  /// A weight file.
  case file(URL)
  /// What is in a weight file.
  case bytes(Data)
  /// The folder that holds `DeepFilterNet3.safetensors` and, if the host likes, its checksum beside it in
  /// `DeepFilterNet3.safetensors.sha256`: `https`, `http` or `file`. A remote one is downloaded when it
  /// is needed, and kept: in `cache`, or in the caches directory of the system (on Linux
  /// `$XDG_CACHE_HOME` or `~/.cache`), in a folder `VoiceIsolation`.
  case folder(URL, limits: DownloadLimits = .init(), cache: URL? = nil)

  /// When a provider loads it.
  public enum LoadMode: Equatable, Sendable {
    /// At `prewarm()`, or at the first clip if nobody called that.
    case eager
    /// At the first clip: `prewarm()` does nothing. For hosts that call it of their own accord, before
    /// anybody wants a clip to be cleaned.
    case lazy
  }
}
