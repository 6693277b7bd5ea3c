/// What `--help` prints.
enum Help {
  static var text: String {
    """
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
    \(options)

    Sounds have 8 to 192 kHz. One line a file is printed on standard error at its end, and with
    several a summary. Lines come as files end, in the inputs' order with --jobs 1, after those that
    are left out. In JSON each has "input", "output" (null for what is left out) and "status": with
    "done" what was done follows, with "failed" an "error", with "skipped" a "reason".
    Exit status: 0 all done; 1 some file failed, the others are done; 2 the call is wrong;
    130 or 143 interrupted or terminated.

    """
  }

  /// Names to the left, words to the right; below the names where they are long.
  private static var options: String {
    Option.all.flatMap { option in
      let names = option.names.joined(separator: ", ")
      let title = "  " + names + (option.valueName.map { " " + $0 } ?? "")
      let help = option.help.map { String(repeating: " ", count: column) + $0 }
      guard title.count + 2 <= column else { return [title] + help }
      return [title + help[0].dropFirst(title.count)] + help.dropFirst()
    }.joined(separator: "\n")
  }

  private static let column = 23
}
