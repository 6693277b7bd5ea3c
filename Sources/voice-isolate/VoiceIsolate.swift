import VoiceIsolationCommand

@main
struct VoiceIsolate {
  static func main() {
    _ = VoiceIsolateCommand.run()
  }
}
