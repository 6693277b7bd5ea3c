extension TensorFile {
  /// A tensor's numbers in row-major order.
  ///
  /// An int16 tensor `X` is scaled by its float32 companion `X.scale`, one scale a row (all axes
  /// but the last are rows): `value[r, c] = scale[r] · Float(integer[r, c])`.
  /// - Returns: as many finite numbers as the shape has places.
  /// - Throws: `.missingTensor`, `.unsupportedType` or `.wrongShape` for the tensor or its scales;
  ///   `.notFinite` with the number's place.
  package func floats(_ name: String) throws(WeightFileError) -> [Float] {
    let tensor = try record(name)
    switch tensor.elementType {
    case .float32:
      return try float32Numbers(tensor, name: name)
    case .int16:
      return scaled(tensor, by: try scales(of: tensor, name: name))
    }
  }

  /// An int16 tensor as it is stored, and the scales of its rows: `value = scale · Float(integer)`.
  /// −32768 counts as −32767, so that a sum of two products of 16-bit numbers fits into 32 bits.
  /// - Throws: as `floats` does; `.unsupportedType` if the tensor is not int16.
  package func integers(
    _ name: String
  ) throws(WeightFileError) -> (values: [Int16], scales: [Float]) {
    let tensor = try record(name)
    guard tensor.elementType == .int16 else {
      throw WeightFileError(
        .unsupportedType("integers must be I16"), name: name, byteOffset: tensor.headerOffset)
    }
    let scales = try scales(of: tensor, name: name)
    let source = bytes.span.extracting(tensor.bytes)
    var values = [Int16](repeating: 0, count: tensor.elementCount)
    var target = values.mutableSpan
    for index in target.indices {
      let bits = UInt16(source[2 * index]) | UInt16(source[2 * index + 1]) << 8
      target[index] = max(Int16(bitPattern: bits), -Int16.max)
    }
    return (values, scales)
  }

  private func float32Numbers(
    _ tensor: TensorRecord, name: String
  ) throws(WeightFileError) -> [Float] {
    let source = bytes.span.extracting(tensor.bytes)
    var numbers = [Float](repeating: 0, count: tensor.elementCount)
    var target = numbers.mutableSpan
    var areFinite = true
    for index in target.indices {
      let low = UInt32(source[4 * index]) | UInt32(source[4 * index + 1]) << 8
      let high = UInt32(source[4 * index + 2]) | UInt32(source[4 * index + 3]) << 8
      let number = Float(bitPattern: high << 16 | low)
      target[index] = number
      areFinite = areFinite && number.isFinite
    }
    guard areFinite else {
      let index = numbers.firstIndex { !$0.isFinite } ?? 0
      throw WeightFileError(
        .notFinite, name: name, byteOffset: tensor.bytes.lowerBound + 4 * index)
    }
    return numbers
  }

  /// One scale a row, such that no product is infinite.
  private func scales(of tensor: TensorRecord, name: String) throws(WeightFileError) -> [Float] {
    let name = Self.scaleName(of: name)
    let record = try record(name)
    guard record.elementType == .float32 else {
      throw WeightFileError(
        .unsupportedType("scales must be F32"), name: name, byteOffset: record.headerOffset)
    }
    guard record.shape == [tensor.rowCount] else {
      throw WeightFileError(
        .wrongShape("one scale a row would be [\(tensor.rowCount)]"), name: name,
        byteOffset: record.headerOffset)
    }
    let scales = try float32Numbers(record, name: name)
    if let index = scales.firstIndex(where: { !($0 * Float(Int16.min)).isFinite }) {
      throw WeightFileError(
        .notFinite, name: name, byteOffset: record.bytes.lowerBound + 4 * index)
    }
    return scales
  }

  private func scaled(_ tensor: TensorRecord, by scales: [Float]) -> [Float] {
    let source = bytes.span.extracting(tensor.bytes)
    let columnCount = tensor.elementCount / max(scales.count, 1)
    var numbers = [Float](repeating: 0, count: tensor.elementCount)
    var target = numbers.mutableSpan
    for row in scales.indices {
      let scale = scales[row]
      for index in row * columnCount..<(row + 1) * columnCount {
        let bits = UInt16(source[2 * index]) | UInt16(source[2 * index + 1]) << 8
        target[index] = scale * Float(Int16(bitPattern: bits))
      }
    }
    return numbers
  }
}
