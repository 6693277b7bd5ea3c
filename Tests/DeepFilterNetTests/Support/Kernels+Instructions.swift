@testable import DeepFilterNet

extension Kernels {
  /// One for every set of instructions that this machine has, the least first.
  static let onAllInstructions = Instructions.available.map { Kernels(instructions: $0) }
}
