#!/usr/bin/env python3
"""Prints what the engine, sound files, and all of VoiceIsolation add to a program that does nothing.

Programs of a user's package are built as `swift build -c release` builds them, stripped by the
linker, without the trait BLAS and with it, with the standard library beside them and inside. To
each count the libraries that it needs more than the empty program does and that no system has by
itself: libsndfile with what it needs, OpenBLAS, further libraries of Swift (Foundation, which a system
with Swift on it has). Weights are counted apart.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import subprocess
import sys

import onnxruntime

import archives
from benchmark_report import ROOT, Table

FOLDER = ROOT / ".build" / "size"
WEIGHTS = ROOT / "Weights" / "DeepFilterNet3.safetensors"
# What every Linux with a C++ program on it has.
SYSTEM = re.compile(
    r"(linux-vdso|ld-linux.*|lib(c|m|gcc_s|stdc\+\+|pthread|dl|rt|util|resolv))\.so[.\d]*")

PROGRAMS = {
    "Nothing": "",
    "Engine": """
import DeepFilterNet

func clean() throws {
  let model = try DeepFilterModel(contentsOfFile: CommandLine.arguments[1])
  let live = VoiceIsolator(model: model)
  let callback = CallbackIsolator(model: model, pieces: .upTo(1024))
  let sound = SoundIsolator(model: model)
  var output = [Float](repeating: 0, count: model.hopSampleCount)
  let input = output
  var samples = output.mutableSpan
  live.process(input.span, into: &samples)
  callback.process(input.span, into: &samples)
  var isolated: [Float] = []
  sound.push(input.span, into: &isolated)
  sound.finish(into: &isolated)
}

try clean()
""",
    "Files": """
import DeepFilterNet
import VoiceIsolationCore

let model = try DeepFilterModel.bundled()
_ = try FileIsolator(model: model).isolate("noisy.wav", to: "clean.wav")
""",
    "Provider": """
import Foundation
import VoiceIsolation

let provider = DeepFilterNetProvider()
try await provider.isolateVoice(
  from: URL(fileURLWithPath: "noisy.wav"), to: URL(fileURLWithPath: "clean.wav"))
""",
}


class Failure(Exception):
    """What went wrong, in one line."""


@dataclasses.dataclass(frozen=True)
class Size:
    """Bytes of a file, and of the libraries it needs, by their names."""

    code: int
    libraries: dict[str, int]

    def beyond(self, other: "Size") -> "Size":
        more = {name: size for name, size in self.libraries.items() if name not in other.libraries}
        return Size(self.code - other.code, more)

    @property
    def total(self) -> int:
        return self.code + sum(self.libraries.values())


def size_of(path: pathlib.Path) -> Size:
    done = subprocess.run(["ldd", path], capture_output=True, text=True)
    libraries = {}
    for line in done.stdout.splitlines():
        name, *rest = line.split()
        if SYSTEM.fullmatch(pathlib.Path(name).name) or "statically" in line:
            continue
        if len(rest) < 2 or not rest[1].startswith("/"):
            raise Failure(f"{path.name} needs {name}, which is not there")
        libraries[name] = pathlib.Path(rest[1]).resolve().stat().st_size
    return Size(path.stat().st_size, libraries)


def build(blas: bool, static: bool) -> dict[str, Size]:
    """The sizes of all programs of a user's package."""
    package = FOLDER / ("blas" if blas else "no-blas")
    for name, source in PROGRAMS.items():
        folder = package / "Sources" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "main.swift").write_text(source)
    traits = ', traits: ["BLAS"]' if blas else ""
    engine, core, whole = (f'.product(name: "{name}", package: "VoiceIsolation")'
                           for name in ("DeepFilterNet", "VoiceIsolationCore", "VoiceIsolation"))
    # Written anew each time, so that files which are new in the dependency are seen.
    (package / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Sizes", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "VoiceIsolation", path: "{ROOT}"{traits})],
  targets: [
    .executableTarget(name: "Nothing"),
    .executableTarget(name: "Engine", dependencies: [{engine}]),
    .executableTarget(name: "Files", dependencies: [{engine}, {core}]),
    .executableTarget(name: "Provider", dependencies: [{whole}]),
  ])
""")
    scratch = package / (".build-static" if static else ".build")
    command = ["swift", "build", "--configuration", "release", "--package-path", package,
               "--scratch-path", scratch, "-Xlinker", "-s"]
    command += ["--static-swift-stdlib"] if static else []
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"the programs do not build:\n{done.stdout}{done.stderr}")
    return {name: size_of(scratch / "release" / name) for name in PROGRAMS}


def peers() -> dict[str, tuple[Size, int]]:
    """The peers' libraries, and the bytes of their models."""
    archive = archives.fetch("standard")
    runtime = next(pathlib.Path(onnxruntime.__file__).parent.glob("capi/libonnxruntime.so.*"))
    graphs = sum(len(graph) for graph in archives.read(archive).graphs.values())
    return {
        "libDF": (size_of(archives.fetch_member("standard", "libdf")), archive.stat().st_size),
        "ONNX Runtime, network alone": (size_of(runtime), graphs),
    }


def row(name: str, size: Size, weights: int | None) -> list[str]:
    def megabytes(count: int) -> str:
        return f"{count / 1e6:.2f}"

    model = "" if weights is None else megabytes(weights)
    total = "" if weights is None else megabytes(size.total + weights)
    return [name, megabytes(size.code), megabytes(size.total - size.code), model, total]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the bytes there")
    options = parser.parse_args()
    weights = WEIGHTS.stat().st_size
    rows, found = [], {}
    try:
        for static in (False, True):
            standard = "inside" if static else "beside"
            for blas in (False, True):
                print(f"Building: {'BLAS' if blas else 'no BLAS'}, standard library {standard}",
                      file=sys.stderr)
                sizes = build(blas, static)
                titles = {"Engine": "engine", "Files": "with sound files", "Provider": "VoiceIsolation"}
                for name, title in titles.items():
                    title += f", {'BLAS' if blas else 'no BLAS'}, standard library {standard}"
                    found[title] = sizes[name].beyond(sizes["Nothing"])
                    rows.append(row(title, found[title], weights))
            found[f"nothing, standard library {standard}"] = sizes["Nothing"]
            rows.append(row(f"(an empty program, standard library {standard})",
                            sizes["Nothing"], None))
        for name, (size, model) in peers().items():
            found[name] = size
            rows.append(row(name, size, model))
    except (Failure, archives.ArchiveError, OSError) as error:
        print(f"size: {error}", file=sys.stderr)
        return 1
    print(Table("MB (10⁶ bytes) added to a program",
                ["", "code", "libraries to ship", "weights", "all"], rows).text)
    print("\nLibraries to ship:")
    for name, size in found.items():
        listed = (f"{library} {count / 1e6:.2f}" for library, count in size.libraries.items())
        print(f"  {name}: {', '.join(listed) or 'none'}")
    code = found["engine, no BLAS, standard library beside"].code
    print(f"\nAsked: engine's code below 1 MB: {code:,} bytes; weights below 4.4 MB: {weights:,}; "
          f"together below 6 MB: {code + weights:,}")
    if options.json:
        plain = {name: dataclasses.asdict(size) for name, size in found.items()}
        options.json.write_text(json.dumps(plain | {"weights": weights}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
