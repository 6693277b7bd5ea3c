import DeepFilterNet

#if canImport(Darwin)
  import Foundation
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Finds the model's weight file.
///
/// A file that the caller or the environment names is the only one considered: if it is not there,
/// that is an error and no other model is taken. Otherwise the bundled file is looked for beside
/// the executable, after following links, in `../share/voice-isolation`, and on Apple systems among
/// the resources of the application and of the frameworks it loaded.
public enum ModelLocation {
  /// Names a weight file for a whole environment.
  public static let environmentVariable = "VOICE_ISOLATION_MODEL"

  /// The path of the weight file.
  /// - Parameter path: the file to use. `nil`: the environment's, else the bundled one.
  public static func find(_ path: String? = nil) throws(ModelLocationError) -> String {
    // A C string that the environment owns, copied at once.
    let variable = unsafe getenv(environmentVariable).map { unsafe String(cString: $0) }
    return try find(path, environment: variable, folders: resourceFolders())
  }

  /// The same with everything said: the variable's value, and the folders to search.
  package static func find(
    _ path: String?, environment: String?, folders: [String]
  ) throws(ModelLocationError) -> String {
    if let path {
      guard isFile(path) else { throw ModelLocationError(.namedFileMissing, searched: [path]) }
      return path
    }
    if let environment, !environment.isEmpty {
      guard isFile(environment) else {
        throw ModelLocationError(.environmentFileMissing, searched: [environment])
      }
      return environment
    }
    let paths = folders.flatMap { folder in places.map { FilePath.join(folder, $0) } }
    guard let found = paths.first(where: isFile) else {
      throw ModelLocationError(.notFound, searched: paths)
    }
    return found
  }

  /// Where the file may lie in a folder of resources: in the folder that the package manager made,
  /// in the bundle that Xcode made, bare, or installed.
  private static var places: [String] {
    let (bundle, file) = (BundledWeights.bundleName, BundledWeights.fileName)
    return [
      "\(bundle).resources/\(file)",
      "\(bundle).bundle/\(file)",
      "\(bundle).bundle/Contents/Resources/\(file)",
      file,
      "../share/voice-isolation/\(file)",
    ]
  }

  #if canImport(Darwin)
    private static func resourceFolders() -> [String] {
      let beside = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
      let bundles = [Bundle.main] + Bundle.allFrameworks + Bundle.allBundles
      let folders = ([beside] + bundles.map(\.resourceURL)).compactMap { $0?.path }
      var seen: Set<String> = []
      return folders.filter { seen.insert($0).inserted }
    }
  #else
    private static func resourceFolders() -> [String] {
      guard let executable = resolvedPath("/proc/self/exe") else { return [] }
      return [FilePath(executable).folder]
    }
  #endif

  private static func isFile(_ path: String) -> Bool {
    guard let status = FileStatus(path: path) else { return false }
    return status.kind != .folder
  }
}
