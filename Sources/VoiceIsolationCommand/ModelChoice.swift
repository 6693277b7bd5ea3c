package import DeepFilterNet
package import VoiceIsolationCore

/// What the work is done with.
package struct ModelChoice: Equatable {
  /// The weight file; `nil`: wherever it is found.
  package var path: String?
  package var options: IsolationOptions
  package var mode: ChannelMode
  package var conditioning: Conditioning
  /// Channels at once; `nil`: one a processor.
  package var threads: Int?

  init(_ invocation: Invocation) {
    self.path = invocation.model
    self.options = IsolationOptions(
      attenuationLimitDB: invocation.attenuationLimitDB,
      postFilterBeta: invocation.postFilterBeta
        ?? (invocation.postFilter ? Invocation.usualPostFilterBeta : nil))
    if let strength = invocation.strength { options.strength = strength / 100 }
    self.mode = invocation.mode
    self.conditioning = invocation.conditioning
    self.threads = invocation.threads
  }

  /// Finds the weight file and loads it.
  package func load() throws(ModelProblem) -> FileIsolator {
    let file: String
    do {
      file = try ModelLocation.find(path)
    } catch {
      throw .notFound(error)
    }
    do {
      let model = try DeepFilterModel(contentsOfFile: file)
      return FileIsolator(
        model: model, options: options, mode: mode, conditioning: conditioning, threads: threads)
    } catch {
      throw .unusable(path: file, error)
    }
  }
}
