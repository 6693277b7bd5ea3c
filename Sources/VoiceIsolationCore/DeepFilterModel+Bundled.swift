public import DeepFilterNet

extension DeepFilterModel {
  /// Loads the model that comes with the package, or that the environment names: what
  /// `ModelLocation.find()` finds.
  /// - Throws: `ModelLocationError` or `WeightFileError`.
  public static func bundled() throws -> DeepFilterModel {
    try DeepFilterModel(contentsOfFile: ModelLocation.find())
  }
}
