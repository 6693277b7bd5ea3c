import DeepFilterNet
import VoiceIsolationCore

/// An option of the command line. Parsing and `--help` both go by `Option.all`.
struct Option {
  /// Every spelling; the first is the one that `--help` leads with.
  let names: [String]
  /// What stands for its value in `--help`; `nil`: it has none.
  var valueName: String?
  let help: [String]
  /// Notes the option down; returns what is wrong with its value, if anything is.
  let apply: (inout Invocation, _ value: String) -> String?

  static var all: [Option] {
    [
      Option(
        names: ["-o", "--output"], valueName: "OUTPUT",
        help: ["The file to write, for a single input. It is replaced if it exists."]
      ) { text($1, into: &$0.output) },
      Option(
        names: ["-d", "--output-folder"], valueName: "FOLDER",
        help: ["The folder to write to, under the inputs' names. Made if missing."]
      ) { text($1, into: &$0.folder) },
      flag(
        ["--in-place"],
        ["Replace each input by its output, when that is whole."]
      ) { $0.isInPlace = true },
      flag(
        ["--recursive", "-r"],
        [
          "Take the files in the folders that are named, and in those below them, which",
          "are made again in the folder of -d.",
        ]
      ) { $0.isRecursive = true },
      flag(
        ["--force"],
        ["Replace outputs that exist, though their names were not given with -o."]
      ) { $0.mayOverwrite = true },
      Option(
        names: ["--attenuation-limit", "--atten-lim-db"], valueName: "DB",
        help: [
          "Lower the noise by at most so many dB (default: no limit). 0 leaves the sound",
          "as it is, to the bit up to 24 bits a sample and in 32-bit float.",
        ]
      ) {
        number(
          $1, in: 0...(.greatestFiniteMagnitude), "a number of dB, 0 or more",
          into: &$0.attenuationLimitDB)
      },
      Option(
        names: ["--strength"], valueName: "PERCENT",
        help: ["The same in another way: 0 leaves the sound, 50 is 6 dB, 100 no limit."]
      ) { number($1, in: 0...100, "a number from 0 to 100", into: &$0.strength) },
      flag(
        ["--post-filter", "--pf"],
        ["Lower very noisy parts a little more (as --post-filter-beta 0.02)."]
      ) { $0.postFilter = true },
      Option(
        names: ["--post-filter-beta", "--pf-beta"], valueName: "BETA",
        help: ["The same with its strength, 0 (off) to 1."]
      ) { number($1, in: 0...1, "a number from 0 to 1", into: &$0.postFilterBeta) },
      Option(
        names: ["--residual"], valueName: "FILE",
        help: ["Write what is removed there: input less output."]
      ) { text($1, into: &$0.residual) },
      flag(
        ["--live"],
        ["Hold nothing back: what comes in goes out 30 ms later and a little."]
      ) { $0.isLive = true },
      Option(
        names: ["--raw"], valueName: "ENCODING",
        help: [
          "The input has no header. ENCODING: u8, s8, alaw, mulaw; s16le, s24le, s32le,",
          "f32le, f64le, and the same with be.",
        ]
      ) {
        choice($1, { RawSound.Encoding(rawValue: $0).map(Optional.some) }, encodings, into: &$0.raw)
      },
      Option(
        names: ["--rate"], valueName: "HZ", help: ["The sample rate of raw samples."]
      ) { count($1, in: SoundIsolator.sampleRatesHz, into: &$0.rateHz) },
      Option(
        names: ["--channel-count"], valueName: "N",
        help: ["Channels of raw samples (default: 1)."]
      ) { count($1, in: 1...FileIsolator.channelLimit, into: &$0.channelCount) },
      Option(
        names: ["--channels"], valueName: "MODE",
        help: [
          "each: every channel by itself (default). shared: the network runs once,",
          "on their mean, and the same is done to all: faster, and the image stays.",
        ]
      ) {
        choice($1, { ["each": .each, "shared": .shared][$0] }, ["each", "shared"], into: &$0.mode)
      },
      Option(
        names: ["--level"], valueName: "auto|off",
        help: [
          "auto (default): a sound that is too quiet, or beyond full scale, is",
          "brought to the level at which the network works, and back.",
        ]
      ) { choice($1, isOn, ["auto", "off"], into: &$0.conditioning.level) },
      Option(
        names: ["--offset"], valueName: "auto|off",
        help: ["auto (default): a constant offset is removed."]
      ) { choice($1, isOn, ["auto", "off"], into: &$0.conditioning.offset) },
      Option(
        names: ["--silence"], valueName: "auto|off",
        help: ["auto (default): the network stands still in digital silence."]
      ) { choice($1, isOn, ["auto", "off"], into: &$0.conditioning.silence) },
      Option(
        names: ["--track"], valueName: "N",
        help: ["The sound track of a video, from 1 (default: the one that players take)."]
      ) { count($1, in: 1...1_024, into: &$0.track) },
      Option(
        names: ["--model"], valueName: "FILE",
        help: ["The weight file, instead of the bundled one or $VOICE_ISOLATION_MODEL."]
      ) { text($1, into: &$0.model) },
      Option(
        names: ["--jobs", "-j"], valueName: "N",
        help: [
          "Work on N files at once (default: as many as there are processors for them).",
          "The results are the same to the bit.",
        ]
      ) { count($1, in: 1...1_024, into: &$0.jobs) },
      Option(
        names: ["--threads"], valueName: "N",
        help: [
          "Work with at most N threads on each file (default: the processors, divided",
          "among the files at work).",
        ]
      ) { count($1, in: 1...1_024, into: &$0.threads) },
      flag(["--quiet", "-q"], ["Print only warnings and errors."]) { $0.isQuiet = true },
      flag(
        ["--json"],
        ["Print one JSON object a file on standard output, and nothing else."]
      ) { $0.isJSON = true },
      flag(["--version"], ["Print the version."]) { $0.task = .showVersion },
      flag(["--help", "-h"], ["Print this help."]) { $0.task = .showHelp },
    ]
  }

  private static let encodings = RawSound.Encoding.allCases.map(\.rawValue)

  private static func isOn(_ value: String) -> Bool? { ["auto": true, "off": false][value] }

  private static func choice<Value>(
    _ text: String, _ value: (String) -> Value?, _ choices: [String], into field: inout Value
  ) -> String? {
    guard let chosen = value(text) else {
      return "'\(text)' is none of: " + choices.joined(separator: ", ")
    }
    field = chosen
    return nil
  }

  private static func flag(
    _ names: [String], _ help: [String], set: @escaping (inout Invocation) -> Void
  ) -> Option {
    Option(names: names, help: help) { invocation, _ in
      set(&invocation)
      return nil
    }
  }

  private static func text(_ value: String, into field: inout String?) -> String? {
    field = value
    return value.isEmpty ? "the name is empty" : nil
  }

  private static func number(
    _ value: String, in range: ClosedRange<Float>, _ expected: String, into field: inout Float?
  ) -> String? {
    // Decimal numbers only: `Float` would also take "nan", "infinity" and "0x1p4".
    let isPlain = value.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
    field = isPlain ? Float(value) : nil
    guard let number = field, range.contains(number) else {
      return "'\(value)' is not \(expected)"
    }
    return nil
  }

  private static func count(
    _ value: String, in range: ClosedRange<Int>, into field: inout Int?
  ) -> String? {
    field = value.utf8.allSatisfy { "0123456789".utf8.contains($0) } ? Int(value) : nil
    guard let count = field, range.contains(count) else {
      return "'\(value)' is not a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
    return nil
  }
}
