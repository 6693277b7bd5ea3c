import CDeepFilterNetKernels

/// Sixty-four bits that threads read and write whole, without a lock. (`Synchronization` has them
/// too, on newer Apple systems than this package asks for.)
@safe
final class AtomicWord: @unchecked Sendable {
  // Valid from init to deinit, and touched by atomic operations only: hence the @unchecked.
  private let pointer: UnsafeMutablePointer<UInt64>

  init(_ value: UInt64) {
    unsafe pointer = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit { unsafe pointer.deallocate() }

  func load() -> UInt64 { unsafe dfn_atomic_load(pointer) }

  /// The word, which then becomes one more.
  func takeNext() -> UInt64 { unsafe dfn_atomic_take_next(pointer) }

  func store(_ value: UInt64) { unsafe dfn_atomic_store(pointer, value) }
}
