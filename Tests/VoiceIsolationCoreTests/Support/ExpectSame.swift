import Testing

/// Expects the same numbers, and names the first that differs: where whole sounds do, the usual
/// comparison would look for the shortest way from one to the other, for hours.
func expectSame(
  _ actual: some Sequence<Float>, _ expected: some Sequence<Float>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let (actual, expected) = (Array(actual), Array(expected))
  let place = zip(actual, expected).enumerated().first { $0.element.0 != $0.element.1 }
  let isSame = place == nil && actual.count == expected.count
  #expect(
    isSame,
    "\(actual.count) and \(expected.count) numbers, that differ at \(String(describing: place))",
    sourceLocation: sourceLocation)
}
