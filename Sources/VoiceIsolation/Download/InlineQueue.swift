#if canImport(FoundationNetworking)
  import Foundation

  /// A queue that does on the spot what it is given.
  ///
  /// FoundationNetworking reads from a connection as fast as it can, and puts what it has read into its
  /// delegate's queue however much waits there: an endless body filled the memory by 400 MB a second,
  /// and could not be cancelled meanwhile. On the spot, the next piece is read when this one is
  /// written.
  final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
