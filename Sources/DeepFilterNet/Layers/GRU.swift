/// A gated recurrent unit (Cho et al.), in the form whose reset gate acts after the product:
///
///     z = σ(W_z x + R_z h + b_z)
///     r = σ(W_r x + R_r h + b_r)
///     n = tanh(W_n x + b_Wn + r ⊙ (R_n h + b_Rn))
///     h ← (1 − z) ⊙ n + z ⊙ h
final class GRU: Sendable {
  /// Width of h.
  let width: Int
  /// W and the biases of z, r and n: `[3·width × inputs]`
  let inputProduct: GateProduct
  /// R and the bias of n within the reset, `[3·width × width]`: the upper half of its rows, and the
  /// lower.
  let hiddenProducts: [GateProduct]

  init(width: Int, inputProduct: GateProduct, hiddenProducts: [GateProduct]) {
    self.width = width
    self.inputProduct = inputProduct
    self.hiddenProducts = hiddenProducts
  }

  struct State: Sendable {
    /// h, `[channels × width]`
    var hidden: [Float]
    /// W x + b of a block, `[frames, channels, 3·width]`
    fileprivate var inputPart: FrameBlock
    /// R h + b, `[channels × 3·width]`
    fileprivate var hiddenPart: [Float]
    /// The half of R whose rows of R h + b are made of the present h; a new stream has none.
    fileprivate var halfAhead: Int?
    fileprivate var roundedInput: QuantizedColumns?
    fileprivate var roundedHidden: QuantizedColumns?
    /// h of every frame of the block, `[frames, channels, width]`
    var output: FrameBlock

    mutating func reset() {
      hidden.fill(with: 0)
      halfAhead = nil
    }
  }

  func makeState(frames: Int, channels: Int) -> State {
    State(
      hidden: [Float](repeating: 0, count: channels * width),
      inputPart: FrameBlock(frames: frames, channels: channels, size: 3 * width),
      hiddenPart: [Float](repeating: 0, count: channels * 3 * width),
      roundedInput: inputProduct.makeScratch(columns: frames * channels),
      roundedHidden: hiddenProducts[0].makeScratch(columns: channels),
      output: FrameBlock(frames: frames, channels: channels, size: width))
  }

  /// Runs over the frames of a block, one after the other.
  ///
  /// Live, a layer's time is that of fetching its weights, which do not stay in the nearer caches
  /// from one frame to the next. R is therefore fetched only every other frame: a half of it serves
  /// the coming frame and at once, as soon as there is a new h, the one after; the other half has
  /// its turn in between, so that all frames take as long.
  func advance(_ state: inout State, input: FrameBlock, kernels: Kernels) {
    state.roundedInput?.load(
      input.storage, from: input.start, columns: input.columns, kernels: kernels)
    inputProduct.multiply(
      input.storage, from: input.start, columns: input.columns, rounded: state.roundedInput,
      into: &state.inputPart.storage, stride: 3 * width, kernels: kernels)
    for frame in 0..<input.frames {
      if state.halfAhead == nil {
        state.roundedHidden?.load(state.hidden, from: 0, columns: input.channels, kernels: kernels)
      }
      for half in hiddenProducts.indices where half != state.halfAhead {
        multiplyHidden(half, &state, kernels: kernels)
      }
      for channel in 0..<input.channels {
        Gates.update(
          &state.hidden, at: channel * width, width: width,
          inputPart: state.inputPart.storage,
          from: state.inputPart.index(frame: frame, channel: channel),
          hiddenPart: state.hiddenPart, from: channel * 3 * width,
          output: &state.output.storage,
          at: state.output.index(frame: frame, channel: channel), kernels: kernels)
      }
      state.roundedHidden?.load(state.hidden, from: 0, columns: input.channels, kernels: kernels)
      let half = state.halfAhead == 0 ? 1 : 0
      multiplyHidden(half, &state, kernels: kernels)
      state.halfAhead = half
    }
  }

  /// Makes a half of R h + b.
  private func multiplyHidden(_ half: Int, _ state: inout State, kernels: Kernels) {
    let rows = 3 * width
    hiddenProducts[half].multiply(
      state.hidden, columns: state.output.channels, rounded: state.roundedHidden,
      into: &state.hiddenPart, at: half * (rows / 2), stride: rows,
      kernels: Kernels(instructions: kernels.instructions))
  }
}
