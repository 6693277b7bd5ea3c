/// GRU layers behind a grouped linear layer that narrows their input, and before one that widens
/// their output, each with relu ("squeezed GRU").
final class SqueezedGRU: Sendable {
  let linearIn: PackedMatrix
  let layers: [GRU]
  /// Only where something follows that is not a layer of its own.
  let linearOut: PackedMatrix?

  /// - Parameters:
  ///   - inputs: numbers of a frame that go in.
  ///   - outputs: numbers of a frame that come out of `linear_out`; nil if there is none.
  init(
    _ weights: inout WeightReader, _ name: String, inputs: Int, outputs: Int?
  ) throws(WeightFileError) {
    linearIn = try weights.groupedLinear("\(name).linear_in.weight", inputs: inputs, outputs: nil)
    let width = linearIn.groups * linearIn.outputs
    try weights.require(
      width % Lanes.scalarCount == 0, "\(name).linear_in.weight",
      "a GRU \(width) wide where a multiple of 8 is needed")
    var layers = [GRU]()
    repeat {
      layers.append(try GRU(&weights, "\(name).gru\(layers.count)", inputs: width, width: width))
    } while weights.has("\(name).gru\(layers.count).weight_ih_zrn")
    self.layers = layers
    if let outputs {
      linearOut = try weights.groupedLinear(
        "\(name).linear_out.weight", inputs: width, outputs: outputs)
    } else {
      linearOut = nil
    }
  }

  var width: Int { layers[0].width }

  /// Whether a layer rounds its inputs to integers.
  var isQuantized: Bool { layers.contains { $0.isQuantized } }

  struct State: Sendable {
    fileprivate var squeezed: FrameBlock
    fileprivate var layers: [GRU.State]
    /// `[frames, channels, outputs]`, or the last layer's h.
    var output: FrameBlock

    mutating func reset() {
      for i in layers.indices { layers[i].reset() }
    }
  }

  func makeState(frames: Int, channels: Int) -> State {
    State(
      squeezed: FrameBlock(frames: frames, channels: channels, size: width),
      layers: layers.map { $0.makeState(frames: frames, channels: channels) },
      output: FrameBlock(
        frames: frames, channels: channels,
        size: linearOut.map { $0.groups * $0.outputs } ?? width))
  }

  func advance(_ state: inout State, input: FrameBlock, kernels: Kernels) {
    linearIn.apply(to: input, into: &state.squeezed, rectified: true, kernels: kernels)
    layers[0].advance(&state.layers[0], input: state.squeezed, kernels: kernels)
    for i in layers.indices.dropFirst() {
      // A second reference to the output of the layer before, not a copy: nobody writes to it while
      // the reference lives.
      let input = state.layers[i - 1].output
      layers[i].advance(&state.layers[i], input: input, kernels: kernels)
    }
    let last = layers.count - 1
    if let linearOut {
      linearOut.apply(
        to: state.layers[last].output, into: &state.output, rectified: true, kernels: kernels)
    } else {
      let output = state.layers[last].output.storage
      state.output.storage.copyNumbers(from: output, count: output.count)
    }
  }
}

extension GRU {
  var isQuantized: Bool {
    inputProduct.isQuantized || hiddenProducts.contains(where: \.isQuantized)
  }

  convenience init(
    _ weights: inout WeightReader, _ name: String, inputs: Int, width: Int
  ) throws(WeightFileError) {
    var inputBias = try weights.vector("\(name).bias_ih_zrn", count: 3 * width)
    var hiddenBias = try weights.vector("\(name).bias_hh_zrn", count: 3 * width)
    // Of z and r only the sum of the two biases counts.
    for i in 0..<2 * width {
      inputBias[i] += hiddenBias[i]
      hiddenBias[i] = 0
    }
    self.init(
      width: width,
      inputProduct: try weights.gateProducts(
        "\(name).weight_ih_zrn", inputs: inputs, bias: inputBias, count: 1)[0],
      hiddenProducts: try weights.gateProducts(
        "\(name).weight_hh_zrn", inputs: width, bias: hiddenBias, count: 2))
  }
}

extension WeightReader {
  /// A matrix with as many outputs as biases, cut into so many of as many outputs each; one of
  /// 16-bit integers stays what it is.
  fileprivate mutating func gateProducts(
    _ name: String, inputs: Int, bias: [Float], count: Int
  ) throws(WeightFileError) -> [GateProduct] {
    let shape: [Int?] = [bias.count, inputs]
    let outputs = bias.count / count
    let parts = (0..<count).map { part in
      (
        rows: part * outputs..<(part + 1) * outputs,
        numbers: part * outputs * inputs..<(part + 1) * outputs * inputs
      )
    }
    if let integers = try integers(name, shape: shape) {
      return parts.map { part in
        .quantized(
          QuantizedMatrix(
            inputs: inputs, outputs: outputs, weights: Array(integers.values[part.numbers]),
            scales: Array(integers.scales[part.rows]), bias: Array(bias[part.rows])))
      }
    }
    let weight = try tensor(name, shape: shape).values
    return parts.map { part in
      let rows = Tensor(shape: [outputs, inputs], values: Array(weight[part.numbers]))
      return .float(PackedMatrix(dense: rows, bias: Array(bias[part.rows])))
    }
  }
}
