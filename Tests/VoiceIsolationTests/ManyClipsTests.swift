import DeepFilterNet
import Foundation
import Testing
import VoiceIsolation
import VoiceIsolationTestSupport

#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  @Suite("Many clips")
  struct ManyClipsTests {
    /// What becomes of one of the calls.
    private enum Fate: CaseIterable { case done, cancelledAtOnce, cancelledLater, noFile, noSound }

    @Test(
      "A hundred calls at once, some cancelled, some failing: whole files of the right bits, or none",
      arguments: [1, 3])
    func mixed(clipsAtOnce: Int) async throws {
      let folder = try TemporaryFolder()
      let model = try TestVoice.model.get()
      let lengths = [0.05, 0.3, 1, 2]
      var expected: [[UInt8]] = []
      for (number, seconds) in lengths.enumerated() {
        let samples = TestVoice.samples(count: Int(seconds * 48_000), seed: UInt64(number))
        try SoundFile(
          format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channelCount: 1,
          samples: samples.map(Double.init)
        ).write(to: folder("in-\(number).wav"))
        // Alone, with another number of threads.
        _ = try FileIsolator(model: model, threads: 1)
          .isolate(folder("in-\(number).wav"), to: folder("expected.wav"))
        expected.append(try folder.bytes("expected.wav"))
      }
      try FileManager.default.removeItem(atPath: folder("expected.wav"))
      try folder.write("in-text.wav", Array("no sound".utf8))
      let inputs = try folder.names

      let provider = DeepFilterNetProvider(
        model: .file(TestVoice.modelURL), clipsAtOnce: clipsAtOnce)
      let fates = (0..<100).map { $0 % 3 == 0 ? Fate.allCases[$0 / 3 % 5] : .done }
      let results = await withTaskGroup(of: (Int, Result<Void, any Error>).self) { group in
        for (number, fate) in fates.enumerated() {
          let name =
            switch fate {
            case .noFile: "in-none.wav"
            case .noSound: "in-text.wav"
            default: "in-\(number % lengths.count).wav"
            }
          let input = URL(fileURLWithPath: folder(name))
          let output = URL(fileURLWithPath: folder("out-\(number).wav"))
          group.addTask {
            let work = Task { try await provider.isolateVoice(from: input, to: output) }
            if fate == .cancelledAtOnce { work.cancel() }
            if fate == .cancelledLater {
              try? await Task.sleep(for: .milliseconds(5))
              work.cancel()
            }
            return (number, await work.result)
          }
        }
        var results = [Result<Void, any Error>?](repeating: nil, count: fates.count)
        for await (number, result) in group { results[number] = result }
        return results
      }

      for (number, fate) in fates.enumerated() {
        let name = "out-\(number).wav"
        let isThere = FileManager.default.fileExists(atPath: folder(name))
        switch (fate, results[number]) {
        case (.done, .success), (.cancelledAtOnce, .success), (.cancelledLater, .success):
          #expect(try folder.bytes(name) == expected[number % lengths.count])
        case (.cancelledAtOnce, .failure(let error)), (.cancelledLater, .failure(let error)):
          #expect(error is CancellationError && !isThere)
        case (.noFile, .failure(let error)), (.noSound, .failure(let error)):
          #expect(error is VoiceIsolationError && !isThere)
        default:
          Issue.record("\(number), \(fate): \(String(describing: results[number]))")
        }
      }
      // Nothing but inputs and outputs, hidden files included.
      let others = try folder.names.filter { !inputs.contains($0) && !$0.hasPrefix("out-") }
      #expect(others == [])
    }
  }
#endif
