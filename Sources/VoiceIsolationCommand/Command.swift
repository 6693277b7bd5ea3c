import VoiceIsolation

public enum VoiceIsolateCommand {
  public static func run() -> Int32 { 0 }
}
