import Testing

/// Expects numbers within `tolerance` of an oracle's, and names the worst place otherwise. A number
/// that is not finite is infinitely wrong.
func expectNear(
  _ actual: [Float], _ expected: [Double], within tolerance: Double, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual.count == expected.count else {
    Issue.record(
      "\(what): \(actual.count) numbers, \(expected.count) expected",
      sourceLocation: sourceLocation)
    return
  }
  var (worst, place) = (0.0, 0)
  for i in actual.indices {
    let error = actual[i].isFinite ? abs(Double(actual[i]) - expected[i]) : .infinity
    if error > worst { (worst, place) = (error, i) }
  }
  #expect(
    worst <= tolerance,
    "\(what)[\(place)] is \(actual[place]), not \(expected[place]): \(worst) off",
    sourceLocation: sourceLocation)
}

/// Expects the same bits, so that a NaN equals itself and −0 is not 0.
func expectSameBits(
  _ actual: some Sequence<Float>, _ expected: some Sequence<Float>, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let (actual, expected) = (Array(actual), Array(expected))
  guard actual.count == expected.count else {
    Issue.record(
      "\(what): \(actual.count) numbers, \(expected.count) expected",
      sourceLocation: sourceLocation)
    return
  }
  let place = actual.indices.first { actual[$0].bitPattern != expected[$0].bitPattern }
  #expect(
    place == nil,
    "\(what)[\(place ?? 0)] is \(actual[place ?? 0]), not \(expected[place ?? 0])",
    sourceLocation: sourceLocation)
}

/// Expects that an array of NaN was written to within a range alone.
func expectUntouched(
  _ numbers: [Float], outside range: Range<Int>, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let place = numbers.indices.first { !range.contains($0) && !numbers[$0].isNaN }
  #expect(
    place == nil, "\(what): written at \(place ?? 0), outside \(range)",
    sourceLocation: sourceLocation)
}
