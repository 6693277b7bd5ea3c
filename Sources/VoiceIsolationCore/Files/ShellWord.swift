/// A path as it may be pasted into a shell: in quotes, and not to be taken for an option.
func shellWord(_ path: String) -> String {
  var quoted = path.hasPrefix("-") ? "'./" : "'"
  for scalar in path.unicodeScalars {
    if scalar == "'" { quoted += #"'\''"# } else { quoted.unicodeScalars.append(scalar) }
  }
  return quoted + "'"
}
