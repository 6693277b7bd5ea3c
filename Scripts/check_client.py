#!/usr/bin/env python3
"""Compiles and runs the Swift programs of the documentation as a user's package has them.

usage: check_client.py

The package lies in a temporary folder, depends on this one by path, and on another one whose targets
have common names; Swift 6 mode, warnings as errors. The editor's SDK, which is not to be had, is stood
in for by a module of its shape. Programs for Apple systems are left out. Where a program downloads a
model, a server on this machine hands it out.
"""

import dataclasses
import functools
import http.server
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

import numpy as np
import soundfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "Sources/VoiceIsolation/VoiceIsolation.docc").glob("*.md"))]
# Kept between runs, since it takes a minute to build.
SCRATCH = ROOT / ".build" / "client"
MODEL_URL = "https://example.com/models"
APPLE_ONLY = re.compile(r"^import AV", re.M)

SDK = """
import Foundation
public protocol VoiceIsolationProvider: Sendable {
  func prewarm() async throws
  func isolateVoice(from input: URL, to output: URL) async throws
}

extension VoiceIsolationProvider {
  public func prewarm() async throws {}
}

public protocol VoiceIsolationConfiguration: Sendable {
  var provider: any VoiceIsolationProvider { get }
}

/// What the plugin does with a configuration.
public func runPlugin(_ configuration: any VoiceIsolationConfiguration) async throws {
  try await configuration.provider.prewarm()
  try await configuration.provider.isolateVoice(
    from: URL(fileURLWithPath: "noisy.wav"), to: URL(fileURLWithPath: "clean.wav"))
}
"""


# Not of the documentation: a hundred calls at a time, some cancelled and some failing, three times over.
# Prints the memory in kB after each hundred; the first may fill what is kept.
ENDURANCE = r"""
import Foundation
import VoiceIsolation

func memory() -> Int {
  let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n")
  let line = lines?.first { $0.hasPrefix("VmRSS") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

let provider = DeepFilterNetProvider(clipsAtOnce: 2)
for _ in 0..<3 {
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<100 {
      group.addTask {
        let input = URL(fileURLWithPath: number % 5 == 4 ? "none.wav" : "noisy.wav")
        let work = Task {
          try await provider.isolateVoice(from: input, to: URL(fileURLWithPath: "endurance-\(number).wav"))
        }
        if number % 7 == 3 {
          try? await Task.sleep(nanoseconds: UInt64(number) * 1_000_000)
          work.cancel()
        }
        _ = await work.result
      }
    }
  }
  print(memory())
}
"""


class Failure(Exception):
    """What went wrong, in one line or with what the compiler says."""


@dataclasses.dataclass
class Program:
    name: str
    page: str
    source: str

    def written(self, model_url: str) -> str:
        source = self.source.replace(MODEL_URL, model_url)
        if "LeanConfiguration" in source:
            source += "\ntry await runPlugin(LeanConfiguration())\n"
        # Modules of common names beside the package's own.
        return "import AudioFiles\nimport Kernels\n" + source + "\n_ = kernel() + audioFile()\n"


def programs() -> list[Program]:
    found, left_out = [], []
    for page in PAGES:
        for source in re.findall(r"^```swift\n(.*?)^```", page.read_text(), re.M | re.S):
            if APPLE_ONLY.search(source):
                left_out.append(page.name)
            else:
                found.append(Program(f"Example{len(found)}", page.name, source))
    if left_out:
        print(f"left out, for Apple systems alone: {', '.join(left_out)}")
    return found


def write(path: pathlib.Path, text: str):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def write_packages(folder: pathlib.Path, examples: list[Program], model_url: str):
    write(folder / "Other/Package.swift", """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Other",
  products: [.library(name: "Other", targets: ["Kernels", "AudioFiles"])],
  targets: [.target(name: "Kernels"), .target(name: "AudioFiles")])
""")
    write(folder / "Other/Sources/Kernels/Kernels.swift", "public func kernel() -> Int { 1 }\n")
    write(folder / "Other/Sources/AudioFiles/AudioFiles.swift", "public func audioFile() -> Int { 2 }\n")
    plugin = "IMGLYPluginVoiceIsolation-swift"
    module = "IMGLYPluginVoiceIsolationCore"
    write(folder / plugin / "Package.swift", f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "{plugin}",
  products: [.library(name: "{module}", targets: ["{module}"])],
  targets: [.target(name: "{module}")], swiftLanguageModes: [.v6])
