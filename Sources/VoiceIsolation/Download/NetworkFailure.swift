import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// URLSession's errors in words of our own: its own may quote the URL, and with it what is secret.
enum NetworkFailure {
  static func text(of error: any Error) -> String {
    let error = error as NSError
    guard error.domain == NSURLErrorDomain else { return "the connection failed" }
    return switch URLError.Code(rawValue: error.code) {
    case .cannotFindHost, .dnsLookupFailed: "the server's name is not known"
    case .cannotConnectToHost: "the server cannot be reached"
    case .notConnectedToInternet: "there is no connection to the internet"
    case .networkConnectionLost: "the connection was lost"
    case .timedOut: "the server did not answer in time"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      "the server cannot prove who it is, or speaks another TLS"
    case .badURL, .unsupportedURL: "such a URL cannot be asked for"
    case .badServerResponse, .cannotParseResponse: "the server's answer is not HTTP"
    case .appTransportSecurityRequiresSecureConnection: "the system allows https only"
    default: "the connection failed (\(error.code))"
    }
  }
}
