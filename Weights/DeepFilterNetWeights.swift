/// The bundled weights of DeepFilterNet3.
public enum DeepFilterNetWeights {
  /// The weight file's name, wherever it lies.
  public static let fileName = "DeepFilterNet3.safetensors"
  /// The folder that the package manager makes of this target's resources, without its extension
  /// (`.resources` on Linux, `.bundle` on Apple systems).
  public static let bundleName = "VoiceIsolation_DeepFilterNetWeights"
}
