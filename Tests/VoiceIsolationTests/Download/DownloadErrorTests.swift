import Foundation
import Testing
import VoiceIsolation

@Suite struct DownloadErrorTests {
  private static let reasons: [ModelDownloadError.Reason] = [
    .unsupportedURL, .noConnection("the connection was lost"), .status(500), .missing, .onnxExport,
    .tooManyRedirects, .unsafeRedirect, .silence(seconds: 30), .tooSlow(seconds: 0.5),
    .tooLarge(maximumByteCount: 1), .wrongLength(received: 1, announced: 2), .encoded("gzip"),
    .unusable(WeightFileError(.notAWeightFile)), .badChecksumFile,
    .wrongChecksum(expected: "a", actual: "b"), .fileSystem(path: "/a\nb", "no"),
  ]

  @Test("One line, without user, password and query, whatever the way it is shown")
  func secrets() throws {
    let url = try #require(URL(string: "https://somebody:hush@example.org/a/file?key=secret#part"))
    for reason in Self.reasons {
      let error = ModelDownloadError(reason, url: url)
      var dumped = ""
      dump(error, to: &dumped)
      let line = "\(error)"
      #expect(line.hasPrefix("model from https://example.org/a/file: "))
      #expect(!line.contains("\n"))
      #expect(error.localizedDescription == line)
      for text in [line, dumped, String(reflecting: error)] {
        #expect(!text.contains("somebody") && !text.contains("hush") && !text.contains("secret"))
      }
    }
  }

  @Test("Says what to do")
  func remedy() throws {
    let url = try #require(URL(string: "http://h/a"))
    #expect(
      "\(ModelDownloadError(.onnxExport, url: url))"
        == "model from http://h/a: the folder holds the ONNX export, which is not read here; "
        + "Scripts/export_weights.py makes DeepFilterNet3.safetensors of the official archive")
    #expect(
      "\(ModelDownloadError(.silence(seconds: 30), url: url))"
        == "model from http://h/a: nothing came for 30 s; try again")
  }
}
