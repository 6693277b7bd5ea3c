package import DeepFilterNet
package import VoiceIsolation

/// What the work is done with.
package struct ModelChoice: Equatable {
  /// The weight file; `nil`: wherever it is found.
  package var path: String?
  package var options: IsolationOptions
  /// Channels at once; `nil`: one a processor.
  package var threads: Int?

  init(_ invocation: Invocation) {
    self.path = invocation.model
    self.options = IsolationOptions(
      attenuationLimitDB: invocation.attenuationLimitDB,
      postFilterBeta: invocation.postFilterBeta
        ?? (invocation.postFilter ? Invocation.usualPostFilterBeta : nil))
    self.threads = invocation.threads
  }

  /// Finds the weight file and loads it.
  package func load() throws -> FileIsolator {
    let path = try ModelLocation.find(path)
    do {
      let model = try DeepFilterModel(contentsOfFile: path)
      return FileIsolator(model: model, options: options, threads: threads)
    } catch {
      throw ModelFileProblem(path: path, error: error)
    }
  }
}

/// A weight file that was found but cannot be used.
struct ModelFileProblem: Error, CustomStringConvertible {
  let path: String
  let error: WeightFileError

  var description: String {
    let place = error.name.map { ", at '\($0)'" } ?? ""
    return "\(path): the model cannot be used: \(reason)\(place)"
  }

  private var reason: String {
    switch error.reason {
    case .unreadable(let why): "cannot be read: \(why)"
    case .notAWeightFile: "not a weight file of DeepFilterNet3"
    case .truncated: "the file is cut off at byte \(error.byteOffset)"
    case .badHeader(let why): "bad header: \(why)"
    case .missingTensor: "a tensor is missing"
    case .unknownTensor: "a tensor is unknown"
    case .wrongShape(let why): "wrong shape: \(why)"
    case .unsupportedType(let why): "unsupported type: \(why)"
    case .notFinite: "a number is not finite"
    case .badConfiguration(let why): "bad configuration: \(why)"
    }
  }
}
