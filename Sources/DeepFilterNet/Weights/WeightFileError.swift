/// What is wrong with a weight file, and where.
///
/// For people, print `"\(error)"`.
public struct WeightFileError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The file cannot be opened or read; its path and the system's reason.
    case unreadable(String)
    /// Not a safetensors file.
    case notAWeightFile
    /// The file ends before what its header promises.
    case truncated
    /// The header is not the JSON it should be, or contradicts itself or the file.
    case badHeader(String)
    /// A tensor that the model needs is not there.
    case missingTensor
    /// A tensor that the model does not know.
    case unknownTensor
    /// A shape that does not fit the other tensors.
    case wrongShape(String)
    /// A number type other than F32, or I16 with its F32 scales.
    case unsupportedType(String)
    /// A number that is not finite.
    case notFinite
    /// A setting in the metadata is missing, malformed or not supported.
    case badConfiguration(String)
  }

  /// What is wrong.
  public let reason: Reason
  /// The tensor's name in the file, or the setting's in the metadata, if one is concerned.
  public let name: String?
  /// The place in the file; 0 if it is the file as a whole.
  public let byteOffset: Int

  package init(_ reason: Reason, name: String? = nil, byteOffset: Int = 0) {
    self.reason = reason
    self.name = name
    self.byteOffset = byteOffset
  }
}
