import DeepFilterNet
import Dispatch
import Foundation
import VoiceIsolationCore

/// Brings the weight file of a host's folder into the cache, unless it is there, and loads it.
struct ModelDownload: Sendable {
  let folder: ModelFolder
  /// The path that the file has in the cache.
  let place: String
  let limits: DownloadLimits

  /// - Parameter report: takes the share of the file that is there, where its length is known.
  /// - Throws: `ModelDownloadError`, `CancellationError`.
  func model(report: @escaping @Sendable (Double) -> Void) async throws -> DeepFilterModel {
    if let model = try await onDisk({ cachedModel() }) { return model }
    let deadline = DispatchTime.now() + limits.wholeSeconds
    let scratch = try await onDisk { () throws(ModelDownloadError) in try makeScratch() }
    defer { scratch.remove() }
    try await fetch(into: scratch, deadline: deadline, report: report)
    let checksum = try await fetchChecksum(deadline: deadline)
    try Task.checkCancellation()
    return try await onDisk { () throws(ModelDownloadError) in
      let model = try WeightFileCheck.model(
        path: scratch.path, from: folder.weightFile, checksum: checksum)
      try scratch.takePlace()
      return model
    }
  }

  /// The model of the cache. A file that cannot be loaded is of no use there and is deleted.
  private func cachedModel() -> DeepFilterModel? {
    guard FileStatus(path: place) != nil else { return nil }
    do throws(WeightFileError) {
      return try DeepFilterModel(contentsOfFile: place)
    } catch {
      CacheFolder.delete(place)
      return nil
    }
  }

  private func makeScratch() throws(ModelDownloadError) -> ScratchFile {
    try CacheFolder.prepare(FilePath(place).folder, for: folder.weightFile)
    return try ScratchFile(for: place, from: folder.weightFile)
  }

  private func fetch(
    into scratch: ScratchFile, deadline: DispatchTime,
    report: @escaping @Sendable (Double) -> Void
  ) async throws {
    let transfer = Transfer(
      folder.weightFile, limits: limits, deadline: deadline,
      maximumByteCount: limits.maximumByteCount
    ) { (data, share) throws(ModelDownloadError) in
      try scratch.append([UInt8](data))
      if let share { report(share) }
    }
    do {
      try await transfer.run()
    } catch let error as ModelDownloadError where error.reason == .status(404) {
      guard try await hasONNXGraph(deadline: deadline) else { throw error }
      throw ModelDownloadError(.onnxExport, url: folder.url)
    }
  }

  private func hasONNXGraph(deadline: DispatchTime) async throws -> Bool {
    let transfer = Transfer(
      folder.onnxGraph, limits: limits, deadline: deadline, maximumByteCount: 0, receive: nil)
    do {
      try await transfer.run()
      return true
    } catch is ModelDownloadError {
      // That there is no weight file is then all there is to say.
      return false
    }
  }

  /// `nil` if the host keeps none.
  private func fetchChecksum(deadline: DispatchTime) async throws -> Checksum? {
    let text = Text()
    let transfer = Transfer(
      folder.checksumFile, limits: limits, deadline: deadline,
      maximumByteCount: Checksum.maximumByteCount
    ) { (data, _) in text.bytes += data }
    do {
      try await transfer.run()
    } catch let error as ModelDownloadError {
      switch error.reason {
      case .status(404): return nil
      case .tooLarge: throw ModelDownloadError(.badChecksumFile, url: folder.checksumFile)
      default: throw error
      }
    }
    guard let checksum = Checksum(text.bytes) else {
      throw ModelDownloadError(.badChecksumFile, url: folder.checksumFile)
    }
    return checksum
  }

  /// Unchecked: a transfer writes it, and when that has ended it is read.
  private final class Text: @unchecked Sendable {
    var bytes: [UInt8] = []
  }
}
