/// What may be changed while a stream runs.
public struct IsolationOptions: Equatable, Sendable {
  /// The most that noise is lowered, in dB, 0 or more. `nil`: no limit. 0: the input itself.
  public var attenuationLimitDB: Float?
  /// Strength of the post-filter; 0.02 is usual. `nil`: off.
  public var postFilterBeta: Float?

  public init(attenuationLimitDB: Float? = nil, postFilterBeta: Float? = nil) {
    self.attenuationLimitDB = attenuationLimitDB
    self.postFilterBeta = postFilterBeta
  }
}
