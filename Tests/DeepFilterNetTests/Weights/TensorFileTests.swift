import DeepFilterNet
import Testing

@Suite("TensorFile")
struct TensorFileTests {
  let small = TensorFileSample.small

  @Test("a hand-built file is read back: names, shapes, places, numbers, metadata")
  func readsBack() throws {
    let file = try TensorFile(bytes: small.bytes)
    #expect(file.metadata == ["format": "small", "a/\"": "üä😀\n"])
    #expect(file.names == ["a.bias", "a.weight"])
    #expect(try file.shape("a.weight") == [2, 3])
    #expect(file.tensors["a.weight"]?.elementType == .int16)
    #expect(file.tensors["a.weight"]?.bytes == small.dataOffset..<small.dataOffset + 12)
    #expect(file.tensors["a.bias"]?.elementType == .float32)
    #expect(try file.floats("a.weight") == [0.5, -1, 1.5, 65534, -65536, 0])
    let bias = try file.floats("a.bias")
    #expect(bias.map(\.bitPattern) == [0x3FC0_0000, 0x8000_0000, 1])
  }

  @Test("the data may begin at any byte", arguments: 0..<8)
  func unaligned(padding: Int) throws {
    let header = Array((small.header + String(repeating: " ", count: padding)).utf8)
    let file = try TensorFile(bytes: TensorFileSample.file(header: header, data: small.data))
    #expect(try file.floats("a.weight") == [0.5, -1, 1.5, 65534, -65536, 0])
    #expect(try file.floats("a.weight.scale") == [0.5, 2])
  }

  @Test("white space between tokens, any order of entries, no tensor at all are sound")
  func looseForms() throws {
    let text = """
      {"b" : { "shape" : [ ], "data_offsets":[ 4 , 8 ],\t"dtype":"F32"},
      "a":{"dtype":"F32","shape":[1,1,1],"data_offsets":[0,4]} }
      """
    let data = [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40] as [UInt8]
    let file = try TensorFile(bytes: TensorFileSample.file(header: Array(text.utf8), data: data))
    #expect(try file.floats("a") == [1])
    #expect(try file.floats("b") == [2])
    #expect(try file.shape("b") == [])
    #expect(try TensorFile(bytes: TensorFileSample.file(header: Array("{}".utf8))).names == [])
  }

  @Test("tensors without numbers are sound")
  func emptyTensors() throws {
    var sample = TensorFileSample()
    sample.add("a", shape: [2, 0], int16s: [])
    sample.add("a.scale", shape: [2], floats: [1, 1])
    sample.add("b", shape: [0, 1 << 62, 1 << 62], floats: [])
    sample.add("c", shape: [0, 5], int16s: [])
    sample.add("c.scale", shape: [0], floats: [])
    let file = try TensorFile(bytes: sample.bytes)
    for name in ["a", "b", "c"] { #expect(try file.floats(name) == []) }
  }

  @Test("a vector and a single number of int16 are one row")
  func int16Vectors() throws {
    var sample = TensorFileSample()
    sample.add("vector", shape: [2], int16s: [3, -4])
    sample.add("vector.scale", shape: [1], floats: [2])
    sample.add("number", shape: [], int16s: [5])
    sample.add("number.scale", shape: [1], floats: [3])
    let file = try TensorFile(bytes: sample.bytes)
    #expect(try file.floats("vector") == [6, -8])
    #expect(try file.floats("number") == [15])
  }

  @Test("every int16 is scaled as Float(integer) · scale")
  func everyInt16() throws {
    let integers = Array(Int16.min...Int16.max)
    var sample = TensorFileSample()
    sample.add("w", shape: [1, integers.count], int16s: integers)
    sample.add("w.scale", shape: [1], floats: [1e-3])
    let file = try TensorFile(bytes: sample.bytes)
    #expect(try file.floats("w") == integers.map { Float($0) * 1e-3 })
  }
}
