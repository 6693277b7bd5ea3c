/// Which provider an app isolates voices with.
public protocol VoiceIsolationConfiguration: Sendable {
  /// The same one each time.
  var provider: any VoiceIsolationProvider { get }
}
