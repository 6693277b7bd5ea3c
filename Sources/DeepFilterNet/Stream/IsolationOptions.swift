/// What may be changed while a stream runs.
public struct IsolationOptions: Equatable, Sendable {
  /// The most that noise is lowered, in dB: the output is `a · input + (1 − a) · cleaned` with
  /// a = 10^(−limit/20). `nil`, or 100 and more: no limit. 0, or less: the input itself, only later,
  /// to the bit.
  public var attenuationLimitDB: Float?

  /// Strength of the post-filter, 0…1; 0.02 is usual. `nil`, or 0 and less: off.
  public var postFilterBeta: Float?

  public init(attenuationLimitDB: Float? = nil, postFilterBeta: Float? = nil) {
    self.attenuationLimitDB = attenuationLimitDB
    self.postFilterBeta = postFilterBeta
  }
}
