import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request, and what the server answers, followed through redirects and handed on as it comes.
///
/// Time limits are kept by a timer of its own: URLSession's own do not all work on Linux, where a
/// request may also never end after the server refused it or it was cancelled. So the first thing
/// that settles it is its end, and what URLSession says later is not listened to.
///
/// Unchecked: `lock` guards all that changes. It is held while the receiver works, so whoever cancels
/// does not wait for it; and not while the session is told something, which on Linux waits for the
/// delegate's calls.
final class Transfer: NSObject, @unchecked Sendable {
  /// Takes the next bytes of the body, and the share of it that has come with them, if that is known.
  typealias Receiver = @Sendable (Data, Double?) throws(ModelDownloadError) -> Void

  private let request: URLRequest
  private let url: URL
  private let maximumByteCount: Int
  private let silenceSeconds: Double
  private let wholeSeconds: Double
  private let deadline: DispatchTime
  private let receive: Receiver?

  private let lock = NSLock()
  private var session: URLSession?
  private var task: URLSessionTask?
  private var timer: (any DispatchSourceTimer)?
  private var continuation: CheckedContinuation<Void, any Error>?
  private var result: Result<Void, any Error>?
  private var lastSign = DispatchTime.now()
  private var redirects: Redirects
  private var isAccepted = false
  private var announcedByteCount: Int?
  private var receivedByteCount = 0

  /// - Parameters:
  ///   - deadline: when `limits.wholeSeconds` are over.
  ///   - maximumByteCount: the most bytes that the body may have.
  ///   - receive: takes the body, on some thread, piece by piece. `nil`: only whether there is such a
  ///     file is asked.
  init(
    _ url: URL, limits: DownloadLimits, deadline: DispatchTime, maximumByteCount: Int,
    receive: Receiver?
  ) {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = receive == nil ? "HEAD" : "GET"
    // What is compressed on the way has no length that could be checked.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    self.request = request
    self.url = url
    self.maximumByteCount = maximumByteCount
    self.silenceSeconds = limits.silenceSeconds
    self.wholeSeconds = limits.wholeSeconds
    self.deadline = deadline
    self.receive = receive
    self.redirects = Redirects(from: url)
  }

  /// Returns when the whole body has been received.
  /// - Throws: `ModelDownloadError`, or `CancellationError` at once when the task is cancelled.
  func run() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { self.start(continuation) }
      }
    } onCancel: {
      DispatchQueue.global().async {
        self.lock.withLock { self.finish(.failure(CancellationError())) }
      }
    }
  }

  private func start(_ continuation: CheckedContinuation<Void, any Error>) {
    let task = lock.withLock { () -> URLSessionTask? in
      if let result {
        continuation.resume(with: result)
        return nil
      }
      self.continuation = continuation
      let session = URLSession(
        configuration: Self.configuration, delegate: self, delegateQueue: Self.delegateQueue)
      self.session = session
      self.task = session.dataTask(with: request)
      startTimer()
      return self.task
    }
    task?.resume()
  }

  private static var delegateQueue: OperationQueue? {
    #if canImport(FoundationNetworking)
      InlineQueue()
    #else
      nil
    #endif
  }

  /// Nothing that outlives the request, or comes from one before.
  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    // Beyond what the timer allows. Not infinite: on Linux it becomes an integer.
    configuration.timeoutIntervalForRequest = 86_400
    configuration.timeoutIntervalForResource = 86_400
    return configuration
  }

  // MARK: - Time

  private var silenceEnd: DispatchTime { lastSign + silenceSeconds }

  private func startTimer() {
    let timer = DispatchSource.makeTimerSource()
    // Until `finish`, which every transfer comes to.
    timer.setEventHandler { self.lock.withLock { self.checkTime() } }
    self.timer = timer
    lastSign = .now()
    setTimer()
    timer.resume()
  }

  private func setTimer() { timer?.schedule(deadline: min(deadline, silenceEnd)) }

  private func checkTime() {
    guard result == nil else { return }
    let now = DispatchTime.now()
    if now >= deadline {
      fail(.tooSlow(seconds: wholeSeconds))
    } else if now >= silenceEnd {
      fail(.silence(seconds: silenceSeconds))
    } else {
      setTimer()
    }
  }

  // MARK: - The answer

  /// Whether a redirect is followed; if not, that is the end.
  private func follows(to target: URL?) -> Bool {
    lastSign = .now()
    guard let reason = redirects.follow(to: target) else { return true }
    fail(reason)
    return false
  }

  private func accept(_ response: HTTPURLResponse?) {
    guard result == nil else { return }
    lastSign = .now()
    // On Linux what a server says before its answer comes here too.
    if let response, (100..<200).contains(response.statusCode) { return }
    guard let response, response.statusCode == 200 else {
      return fail(.status(response?.statusCode ?? 0))
    }
    guard receive != nil else { return finish(.success(())) }
    let coding = response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    guard coding.lowercased() == "identity" else { return fail(.encoded(coding)) }
    if response.expectedContentLength >= 0 {
      announcedByteCount = Int(clamping: response.expectedContentLength)
    }
    if let announcedByteCount, announcedByteCount > maximumByteCount {
      return fail(.tooLarge(maximumByteCount: maximumByteCount))
    }
    isAccepted = true
  }

  private func take(_ data: Data) {
    guard result == nil, isAccepted, let receive else { return }
    lastSign = .now()
    receivedByteCount += data.count
    if receivedByteCount > maximumByteCount {
      return fail(.tooLarge(maximumByteCount: maximumByteCount))
    }
    let share = announcedByteCount.map { min(1, Double(receivedByteCount) / Double($0)) }
    do throws(ModelDownloadError) {
      try receive(data, share)
    } catch {
      finish(.failure(error))
    }
  }

  private func end(_ error: (any Error)?, status: Int?) {
    guard result == nil else { return }
    if isAccepted, let announcedByteCount, receivedByteCount != announcedByteCount {
      fail(.wrongLength(received: receivedByteCount, announced: announcedByteCount))
    } else if let error {
      fail(.noConnection(NetworkFailure.text(of: error)))
    } else if isAccepted {
      finish(.success(()))
    } else {
      // On Linux a redirect to nowhere comes to its end without a response before.
      fail(.status(status ?? 0))
    }
  }

  // MARK: - The end

  private func fail(_ reason: ModelDownloadError.Reason) {
    finish(.failure(ModelDownloadError(reason, url: url)))
  }

  private func finish(_ result: Result<Void, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    timer?.cancel()
    timer = nil
    if let session, let task {
      // Else the session would keep its connection and this delegate. Not here, where `lock` is held.
      // And not by `invalidateAndCancel`, which on Linux looks through the tasks while another thread
      // removes one, and ended the process once in twenty times.
      DispatchQueue.global().async {
        task.cancel()
        session.finishTasksAndInvalidate()
      }
    }
    (session, task) = (nil, nil)
    continuation?.resume(with: result)
    continuation = nil
  }
}

// MARK: - What URLSession calls, one by one

extension Transfer: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    lock.withLock {
      // On Linux a call for a task that has been cancelled ends the process. The cancellation comes
      // after `finish`, so after a call from here.
      guard result == nil else { return }
      let isFollowed = follows(to: newRequest.url)
      completionHandler(isFollowed ? newRequest : nil)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    lock.withLock { accept(response as? HTTPURLResponse) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { take(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    lock.withLock { end(error, status: status) }
  }
}
