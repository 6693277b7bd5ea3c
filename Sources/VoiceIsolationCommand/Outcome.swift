import VoiceIsolationCore

/// How it went with a file. Messages are one line for people, which begins with the file's name.
enum Outcome: Sendable {
  case done(IsolationReport)
  case failed(String)
  /// Not a sound, and nobody said it was one.
  case skipped(String)
}
