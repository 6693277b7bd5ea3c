#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Adjacent bands of bins, equally wide on the ERB scale (equivalent rectangular bandwidth, Glasberg
/// and Moore), the lowest widened to a least width at the expense of the next.
package struct ERBBands: Sendable {
  /// Bins of each band.
  package let widths: [Int]

  /// - Source: libDF `erb_fb`.
  package init(bandCount: Int, minimumWidth: Int, sampleRateHz: Int, binCount: Int) {
    let scale = 24.7 * 9.265
    let step = 9.265 * log1p(Double(sampleRateHz) / 2 / scale) / Double(bandCount)
    let binHz = Double(sampleRateHz) / Double(2 * (binCount - 1))
    var widths = [Int]()
    var (previousEdge, owed) = (0, 0)
    for band in 1...bandCount {
      let edgeHz = scale * (exp(Double(band) * step / 9.265) - 1)
      let edge = Int((edgeHz / binHz).rounded(.toNearestOrAwayFromZero))
      let width = edge - previousEdge - owed
      owed = max(minimumWidth - width, 0)
      widths.append(max(width, minimumWidth))
      previousEdge = edge
    }
    widths[bandCount - 1] += binCount - widths.reduce(0, +)
    self.widths = widths
  }
}
