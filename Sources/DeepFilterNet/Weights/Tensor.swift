/// Numbers with a shape, row-major.
struct Tensor: Sendable {
  let shape: [Int]
  let values: [Float]
}
