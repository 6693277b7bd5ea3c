#if BLAS && canImport(CVoiceIsolationBLAS)
  import CVoiceIsolationBLAS
  import Foundation
  import Testing

  @testable import DeepFilterNet

  @Suite("BLAS", .enabled(if: BLAS.isUsable, "the system has OpenBLAS's serial build"), .serialized)
  struct BLASTests {
    /// A GRU's W over a block: 96 times as large as what one call may be, and a panel of it twice.
    private static let matrix: PackedMatrix = {
      var random = SeededGenerator(seed: 1)
      let weight = random.tensor([768, 512], largest: 0.1)
      return PackedMatrix(dense: weight, bias: random.floats(768))
    }()

    private static func product(_ x: [Float]) -> [Float] {
      var y = [Float](repeating: .nan, count: 64 * 768)
      matrix.multiply(
        x, columns: 64, into: &y, kernels: Kernels(instructions: .baseline, blas: true))
      return y
    }

    private static func input(_ seed: Int) -> [Float] {
      var random = SeededGenerator(seed: UInt64(seed))
      return random.floats(64 * 512)
    }

    /// Counts what goes wrong on any thread.
    private final class Tally: @unchecked Sendable {
      // Touched under the lock only: hence the @unchecked.
      private var number = 0
      private let lock = NSLock()

      func add() { lock.withLock { number += 1 } }
      var count: Int { lock.withLock { number } }
    }

    @Test("eight threads at once each get the bits that they get alone")
    func threads() {
      let alone = (0..<8).map { Self.product(Self.input($0)) }
      let (wrong, group) = (Tally(), DispatchGroup())
      for thread in 0..<8 {
        group.enter()
        Thread.detachNewThread {
          let x = Self.input(thread)
          for _ in 0..<20 where Self.product(x) != alone[thread] { wrong.add() }
          group.leave()
        }
      }
      group.wait()
      #expect(wrong.count == 0, "of 160 products")
    }

    @Test("the bits do not depend on how many threads the BLAS may use")
    func ownThreads() {
      let before = openblas_get_num_threads()
      defer { openblas_set_num_threads(before) }
      let x = Self.input(9)
      openblas_set_num_threads(1)
      let one = Self.product(x)
      for count: Int32 in [2, 3, 8, 64] {
        openblas_set_num_threads(count)
        expectSameBits(Self.product(x), one, "\(count) threads")
      }
    }
  }
#endif
