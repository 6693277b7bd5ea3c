import Testing
import VoiceIsolationCommand

@Suite struct UsageTests {
  @Test("Help goes to standard output, whatever files are missing")
  func help() throws {
    let recording = try Recording()
    for flag in ["--help", "-h"] {
      #expect(recording.run(flag) == 0)
      #expect(recording.output == Self.help)
      #expect(recording.errors == "")
    }
    #expect(recording.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("The version")
  func version() throws {
    let recording = try Recording()
    #expect(recording.run("--version") == 0)
    #expect(recording.output == "voice-isolate 0.1.0\n")
    #expect(recording.errors == "")
  }

  @Test(
    "A wrong call is told in one line, exit status 2, and nothing runs",
    arguments: [
      ([], "no input file is named"),
      (["--quiet"], "no input file is named"),
      (["--"], "no input file is named"),
      ([""], "an input's name is empty"),
      (["-"], "name the output with -o; -o - is the standard output"),
      (["-", "-", "-d", "o"], "the standard input can be read only once"),
      (
        ["a.wav", "-o", "-", "--json"],
        "--json and the sound cannot both go to the standard output"
      ),
      (
        ["a.wav", "-o", "-", "--residual", "-"],
        "the output and the residual cannot both go to the standard output"
      ),
      (["a.wav", "b.wav", "--residual", "c"], "--residual takes one input, and 2 are named"),
      (
        ["a.wav", "--rate", "8000"],
        "--rate and --channel-count say what raw samples are; give --raw, too"
      ),
      (["a.raw", "--raw", "s16le"], "--raw needs the sample rate: --rate HZ"),
      (["a.wav", "--channels", "one"], "option '--channels': 'one' is none of: each, shared"),
      (["a.wav", "--level", "on"], "option '--level': 'on' is none of: auto, off"),
      (["a.wav", "--bogus"], "unknown option '--bogus'"),
      (["a.wav", "--bogus=1"], "unknown option '--bogus'"),
      (["a.wav", "-ofile"], "unknown option '-ofile'"),
      (["a.wav", "-x", "--help"], "unknown option '-x'"),
      (["a.wav", "-o"], "option '-o' needs a value: -o OUTPUT"),
      (["a.wav", "--model"], "option '--model' needs a value: --model FILE"),
      (["a.wav", "-o", ""], "option '-o': the name is empty"),
      (["a.wav", "--model="], "option '--model': the name is empty"),
      (["a.wav", "-o", "b", "--output", "c"], "option '--output' is given more than once"),
      (["a.wav", "--quiet", "--quiet"], "option '--quiet' is given more than once"),
      (["a.wav", "--pf", "--post-filter"], "option '--post-filter' is given more than once"),
      (["a.wav", "--quiet=yes"], "option '--quiet' takes no value"),
      (
        ["a.wav", "--strength", "3", "--attenuation-limit", "4"],
        "give either --attenuation-limit or --strength, not both"
      ),
      (["a.wav", "--in-place", "-o", "b"], "give either --in-place or -o, not both"),
      (["a.wav", "--in-place", "-d", "b"], "give either --in-place or -d, not both"),
      (["a.wav", "a.wav", "--in-place"], "a.wav and a.wav would both be written to a.wav"),
      (["a.wav", "--jobs"], "option '--jobs' needs a value: --jobs N"),
      (["a.wav", "-j", "2", "--jobs", "2"], "option '--jobs' is given more than once"),
      (["a.wav", "-o", "b", "-d", "c"], "give either -o or -d, not both"),
      (
        ["a.wav", "b.wav", "-o", "c.wav"],
        "-o takes one input, and 2 are named; give a folder with -d"
      ),
      (["a/x.wav", "b/x.wav", "-d", "o"], "a/x.wav and b/x.wav would both be written to o/x.wav"),
      (["a.wav", "./a.wav"], "a.wav and ./a.wav would both be written to ./a-clean.wav"),
      (["a.wav", "a-clean.wav"], "the output of a.wav would replace the input a-clean.wav"),
      (
        ["x/a\tb.wav", "y/a\tb.wav", "-d", "o"],
        #"x/a\u{9}b.wav and y/a\u{9}b.wav would both be written to o/a\u{9}b.wav"#
      ),
    ])
  func wrong(arguments: [String], message: String) throws {
    try expectUsageError(arguments, message)
  }

  @Test(
    "A value that is not what it should be is told",
    arguments: ["nan", "inf", "-5", "12dB", "", " 12", "0x10", "1e", "1.2.3", ".", "e", "1e999"])
  func attenuationLimit(value: String) throws {
    for arguments in [["--attenuation-limit", value], ["--attenuation-limit=" + value]] {
      try expectUsageError(
        ["a.wav"] + arguments,
        "option '--attenuation-limit': '\(value)' is not a number of dB, 0 or more")
    }
    try expectUsageError(
      ["a.wav", "--atten-lim-db", value],
      "option '--atten-lim-db': '\(value)' is not a number of dB, 0 or more")
  }

  @Test("The same for the others", arguments: ["nan", "-1", "1.5", "x", ""])
  func otherValues(value: String) throws {
    let percent = value == "1.5" ? "100.5" : value
    try expectUsageError(
      ["a.wav", "--strength", percent],
      "option '--strength': '\(percent)' is not a number from 0 to 100")
    try expectUsageError(
      ["a.wav", "--pf-beta", value], "option '--pf-beta': '\(value)' is not a number from 0 to 1")
    try expectUsageError(
      ["a.wav", "--threads", value],
      "option '--threads': '\(value)' is not a whole number from 1 to 1024")
  }

  @Test("Numbers of threads and jobs", arguments: ["0", "1025", "99999999999999999999", "+1"])
  func counts(value: String) throws {
    for option in ["--threads", "--jobs"] {
      try expectUsageError(
        ["a.wav", option, value],
        "option '\(option)': '\(value)' is not a whole number from 1 to 1024")
    }
  }

  private func expectUsageError(_ arguments: [String], _ message: String) throws {
    let recording = try Recording()
    #expect(recording.run(arguments) == 2)
    #expect(recording.errors == "voice-isolate: \(message); see voice-isolate --help\n")
    #expect(recording.output == "")
    #expect(recording.choices.isEmpty)
  }

  private static let help = """
    Keeps the voice in sound files and videos and removes everything else.

    Usage: voice-isolate INPUT... [-o OUTPUT | -d FOLDER | --in-place] [OPTION...]

    The output has the input's format, length and channels; a name that ends in .wav, .flac, .mp3
    and so on asks for that format, any other ending (.part) for none. Formats that cannot be
    written are refused. Without -o and -d, NAME.wav becomes NAME-clean.wav beside it.
    Only a file that -o names is replaced without --force, and the input only with --in-place.

    - is the standard input or output. WAV and raw samples are worked on while they come through a
    pipe; --live holds nothing back.

    With --recursive, folders are inputs too: in/sub/talk.wav becomes FOLDER/sub/talk.wav. Hidden
    files, links to folders, FOLDER itself, and outputs beside their inputs are passed over. A file
    that is no sound is skipped, unless its name says that it is one or the caller named it.

    Videos (.mp4, .mov, .mkv, .webm, ...) and sounds of other kinds (.m4a, .wma, ...) are read and
    written by ffmpeg, which must be installed. One sound track is cleaned and encoded again; the
    picture and all else stay as they are. A name that ends in .wav and so on asks for that sound
    alone. Sound files do not become videos.

    Options:
      -o, --output OUTPUT  The file to write, for a single input. It is replaced if it exists.
      -d, --output-folder FOLDER
                           The folder to write to, under the inputs' names. Made if missing.
      --in-place           Replace each input by its output, when that is whole.
      --recursive, -r      Take the files in the folders that are named, and in those below them, which
                           are made again in the folder of -d.
      --force              Replace outputs that exist, though their names were not given with -o.
      --attenuation-limit, --atten-lim-db DB
                           Lower the noise by at most so many dB (default: no limit). 0 leaves the sound
                           as it is, to the bit up to 24 bits a sample and in 32-bit float.
      --strength PERCENT   The same in another way: 0 leaves the sound, 50 is 6 dB, 100 no limit.
      --post-filter, --pf  Lower very noisy parts a little more (as --post-filter-beta 0.02).
      --post-filter-beta, --pf-beta BETA
                           The same with its strength, 0 (off) to 1.
      --residual FILE      Write what is removed there: input less output.
      --live               Hold nothing back: what comes in goes out 30 ms later and a little.
      --raw ENCODING       The input has no header. ENCODING: u8, s8, alaw, mulaw; s16le, s24le, s32le,
                           f32le, f64le, and the same with be.
      --rate HZ            The sample rate of raw samples.
      --channel-count N    Channels of raw samples (default: 1).
      --channels MODE      each: every channel by itself (default). shared: the network runs once,
                           on their mean, and the same is done to all: faster, and the image stays.
      --level auto|off     auto (default): a sound that is too quiet, or beyond full scale, is
                           brought to the level at which the network works, and back.
      --offset auto|off    auto (default): a constant offset is removed.
      --silence auto|off   auto (default): the network stands still in digital silence.
      --track N            The sound track of a video, from 1 (default: the one that players take).
      --model FILE         The weight file, instead of the bundled one or $VOICE_ISOLATION_MODEL.
      --jobs, -j N         Work on N files at once (default: as many as there are processors for them).
                           The results are the same to the bit.
      --threads N          Work with at most N threads on each file (default: the processors, divided
                           among the files at work).
      --quiet, -q          Print only warnings and errors.
      --json               Print one JSON object a file on standard output, and nothing else.
      --version            Print the version.
      --help, -h           Print this help.

    Sounds have 8 to 192 kHz. One line a file is printed on standard error at its end, and with
    several a summary. Lines come as files end, in the inputs' order with --jobs 1, after those that
    are left out. In JSON each has "input", "output" (null for what is left out) and "status": with
    "done" what was done follows, with "failed" an "error", with "skipped" a "reason".
    Exit status: 0 all done; 1 some file failed, the others are done; 2 the call is wrong;
    130 or 143 interrupted or terminated.

    """
}
