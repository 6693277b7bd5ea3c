/// The bytes of a WAV file, put together by hand so that every field can be wrong.
struct WAVFile {
  var channelCount: UInt16 = 1
  var sampleRateHz: UInt32 = 48_000
  var samples: [Int16] = []
  /// What the `data` chunk says its length is; `nil`: the truth.
  var dataByteCount: UInt32?
  /// What the header says the length of the rest is; `nil`: the truth.
  var riffByteCount: UInt32?
  /// What follows the sound.
  var tail: [UInt8] = []

  var bytes: [UInt8] {
    let data = samples.flatMap { Self.bytes(UInt16(bitPattern: $0)) }
    let blockByteCount = channelCount &* 2
    var bytes = Array("RIFF".utf8)
    bytes += Self.bytes(riffByteCount ?? UInt32(36 + data.count + tail.count))
    bytes += "WAVEfmt ".utf8
    bytes += Self.bytes(16 as UInt32) + Self.bytes(1 as UInt16) + Self.bytes(channelCount)
    bytes += Self.bytes(sampleRateHz) + Self.bytes(sampleRateHz &* UInt32(blockByteCount))
    bytes += Self.bytes(blockByteCount) + Self.bytes(16 as UInt16)
    bytes += "data".utf8
    bytes += Self.bytes(dataByteCount ?? UInt32(data.count))
    return bytes + data + tail
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
  }

  /// Samples that look random and are the same every time.
  static func noise(count: Int, seed: UInt64 = 1) -> [Int16] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: state >> 48)
    }
  }
}
