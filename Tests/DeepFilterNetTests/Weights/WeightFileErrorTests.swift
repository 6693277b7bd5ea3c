import DeepFilterNet
import Testing

@Suite("WeightFileError")
struct WeightFileErrorTests {
  @Test(
    "the description is one line: which, what, where, what to do",
    arguments: [
      (
        WeightFileError(.notFinite, name: "enc.lsnr.weight", byteOffset: 1234),
        #"weight file: "enc.lsnr.weight" has a number that is not finite (byte 1234); "#
          + "get the file again, this one is damaged"
      ),
      (
        WeightFileError(.unreadable("No such file or directory")),
        "weight file: cannot be read: No such file or directory; "
          + "check the path and its permissions"
      ),
      (
        WeightFileError(.missingTensor, name: "two\nlines"),
        #"weight file: "two\nlines" is missing; "#
          + "export the file again with Scripts/export_weights.py"
      ),
    ])
  func description(error: WeightFileError, text: String) {
    #expect(error.description == text)
  }

  @Test("text from the file is cut to a length fit for a message")
  func longNames() {
    let error = WeightFileError(.missingTensor, name: String(repeating: "n", count: 1_000_000))
    #expect(error.description.utf8.count < 250)
    #expect(error.description.contains("n\"…"))
  }
}
