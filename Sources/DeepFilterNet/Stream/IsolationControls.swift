/// The options of a running stream, to be read and changed from any thread, as often as you like. The
/// stream takes them up at its next hop, without waiting for anybody, and moves there over that hop.
/// They may outlive the stream.
public final class IsolationControls: Sendable {
  private let word: AtomicWord

  /// - Parameter options: what to begin with.
  public init(_ options: IsolationOptions = .init()) {
    word = AtomicWord(Self.word(options))
  }

  /// Both options, which change together.
  public var options: IsolationOptions {
    get {
      let word = word.load()
      return IsolationOptions(
        attenuationLimitDB: Self.number(UInt32(truncatingIfNeeded: word >> 32)),
        postFilterBeta: Self.number(UInt32(truncatingIfNeeded: word)))
    }
    set { word.store(Self.word(newValue)) }
  }

  // Two floats side by side; a NaN stands for nil, and counts as nil where it comes from outside.
  private static func word(_ options: IsolationOptions) -> UInt64 {
    let limit = (options.attenuationLimitDB ?? .nan).bitPattern
    let beta = (options.postFilterBeta ?? .nan).bitPattern
    return UInt64(limit) << 32 | UInt64(beta)
  }

  private static func number(_ bits: UInt32) -> Float? {
    let number = Float(bitPattern: bits)
    return number.isNaN ? nil : number
  }
}
