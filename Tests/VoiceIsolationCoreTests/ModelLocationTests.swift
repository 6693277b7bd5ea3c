import Foundation
import Testing
import VoiceIsolationCore
import VoiceIsolationTestSupport

@Suite struct ModelLocationTests {
  @Test("What the caller names is taken, whatever else there is")
  func named() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("mine", [1])
    try folder.write("DeepFilterNet3.safetensors", [1])
    let found = try ModelLocation.find(file, environment: "/nowhere", folders: [folder.path])
    #expect(found == file)
  }

  @Test("A named file that is missing is an error, and nothing else is taken")
  func namedMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write("DeepFilterNet3.safetensors", [1])
    let error = #expect(throws: ModelLocationError.self) {
      try ModelLocation.find(folder("no"), environment: nil, folders: [folder.path])
    }
    #expect(error?.reason == .namedFileMissing)
    #expect(error?.searched == [folder("no")])
  }

  @Test("The environment's file comes before the bundled one; an empty variable is none")
  func environment() throws {
    let folder = try TemporaryFolder()
    let mine = try folder.write("mine", [1])
    let bundled = try folder.write("DeepFilterNet3.safetensors", [1])
    let folders = [folder.path]
    #expect(try ModelLocation.find(nil, environment: mine, folders: folders) == mine)
    #expect(try ModelLocation.find(nil, environment: "", folders: folders) == bundled)
    let error = #expect(throws: ModelLocationError.self) {
      try ModelLocation.find(nil, environment: folder("no"), folders: folders)
    }
    #expect(error?.reason == .environmentFileMissing)
  }

  @Test(
    "The bundled file is found in every place it may be",
    arguments: [
      "bin/VoiceIsolation_DeepFilterNetWeights.resources/",
      "bin/VoiceIsolation_DeepFilterNetWeights.bundle/",
      "bin/VoiceIsolation_DeepFilterNetWeights.bundle/Contents/Resources/",
      "bin/", "share/voice-isolation/",
    ])
  func bundled(place: String) throws {
    let folder = try TemporaryFolder()
    for path in ["bin", place] {
      try FileManager.default.createDirectory(
        atPath: folder(path), withIntermediateDirectories: true)
    }
    let file = try folder.write(place + "DeepFilterNet3.safetensors", [1])
    let found = try ModelLocation.find(nil, environment: nil, folders: [folder("bin")])
    #expect(resolvedPath(found) == file)
  }

  @Test("A folder of the file's name is not the file, and the error lists all places")
  func notFound() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder("DeepFilterNet3.safetensors"), withIntermediateDirectories: false)
    let error = #expect(throws: ModelLocationError.self) {
      try ModelLocation.find(nil, environment: nil, folders: [folder.path, "/elsewhere"])
    }
    #expect(error?.reason == .notFound)
    #expect(error?.searched.count == 10)
    for path in error?.searched ?? [] { #expect(error?.description.contains(path) == true) }
  }

  @Test("The tests' own bundled file is found")
  func real() throws {
    #expect(try ModelLocation.find().hasSuffix("/DeepFilterNet3.safetensors"))
  }
}
