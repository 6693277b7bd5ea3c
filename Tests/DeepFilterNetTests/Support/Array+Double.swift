extension Sequence<Float> {
  /// The same numbers for an oracle.
  var doubles: [Double] { map { Double($0) } }
}

extension [Double] {
  var rectified: [Double] { map { Swift.max($0, 0) } }
}
