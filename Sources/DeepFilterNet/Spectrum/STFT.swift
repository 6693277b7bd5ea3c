/// The streaming short-time Fourier transform and its inverse: frames of two hops, one hop apart,
/// under the Vorbis window both ways, so that the two together give back the input a hop later.
///
/// Analysis is scaled by 2·hop/frame², synthesis not at all (libDF's convention).
struct STFT: Sendable {
  let hopSampleCount: Int
  /// hop + 1
  let binCount: Int
  /// From the plane of real parts to that of imaginary ones: `binCount`, rounded up to eights.
  let planeStride: Int

  private let fft: RealFFT
  /// w, `[2 · hop]`; in the analysis together with its scale.
  private let window: [Float]
  private let analysisWindow: [Float]

  /// What a stream carries from hop to hop, and works in.
  struct State: Sendable {
    /// The second half of each channel's last frame, `[channels × hop]`.
    fileprivate var overlap: [Float]
    fileprivate var scratch: RealFFT.Scratch
  }

  init(hopSampleCount: Int) {
    let frame = 2 * hopSampleCount
    self.hopSampleCount = hopSampleCount
    binCount = hopSampleCount + 1
    planeStride = (binCount + 7) / 8 * 8
    fft = RealFFT(count: frame)
    let window = Vorbis.window(count: frame)
    let scale = Double(2 * hopSampleCount) / Double(frame * frame)
    self.window = window.map { Float($0) }
    analysisWindow = window.map { Float($0 * scale) }
  }

  func makeState(channelCount: Int) -> State {
    State(
      overlap: [Float](repeating: 0, count: channelCount * hopSampleCount),
      scratch: RealFFT.Scratch(for: fft))
  }

  /// Puts a state back to its beginning.
  func reset(_ state: inout State) { state.overlap.fill(with: 0) }

  /// Goes on as if all that came before had been louder by a power of two.
  func scale(_ state: inout State, byPowerOfTwo exponent: Int) {
    state.overlap.scale(byPowerOfTwo: exponent)
  }

  /// The spectrum of two hops of samples.
  /// - Parameters:
  ///   - previous, current: where the hops begin in `samples`.
  ///   - start: where the real plane begins in `spectrum`; the imaginary one is `planeStride` on.
  func analyze(
    _ samples: [Float], previous: Int, current: Int, into spectrum: inout [Float], at start: Int,
    _ state: inout State, kernels: Kernels = Kernels()
  ) {
    fft.load(samples, from: previous, window: analysisWindow, part: 0, into: &state.scratch)
    fft.load(samples, from: current, window: analysisWindow, part: 1, into: &state.scratch)
    fft.forward(
      &state.scratch, into: &spectrum, at: start, stride: planeStride, kernels: kernels)
  }

  /// The next hop of a channel's samples, from the next spectrum.
  func synthesize(
    _ spectrum: [Float], at start: Int, channel: Int, into samples: inout [Float],
    from first: Int, _ state: inout State, kernels: Kernels = Kernels()
  ) {
    fft.inverse(
      spectrum, at: start, stride: planeStride, in: &state.scratch, kernels: kernels)
    fft.split.overlapAdd(
      state.scratch.z, window: window, overlap: &state.overlap, from: channel * hopSampleCount,
      into: &samples, at: first)
  }
}
