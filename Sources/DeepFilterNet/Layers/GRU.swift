/// A gated recurrent unit (Cho et al.), in the form whose reset gate acts after the product:
///
///     z = σ(W_z x + R_z h + b_z)
///     r = σ(W_r x + R_r h + b_r)
///     n = tanh(W_n x + b_Wn + r ⊙ (R_n h + b_Rn))
///     h ← (1 − z) ⊙ n + z ⊙ h
struct GRU: Sendable {
  /// Width of h.
  let width: Int
  /// W and the biases of z, r and n: `[3·width × inputs]`
  let inputProduct: GateProduct
  /// R and the bias of n within the reset: `[3·width × width]`
  let hiddenProduct: GateProduct

  struct State: Sendable {
    /// h, `[channels × width]`
    var hidden: [Float]
    /// W x + b of a block, `[frames, channels, 3·width]`
    fileprivate var inputPart: FrameBlock
    /// R h + b of a frame, `[channels × 3·width]`
    fileprivate var hiddenPart: [Float]
    fileprivate var quantizedInput: QuantizedColumns?
    fileprivate var quantizedHidden: QuantizedColumns?
    /// h of every frame of the block, `[frames, channels, width]`
    var output: FrameBlock

    mutating func reset() { hidden.fill(with: 0) }
  }

  func makeState(frames: Int, channels: Int) -> State {
    State(
      hidden: [Float](repeating: 0, count: channels * width),
      inputPart: FrameBlock(frames: frames, channels: channels, size: 3 * width),
      hiddenPart: [Float](repeating: 0, count: channels * 3 * width),
      quantizedInput: inputProduct.makeScratch(columns: frames * channels),
      quantizedHidden: hiddenProduct.makeScratch(columns: channels),
      output: FrameBlock(frames: frames, channels: channels, size: width))
  }

  /// Runs over the frames of a block, one after the other.
  func advance(_ state: inout State, input: FrameBlock, kernels: Kernels) {
    inputProduct.multiply(
      input.storage, from: input.start, columns: input.columns, scratch: &state.quantizedInput,
      into: &state.inputPart.storage, kernels: kernels)
    for frame in 0..<input.frames {
      hiddenProduct.multiply(
        state.hidden, columns: input.channels, scratch: &state.quantizedHidden,
        into: &state.hiddenPart, kernels: Kernels(instructions: kernels.instructions))
      for channel in 0..<input.channels {
        Gates.update(
          &state.hidden, at: channel * width, width: width,
          inputPart: state.inputPart.storage,
          from: state.inputPart.index(frame: frame, channel: channel),
          hiddenPart: state.hiddenPart, from: channel * 3 * width,
          output: &state.output.storage,
          at: state.output.index(frame: frame, channel: channel), kernels: kernels)
      }
    }
  }
}
