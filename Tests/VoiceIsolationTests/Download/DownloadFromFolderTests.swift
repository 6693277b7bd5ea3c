import Foundation
import Testing
import VoiceIsolationTestSupport

@testable import VoiceIsolation

/// Folders of this machine. The cache is a place where nothing could be written.
@Suite struct DownloadFromFolderTests {
  private let folder: TemporaryFolder
  private let cache = ModelCache(folder: URL(fileURLWithPath: "/dev/null/cache"))

  init() throws { folder = try TemporaryFolder() }

  private func reason(_ cache: ModelCache? = nil) async -> ModelDownloadError.Reason? {
    let error = await #expect(throws: ModelDownloadError.self) {
      _ = try await (cache ?? self.cache).model(from: self.folder.url)
    }
    return error?.reason
  }

  @Test("Read where it lies, with its checksum if there is one")
  func there() async throws {
    try folder.write(ModelFolder.fileName, ModelHost.weights)
    _ = try await cache.model(from: folder.url)
    let digest = SHA256.hexDigest(of: ModelHost.weights)
    try folder.write(ModelFolder.checksumFileName, Array(digest.utf8))
    _ = try await cache.model(from: folder.url)
    let wrong = String(repeating: "0", count: 64)
    try folder.write(ModelFolder.checksumFileName, Array(wrong.utf8))
    #expect(await reason() == .wrongChecksum(expected: wrong, actual: digest))
    try folder.write(ModelFolder.checksumFileName, Array(digest.utf8.dropLast()))
    #expect(await reason() == .badChecksumFile)
    try folder.write(ModelFolder.checksumFileName, [UInt8](repeating: 0x61, count: 5_000))
    #expect(await reason() == .badChecksumFile)
  }

  @Test("Nothing there, the ONNX export, a page, a file that is too large, a folder")
  func bad() async throws {
    #expect(await reason() == .missing)
    try folder.write(ModelFolder.onnxGraphName, [1])
    #expect(await reason() == .onnxExport)
    try folder.write(ModelFolder.fileName, Array("<!DOCTYPE html>".utf8))
    #expect(await reason() == .unusable(WeightFileError(.notAWeightFile)))
    let small = ModelCache(limits: DownloadLimits(maximumByteCount: 10))
    #expect(await reason(small) == .tooLarge(maximumByteCount: 10))
    try FileManager.default.removeItem(at: folder.file(ModelFolder.fileName))
    try FileManager.default.createDirectory(
      at: folder.file(ModelFolder.fileName), withIntermediateDirectories: false)
    guard case .unusable = await reason() else {
      Issue.record("a folder is no weight file")
      return
    }
  }
}
