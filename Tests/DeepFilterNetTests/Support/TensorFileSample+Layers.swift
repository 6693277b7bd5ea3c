@testable import DeepFilterNet

extension TensorFileSample {
  mutating func add(_ name: String, _ tensor: Tensor) {
    add(name, shape: tensor.shape, floats: tensor.values)
  }

  mutating func add(_ gru: TextbookGRU, name: String) {
    add("\(name).weight_ih_zrn", gru.inputWeight)
    add("\(name).weight_hh_zrn", gru.hiddenWeight)
    add("\(name).bias_ih_zrn", shape: [3 * gru.width], floats: gru.inputBias)
    add("\(name).bias_hh_zrn", shape: [3 * gru.width], floats: gru.hiddenBias)
  }
}
