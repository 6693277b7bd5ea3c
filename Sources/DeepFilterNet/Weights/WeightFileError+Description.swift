extension WeightFileError: CustomStringConvertible {
  /// One line: which tensor or setting, what is wrong, where, what to do.
  public var description: String {
    let subject = name.map { Self.quoted($0) + " " } ?? ""
    let place = byteOffset > 0 ? " (byte \(byteOffset))" : ""
    return "weight file: \(subject)\(problem)\(place); \(remedy)"
  }

  /// Text from a file as it may stand in a message: short, in quotes, on one line.
  static func quoted(_ text: String) -> String {
    let limit = 80
    let head = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    return head.debugDescription + (head.utf8.count < text.utf8.count ? "…" : "")
  }

  private var problem: String {
    switch reason {
    case .unreadable(let text): "cannot be read: \(text)"
    case .notAWeightFile: "is not in the safetensors format"
    case .truncated: "ends too early"
    case .badHeader(let text): "is damaged in its header: \(text)"
    case .missingTensor: "is missing"
    case .unknownTensor: "is not a tensor of this model"
    case .wrongShape(let text): "has a wrong shape: \(text)"
    case .unsupportedType(let text): "has numbers of an unsupported type: \(text)"
    case .notFinite: "has a number that is not finite"
    case .badConfiguration(let text): "is a setting in the metadata that \(text)"
    }
  }

  private var remedy: String {
    switch reason {
    case .unreadable: "check the path and its permissions"
    case .notAWeightFile: "give a file made by Scripts/export_weights.py"
    case .truncated, .badHeader, .notFinite: "get the file again, this one is damaged"
    case .missingTensor, .unknownTensor, .wrongShape, .unsupportedType, .badConfiguration:
      "export the file again with Scripts/export_weights.py"
    }
  }
}
