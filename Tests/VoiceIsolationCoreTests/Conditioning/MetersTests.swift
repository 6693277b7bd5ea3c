import Foundation
import Testing
import VoiceIsolationCore

@Suite struct MetersTests {
  private func meter(_ blocks: [(db: Double, count: Int)], memory: Double? = nil) -> LevelMeter {
    var meter = LevelMeter(memory: memory)
    for (db, count) in blocks {
      for _ in 0..<count { meter.add(power: pow(10, db / 10)) }
    }
    return meter
  }

  @Test("A steady level, pauses that do not count, a slam that does not either")
  func level() throws {
    #expect(abs(try #require(meter([(-40, 100)]).levels).activeDB + 40) < 0.3)
    #expect(abs(try #require(meter([(-40, 30), (-75, 70)]).levels).activeDB + 40) < 0.3)
    let slam = try #require(meter([(-50, 400), (0, 2)]).levels)
    #expect(abs(slam.activeDB + 50) < 0.3)
    #expect(abs(slam.loudestDB) < 0.3)
    // Words that are rare are heard all the same.
    #expect(abs(try #require(meter([(-70, 900), (-30, 100)]).levels).activeDB + 30) < 0.3)
  }

  @Test("Nothing audible has no level")
  func silence() {
    #expect(meter([]).levels == nil)
    #expect(meter([(-.infinity, 10), (-116, 10)]).levels == nil)
  }

  @Test("What is long ago is forgotten")
  func memory() throws {
    let levels = try #require(meter([(-20, 100), (-60, 250)], memory: 50).levels)
    #expect(abs(levels.activeDB + 60) < 0.3)
  }

  @Test("An offset is told from chance")
  func offset() {
    var (constant, chance, few) = (OffsetMeter(), OffsetMeter(), OffsetMeter())
    for block in 0..<40 {
      let wave = 0.01 * sin(Double(block))
      constant.add(mean: 0.1 + wave)
      chance.add(mean: wave)
    }
    for _ in 0..<2 { few.add(mean: 0.1) }
    #expect(abs(constant.offset - 0.1) < 0.001)
    #expect(chance.offset == 0)
    #expect(few.offset == 0)
  }

  @Test("A value along straight lines, the same however it is asked for")
  func envelope() {
    var envelope = Envelope(1)
    envelope.change(to: 3, at: 10, over: 4)
    envelope.change(to: 0, at: 20, over: 0)
    envelope.change(to: 0, at: 25, over: 5)
    let expected: [Float] =
      Array(repeating: 1, count: 10) + [1.5, 2, 2.5, 3] + Array(repeating: 3, count: 6)
      + Array(repeating: 0, count: 10)
    for step in 1...30 {
      var (copy, values) = (envelope, [Float]())
      for first in stride(from: 0, to: 30, by: step) {
        copy.forEachRun(from: first, count: min(step, 30 - first)) { places, value in
          #expect(places.lowerBound == values.count - first)
          values += places.map { _ in value }
        }
        copy.forget(before: first + step)
      }
      #expect(values == expected)
    }
  }

  @Test("Silence begins after half a second of zeros in all channels", arguments: [1, 7, 1_000])
  func silenceHold(step: Int) {
    // 4,001 zeros, a click in the second channel, 6,000 zeros, sound; at 8 kHz.
    var samples = [Float](repeating: 0, count: 2 * 10_010)
    samples[2 * 4_001 + 1] = 1
    for i in 2 * 10_002..<samples.count { samples[i] = 0.5 }
    var hold = SilenceHold(sampleRateHz: 8_000, channelCount: 2)
    var kinds: [Bool] = []
    for first in stride(from: 0, to: 10_010, by: step) {
      let piece = Array(samples[2 * first..<2 * min(first + step, 10_010)])
      var place = 0
      while let part = hold.next(piece, from: place) {
        switch part {
        case .sound(let count):
          kinds += Array(repeating: true, count: count)
          place += count
        case .silence(let count):
          kinds += Array(repeating: false, count: count)
          place += count
        }
      }
    }
    let silent = kinds.indices.filter { !kinds[$0] }
    #expect(kinds.count == 10_010)
    #expect(silent == [4_000] + Array(8_002..<10_002))
  }
}
