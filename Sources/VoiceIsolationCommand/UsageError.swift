/// What is wrong with the call.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
