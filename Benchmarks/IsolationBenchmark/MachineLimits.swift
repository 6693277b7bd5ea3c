import CMachineLimits
import DeepFilterNet

/// What one thread of this machine can do with a set of instructions, if nothing holds it up.
struct MachineLimits {
  let instructions: Instructions

  /// Multiply-adds a nanosecond out of registers, and bytes a nanosecond read from areas of several
  /// sizes: within each level of an x86-64 server's cache, and as large as the weights.
  func measure(_ count: Int) -> [Series] {
    [
      rate("multiply-adds", count) { machine_multiply_adds(instructions.rawValue, 0.5, 4000) },
      rate("int16 multiply-adds", count) { machine_pair_sums(instructions.rawValue, 9, 4000) },
    ] + [16, 256, 8192].map { reading(kilobytes: $0, count) }
  }

  private func reading(kilobytes: Int, _ count: Int) -> Series {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: kilobytes * 1024, alignment: 64)
    defer { unsafe bytes.deallocate() }
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 1)
    let passes = max(1, 4096 / kilobytes)
    return rate("read \(kilobytes) kB", count) {
      var work = machine_work()
      for _ in 0..<passes {
        let pass = unsafe machine_reading(
          instructions.rawValue, bytes.baseAddress, kilobytes * 1024)
        work.operations += pass.operations
        work.rest &+= pass.rest
      }
      return work
    }
  }

  /// Operations a nanosecond, measured `count` times.
  private func rate(_ name: String, _ count: Int, _ body: () -> machine_work) -> Series {
    let clock = ContinuousClock()
    var series = Series(name: name)
    for _ in 0..<count {
      var work = machine_work()
      let time = clock.microseconds { work = body() }
      series.numbers.append(Double(work.operations) / (time * 1000))
    }
    return series
  }
}
