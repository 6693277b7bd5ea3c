/// Which provider an app isolates voices with.
public protocol VoiceIsolationConfiguration: Sendable {
  var provider: any VoiceIsolationProvider { get }
}
