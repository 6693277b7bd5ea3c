#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Mono samples, played again and again.
struct Sound: Sendable {
  let samples: [Float]

  init(contentsOfFile path: String) throws {
    guard let file = unsafe fopen(path, "rb") else { throw Complaint("\(path): cannot be read") }
    defer { unsafe fclose(file) }
    var samples: [Float] = []
    var piece = [Float](repeating: 0, count: 1 << 16)
    while true {
      // `piece` holds as many numbers as are asked for.
      let count = unsafe piece.withUnsafeMutableBytes { bytes in
        unsafe fread(bytes.baseAddress, 4, bytes.count / 4, file)
      }
      if count == 0 { break }
      samples += piece.prefix(count)
    }
    guard samples.count >= 480 else { throw Complaint("\(path): shorter than a hop") }
    self.samples = samples
  }

  /// Copies the hop of that index to all channels of `hop`, each a little later than the one before.
  func copy(hop index: Int, into hop: inout [Float], channelCount: Int) {
    let size = hop.count / channelCount
    for channel in 0..<channelCount {
      var place = (index * size + channel * 7919) % samples.count
      for i in channel * size..<(channel + 1) * size {
        hop[i] = samples[place]
        place += 1
        if place == samples.count { place = 0 }
      }
    }
  }
}

/// Sends on what was printed.
func flushOutput() { fflush(nil) }

/// What the processors have worked for this program, all threads together.
func processorMicroseconds() -> Double { Double(clock()) * (1_000_000 / Double(CLOCKS_PER_SEC)) }

/// A system call that does nothing and is easily found among others.
func markBySystemCall() { _ = getppid() }
