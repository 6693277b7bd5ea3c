import DeepFilterNet
import Foundation

/// The weight files that the tests run on.
enum TestModels {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The file in the repository, which every build has.
  static let bundledPath = root.appendingPathComponent("Weights/DeepFilterNet3.safetensors").path

  static let bundled = Result { try DeepFilterModel(contentsOfFile: bundledPath) }

  /// Where `Scripts/test` puts the float32 ones, too large to commit.
  static func float32Path(_ name: String) -> String {
    root.appendingPathComponent(".build/weights/\(name)-float32.safetensors").path
  }

  /// Those of them that are there.
  static let float32Names = ["standard", "low-latency"].filter {
    FileManager.default.fileExists(atPath: float32Path($0))
  }
}
