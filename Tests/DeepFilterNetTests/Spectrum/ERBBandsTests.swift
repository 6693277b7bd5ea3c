import Testing

@testable import DeepFilterNet

@Suite("ERBBands")
struct ERBBandsTests {
  @Test("the model's bands have libDF's widths")
  func standard() {
    let bands = ERBBands(bandCount: 32, minimumWidth: 2, sampleRateHz: 48_000, binCount: 481)
    let expected =
      [Int](repeating: 2, count: 13)
      + [5, 5, 7, 7, 8, 10, 12, 13, 15, 18, 20, 24, 28, 31, 37, 42, 50, 56, 67]
    #expect(bands.widths == expected)
  }

  @Test(
    "any settings give bands that cover every bin",
    arguments: [8_000, 16_000, 44_100, 48_000, 192_000], [9, 65, 481, 8193])
  func settings(sampleRateHz: Int, binCount: Int) {
    for bandCount in [1, 2, 4, 32, 64, binCount] where bandCount <= binCount {
      for minimumWidth in Set([1, 2, binCount / bandCount]) {
        let bands = ERBBands(
          bandCount: bandCount, minimumWidth: minimumWidth, sampleRateHz: sampleRateHz,
          binCount: binCount)
        let what = "\(bandCount) bands of \(minimumWidth) or more"
        #expect(bands.widths.count == bandCount, "\(what)")
        #expect(bands.widths.reduce(0, +) == binCount, "\(what)")
        // Where the widened bands eat up the spectrum, the last is too small: the model says so.
        #expect(bands.widths.dropLast().allSatisfy { $0 >= minimumWidth }, "\(what)")
      }
    }
  }
}
