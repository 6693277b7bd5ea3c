/// What the target `DeepFilterNetWeights` brings.
enum BundledWeights {
  /// The weight file's name, wherever it lies.
  static let fileName = "DeepFilterNet3.safetensors"
  /// The folder that the package manager makes of the target's resources, without its extension
  /// (`.resources` on Linux, `.bundle` on Apple systems).
  static let bundleName = "VoiceIsolation_DeepFilterNetWeights"

  /// That folder.
  static let folderName: String = {
    #if canImport(Darwin)
      bundleName + ".bundle"
    #else
      bundleName + ".resources"
    #endif
  }()
}
