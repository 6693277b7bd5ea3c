/// The options of a running stream, to be changed from any thread. The stream takes them up at its
/// next hop, without waiting for anybody, and moves there over that hop.
public final class IsolationControls: Sendable {
  private let word: AtomicWord

  init(_ options: IsolationOptions) {
    word = AtomicWord(IsolationSettings(options).word)
  }

  /// Sets both options at once.
  public func set(_ options: IsolationOptions) {
    word.store(IsolationSettings(options).word)
  }

  /// Real-time safe.
  var settings: IsolationSettings { IsolationSettings(word: word.load()) }
}
