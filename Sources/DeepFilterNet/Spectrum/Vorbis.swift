#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The window of the Vorbis codec.
package enum Vorbis {
  /// w[n] = sin(π/2 · sin²(π(n + ½)/count)): w² and its half-shifted self sum to 1.
  package static func window(count: Int) -> [Double] {
    (0..<count).map { n in
      let sine = sin(Double.pi * (Double(n) + 0.5) / Double(count))
      return sin(Double.pi / 2 * sine * sine)
    }
  }
}
