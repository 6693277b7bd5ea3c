/// Texts of a weight file's metadata, read as numbers within limits.
struct ModelSettings {
  let values: [String: String]

  func require(_ key: String, is expected: String) throws(WeightFileError) {
    let text = try value(key)
    // Byte by byte: `==` takes time in the square of a run of accents.
    guard text.utf8.elementsEqual(expected.utf8) else {
      throw error(key, "is \(WeightFileError.quoted(text)), not \"\(expected)\"")
    }
  }

  func integer(_ key: String, in limits: ClosedRange<Int>) throws(WeightFileError) -> Int {
    try number(key, in: limits, Int.init)
  }

  func number(_ key: String, in limits: ClosedRange<Double>) throws(WeightFileError) -> Double {
    try number(key, in: limits, Double.init)
  }

  func error(_ key: String, _ text: String) -> WeightFileError {
    WeightFileError(.badConfiguration(text), name: key)
  }

  /// NaN lies within no limits, so it is refused like any other.
  private func number<Number: Comparable>(
    _ key: String, in limits: ClosedRange<Number>, _ parse: (String) -> Number?
  ) throws(WeightFileError) -> Number {
    let text = try value(key)
    guard let number = parse(text), limits.contains(number) else {
      let range = "\(limits.lowerBound) to \(limits.upperBound)"
      throw error(key, "is \(WeightFileError.quoted(text)), not a number of \(range)")
    }
    return number
  }

  private func value(_ key: String) throws(WeightFileError) -> String {
    guard let value = values[key] else { throw error(key, "is missing") }
    return value
  }
}
