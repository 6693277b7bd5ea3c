import VoiceIsolationCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@main
struct VoiceIsolate {
  static func main() {
    exit(VoiceIsolateCommand.runProcess())
  }
}
