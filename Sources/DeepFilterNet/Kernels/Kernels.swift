import CDeepFilterNetKernels

/// What the network's kernels run on.
package struct Kernels: Sendable {
  package var instructions = Instructions.ofMachine
  /// Whether a BLAS may do products of floats, if the build has one.
  package var blas = false

  package init(instructions: Instructions = .ofMachine, blas: Bool = false) {
    self.instructions = instructions
    self.blas = blas
  }

  /// With wide registers our own kernels are the faster ones.
  var callsBLAS: Bool { blas && instructions == .baseline && BLAS.isUsable }
}

/// Sets of instructions that the network's kernels are compiled for, each with all before it. A build
/// is for any machine of its kind; these kernels run on the best set that this one has.
///
/// Matrix products of integers give the same bits on every set, the others the same on every set with
/// fused multiply-add.
package enum Instructions: Int32, CaseIterable, Comparable, Sendable {
  /// What the whole build is compiled for.
  case baseline
  /// x86: registers of eight floats and fused multiply-add.
  case avx2
  /// x86: registers of sixteen floats and multiply-adds of 16-bit pairs.
  case avx512

  /// The best that this machine has.
  package static var ofMachine: Instructions {
    Instructions(rawValue: dfn_instructions_of_machine().rawValue) ?? .baseline
  }

  /// All that this machine has, the least first.
  package static var available: [Instructions] { allCases.filter { $0 <= ofMachine } }

  /// The set of a name (`baseline`, `avx2`, `avx512`), if there is one and this machine has it.
  package init?(name: String) {
    guard let found = Self.available.first(where: { "\($0)" == name }) else { return nil }
    self = found
  }

  var set: dfn_instructions { dfn_instructions(rawValue: rawValue) }

  package static func < (a: Instructions, b: Instructions) -> Bool { a.rawValue < b.rawValue }
}
