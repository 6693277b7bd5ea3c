#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What may be changed while a stream runs.
public struct IsolationOptions: Equatable, Sendable {
  /// The most that noise is lowered, in dB: the output is `a · input + (1 − a) · cleaned` with
  /// a = 10^(−limit/20). `nil`, or 100 and more: no limit. 0, or less: the input itself, only later,
  /// to the bit.
  public var attenuationLimitDB: Float?

  /// Another way to say `attenuationLimitDB`: the part of the cleaned sound in the output, from 0, the
  /// input itself, to 1, no limit. Half is a limit of 6 dB, 0.9 one of 20 dB.
  public var strength: Float {
    get { attenuationLimitDB.map { 1 - pow(10, -max($0, 0) / 20) } ?? 1 }
    set { attenuationLimitDB = newValue < 1 ? -20 * log10(1 - max(newValue, 0)) : nil }
  }

  /// Strength of the post-filter, 0…1; 0.02 is usual. `nil`, or 0 and less: off.
  public var postFilterBeta: Float?

  /// - Parameters:
  ///   - strength: as `strength` has it.
  ///   - postFilterBeta: as `postFilterBeta` has it.
  public init(strength: Float, postFilterBeta: Float? = nil) {
    self.init(postFilterBeta: postFilterBeta)
    self.strength = strength
  }

  /// - Parameters:
  ///   - attenuationLimitDB: as `attenuationLimitDB` has it.
  ///   - postFilterBeta: as `postFilterBeta` has it.
  public init(attenuationLimitDB: Float? = nil, postFilterBeta: Float? = nil) {
    self.attenuationLimitDB = attenuationLimitDB
    self.postFilterBeta = postFilterBeta
  }
}
