/// The Fourier transform of `count` real numbers, and back.
///
/// A complex transform of half the length in four steps (Bailey): transforms down the columns of a
/// matrix, a turn of every number, the matrix transposed, transforms down its columns again. Down
/// the columns means that neighbours in memory go through the same arithmetic. 960 is 480 complex
/// numbers as 20 rows of 24: radices 5 · 4, then 4 · 3 · 2.
struct RealFFT: Sendable {
  let count: Int
  let split: RealSplit
  private let first: [StockhamPass]
  private let transpose: TwiddledTranspose
  private let second: [StockhamPass]

  /// Whether there is a plan for so many numbers: half of them must be a multiple of 16 and a
  /// product of two numbers from 8 up, one a multiple of 8, and have no prime factor above 5.
  static func supports(count: Int) -> Bool { shape(count: count) != nil }

  /// Rows and columns of the matrix, as nearly square as can be.
  private static func shape(count: Int) -> (rows: Int, columns: Int)? {
    let half = count / 2
    // Of 16, because samples are loaded by sixteens, half of `count` at a time.
    guard count > 0, count % 32 == 0, radices(of: half) != nil else { return nil }
    return stride(from: 8, through: half / 8, by: 8)
      .filter { half % $0 == 0 }
      .min { abs($0 * $0 - half) < abs($1 * $1 - half) }
      .map { (half / $0, $0) }
  }

  /// The number as a product of 5, 4, 3 and 2.
  private static func radices(of number: Int) -> [Int]? {
    var (rest, radices) = (number, [Int]())
    for radix in [5, 4, 3, 2] {
      while rest % radix == 0 {
        radices.append(radix)
        rest /= radix
      }
    }
    return rest == 1 ? radices : nil
  }

  private static func passes(for length: Int) -> [StockhamPass] {
    var (rest, passes) = (length, [StockhamPass]())
    for radix in radices(of: length) ?? [] {
      rest /= radix
      passes.append(StockhamPass(radix: radix, groups: rest))
    }
    return passes
  }

  init(count: Int) {
    guard let (rows, columns) = Self.shape(count: count) else {
      preconditionFailure("there is no plan for \(count) numbers")
    }
    self.count = count
    split = RealSplit(half: count / 2)
    first = Self.passes(for: rows)
    transpose = TwiddledTranspose(rows: rows, columns: columns)
    second = Self.passes(for: columns)
  }

  /// What a transform works in; one for every stream.
  struct Scratch: Sendable {
    var z: ComplexPlanes
    var spare: ComplexPlanes

    init(for plan: RealFFT) {
      // One number more than half: Z[M] = Z[0].
      z = ComplexPlanes(count: plan.count / 2 + 1)
      spare = z
    }
  }

  /// Puts `hop` samples times their window into the `part`-th half of the numbers to transform.
  func load(
    _ samples: [Float], from start: Int, window: [Float], part: Int, into scratch: inout Scratch
  ) {
    split.pack(
      samples, from: start, window: window, from: part * count / 2, count: count / 2,
      into: &scratch.z, at: part * count / 4)
  }

  /// X[k] = Σₙ x[n]·e^(−2πikn/count), k = 0 … count/2, of the numbers loaded.
  /// - Parameter spectrum: receives the real plane at `start`, the imaginary at `start + stride`.
  func forward(
    _ scratch: inout Scratch, into spectrum: inout [Float], at start: Int, stride: Int,
    kernels: Kernels = Kernels()
  ) {
    transform(&scratch, kernels)
    split.unpack(&scratch.z, into: &spectrum, at: start, stride: stride)
  }

  /// x[n] = Σₖ X[k]·e^(2πikn/count) over all `count` k, X[count−k] being X*[k]: `count` times the
  /// inverse. Afterwards `scratch.z` holds x[2n] and x[2n+1] as its planes.
  func inverse(
    _ spectrum: [Float], at start: Int, stride: Int, in scratch: inout Scratch,
    kernels: Kernels = Kernels()
  ) {
    split.pack(spectrum, at: start, stride: stride, into: &scratch.z)
    scratch.z.swapPlanes()
    transform(&scratch, kernels)
    scratch.z.swapPlanes()
  }

  /// The complex transform of `scratch.z`, in place.
  ///
  /// By indices: an iterator over an array of structures allocates in a debug build.
  private func transform(_ scratch: inout Scratch, _ kernels: Kernels) {
    var width = transpose.columns
    for pass in first.indices {
      first[pass].run(width: width, from: scratch.z, into: &scratch.spare, kernels: kernels)
      swap(&scratch.z, &scratch.spare)
      width *= first[pass].radix
    }
    transpose.run(from: scratch.z, into: &scratch.spare, kernels: kernels)
    swap(&scratch.z, &scratch.spare)
    width = transpose.rows
    for pass in second.indices {
      second[pass].run(width: width, from: scratch.z, into: &scratch.spare, kernels: kernels)
      swap(&scratch.z, &scratch.spare)
      width *= second[pass].radix
    }
  }
}
