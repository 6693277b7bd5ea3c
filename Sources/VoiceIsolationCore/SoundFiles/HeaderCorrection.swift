/// A number of a header as it should be.
struct HeaderCorrection: Equatable {
  let offset: Int
  let bytes: [UInt8]
}