""")
    write(folder / plugin / "Sources" / module / "Provider.swift", SDK)
    targets = []
    for example in examples:
        write(folder / "Client/Sources" / example.name / "main.swift", example.written(model_url))
        targets.append(f"""
    .executableTarget(name: "{example.name}", dependencies: [
      .product(name: "VoiceIsolation", package: "VoiceIsolation"),
      .product(name: "VoiceIsolationCore", package: "VoiceIsolation"),
      .product(name: "DeepFilterNet", package: "VoiceIsolation"),
      .product(name: "{module}", package: "{plugin}"),
      .product(name: "Other", package: "Other")])""")
    write(folder / "Client/Package.swift", f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Client", platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "VoiceIsolation", path: "{ROOT}"),
    .package(path: "../{plugin}"), .package(path: "../Other"),
  ],
  targets: [{",".join(targets)}
  ],
  swiftLanguageModes: [.v6])
""")


def run(command: list, folder: pathlib.Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True,
        env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def serve(folder: pathlib.Path) -> http.server.ThreadingHTTPServer:
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def check_output(folder: pathlib.Path, example: Program):
    """What a program says that it writes is there, and of the right length."""
    for name in re.findall(r"""to: (?:URL\(fileURLWithPath: )?"([^"]+)"\)""", example.source):
        path = folder / name
        if not path.exists():
            raise Failure(f"{example.page}: a program did not write {name}")
        if name == "clean.wav" and soundfile.info(path).frames != 48000:
            raise Failure(f"{example.page}: {name} has another length than noisy.wav")


def check_endurance(folder: pathlib.Path):
    memory = [int(line) for line in run([SCRATCH / "release" / "Endurance"], folder).split()]
    print(f"memory after 100, 200 and 300 clips: {', '.join(f'{kB / 1000:.1f}' for kB in memory)} MB")
    # A hundred callers at once share one model of 9 MB.
    if memory[2] > memory[0] + 8_000 or memory[2] > 120_000:
        raise Failure("clip by clip, or caller by caller, the memory grows")
    outputs = list(folder.glob("endurance-*.wav"))
    if len(outputs) < 60 or any(soundfile.info(path).frames != 48000 for path in outputs):
        raise Failure(f"of 100 calls {len(outputs)} wrote their file, or one is not whole")
    others = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    if others:
        raise Failure(f"temporary files are left: {others}")


def main() -> int:
    if len(sys.argv) != 1:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    examples = programs()
    server = serve(ROOT / "Weights")
    port = server.server_address[1]
    endurance = Program("Endurance", "", ENDURANCE)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            # The client refers to its neighbours by where they lie, which SwiftPM notes down.
            write_packages(folder, [*examples, endurance], f"http://127.0.0.1:{port}")
            client = folder / "Client"
            run(["swift", "build", "--package-path", client, "--scratch-path", SCRATCH,
                 "--configuration", "release", "-Xswiftc", "-warnings-as-errors"], client)
            work = folder / "work"
            work.mkdir()
            soundfile.write(work / "noisy.wav", 0.1 * np.sin(np.arange(48000) / 20), 48000)
            run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-i", "noisy.wav",
                 "-c:a", "aac", "talk.mp4"], work)
            for example in examples:
                (work / "clean.wav").unlink(missing_ok=True)
                run([SCRATCH / "release" / example.name], work,
                    {"XDG_CACHE_HOME": str(folder / "cache"), "no_proxy": "127.0.0.1"})
                check_output(work, example)
            check_endurance(work)
            if not any((folder / "cache").rglob("*.safetensors")):
                raise Failure("no program has downloaded the model")
    except Failure as failure:
        print(f"check_client: {failure}", file=sys.stderr)
        return 1
    finally:
        server.shutdown()
    print(f"{len(examples)} programs of the documentation compile and run in a client's package")
    return 0


if __name__ == "__main__":
    sys.exit(main())
