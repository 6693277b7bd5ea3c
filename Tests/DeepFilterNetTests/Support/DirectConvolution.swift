@testable import DeepFilterNet

/// Convolutions as they are defined, in double precision: causal in time, padded by zeros.
enum DirectConvolution {
  /// `y[i, o] = bias[o] + Σₜ Σₖ Σ_c x[t, stride·i + k − pad, c] · w[o, c, t, k]` at the last frame,
  /// c running over the channels of o's group, pad being half the kernel.
  /// - Parameters:
  ///   - x: `[frames × positions × channels]`; before the first frame there are zeros.
  ///   - weight: `[outputs, channels of a group, frames, positions]`
  /// - Returns: `[positions / stride × outputs]`
  static func last(
    of x: [Double], positions: Int, weight: Tensor, groups: Int, stride: Int = 1,
    bias: [Float]? = nil
  ) -> [Double] {
    let (outputs, inputs) = (weight.shape[0], weight.shape[1])
    let (taps, width) = (weight.shape[2], weight.shape[3])
    let channels = groups * inputs
    let frames = x.count / (positions * channels)
    var y = [Double]()
    for i in 0..<positions / stride {
      for o in 0..<outputs {
        var sum = Double(bias?[o] ?? 0)
        for t in 0..<taps {
          for k in 0..<width {
            let (frame, position) = (frames - taps + t, stride * i + k - width / 2)
            guard frame >= 0, position >= 0, position < positions else { continue }
            for c in 0..<inputs {
              let channel = o / (outputs / groups) * inputs + c
              sum +=
                x[(frame * positions + position) * channels + channel]
                * Double(weight.values[((o * inputs + c) * taps + t) * width + k])
            }
          }
        }
        y.append(sum)
      }
    }
    return y
  }

  /// The transposed one of stride 2, each channel by itself, with one position of output padding:
  /// `y[2i + k − 1, c] += x[i, c] · w[c, k]`.
  /// - Parameters:
  ///   - x: `[positions × channels]`
  ///   - weight: `[channels, 1, 1, 3]`
  /// - Returns: `[2·positions × channels]`
  static func transposed(_ x: [Double], positions: Int, weight: Tensor) -> [Double] {
    let channels = weight.shape[0]
    var y = [Double](repeating: 0, count: 2 * positions * channels)
    for i in 0..<positions {
      for k in 0..<3 where (0..<2 * positions).contains(2 * i + k - 1) {
        for c in 0..<channels {
          y[(2 * i + k - 1) * channels + c] +=
            x[i * channels + c] * Double(weight.values[c * 3 + k])
        }
      }
    }
    return y
  }
}
