#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Options as the hop needs them.
struct IsolationSettings: Equatable, Sendable {
  /// The input's share of the output, 0…1.
  var inputShare: Float
  /// 0: no post-filter.
  var postFilterBeta: Float

  init(_ options: IsolationOptions) {
    // Comparisons that a NaN fails: it counts as none.
    if let limit = options.attenuationLimitDB, limit < 100 {
      inputShare = pow(10, -max(limit, 0) / 20)
    } else {
      inputShare = 0
    }
    if let beta = options.postFilterBeta, beta > 0 {
      postFilterBeta = min(beta, 1)
    } else {
      postFilterBeta = 0
    }
  }
}
