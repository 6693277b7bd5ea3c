import DeepFilterNet
import VoiceIsolationCore

/// What the command line asks for.
struct Invocation: Equatable {
  enum Task: Equatable { case isolate, showHelp, showVersion }

  var task = Task.isolate
  var inputs: [String] = []
  var output: String?
  var folder: String?
  var isInPlace = false
  var isRecursive = false
  var mayOverwrite = false
  var attenuationLimitDB: Float?
  /// In percent.
  var strength: Float?
  var postFilter = false
  var postFilterBeta: Float?
  var mode = ChannelMode.each
  var conditioning = Conditioning()
  var residual: String?
  var isLive = false
  /// The encoding of samples without a header.
  var raw: RawSound.Encoding?
  var rateHz: Int?
  var channelCount: Int?
  var model: String?
  /// Files at once; `nil`: as many as suit the threads.
  var jobs: Int?
  /// For each file; `nil`: as many as suit the jobs.
  var threads: Int?
  var track: Int?
  var isQuiet = false
  var isJSON = false

  /// The usual strength of the post-filter.
  static let usualPostFilterBeta: Float = 0.02

  /// Takes the arguments apart, the program's name left out.
  init(_ arguments: [String]) throws(UsageError) {
    var given: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        inputs += rest
        break
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        inputs.append(argument)
        continue
      }
      // By bytes: a combining mark makes one `Character` of itself and what it follows.
      let parts = argument.utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map(Substring.init)
      let isLong = argument.utf8.starts(with: "--".utf8)
      let name = isLong ? String(parts[0]) : argument
      guard let option = Option.all.first(where: { $0.names.contains(name) }) else {
        throw UsageError("unknown option '\(name)'")
      }
      guard given.insert(option.names[0]).inserted else {
        throw UsageError("option '\(name)' is given more than once")
      }
      var value = isLong && parts.count == 2 ? String(parts[1]) : nil
      if option.valueName == nil, value != nil {
        throw UsageError("option '\(name)' takes no value")
      }
      if let valueName = option.valueName, value == nil {
        value = rest.popFirst()
        if value == nil { throw UsageError("option '\(name)' needs a value: \(name) \(valueName)") }
      }
      if let problem = option.apply(&self, value ?? "") {
        throw UsageError("option '\(name)': \(problem)")
      }
      // What follows does not matter any more.
      if task != .isolate { return }
    }
    try check()
  }

  private func check() throws(UsageError) {
    if inputs.isEmpty { throw UsageError("no input file is named") }
    if inputs.contains("") { throw UsageError("an input's name is empty") }
    if inputs.filter({ $0 == "-" }).count > 1 {
      throw UsageError("the standard input can be read only once")
    }
    if inputs.contains("-"), output == nil {
      throw UsageError("name the output with -o; -o - is the standard output")
    }
    if isJSON, output == "-" || residual == "-" {
      throw UsageError("--json and the sound cannot both go to the standard output")
    }
    if output == "-", residual == "-" {
      throw UsageError("the output and the residual cannot both go to the standard output")
    }
    if residual != nil, inputs.count > 1 {
      throw UsageError("--residual takes one input, and \(inputs.count) are named")
    }
    if raw == nil, rateHz != nil || channelCount != nil {
      throw UsageError("--rate and --channel-count say what raw samples are; give --raw, too")
    }
    if raw != nil, isRecursive {
      throw UsageError("--raw takes every file for samples; name the files, without --recursive")
    }
    if raw != nil, rateHz == nil {
      throw UsageError("--raw needs the sample rate: --rate HZ")
    }
    if attenuationLimitDB != nil, strength != nil {
      throw UsageError("give either --attenuation-limit or --strength, not both")
    }
    if output != nil, folder != nil { throw UsageError("give either -o or -d, not both") }
    if isInPlace, output != nil || folder != nil {
      throw UsageError("give either --in-place or \(output != nil ? "-o" : "-d"), not both")
    }
    if output != nil, inputs.count > 1 {
      throw UsageError("-o takes one input, and \(inputs.count) are named; give a folder with -d")
    }
  }

  /// What inputs without a header hold; `nil`: they have one.
  var rawSound: RawSound? {
    guard let raw, let rateHz else { return nil }
    return RawSound(encoding: raw, sampleRateHz: rateHz, channelCount: channelCount ?? 1)
  }
}
