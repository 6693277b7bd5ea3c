#!/usr/bin/env python3
"""Compiles and runs the Swift programs in README.md, each as a package of its own that a user might
have: Swift 6 mode, warnings as errors.

usage: check_readme.py
"""

import pathlib
import re
import subprocess
import sys

import numpy as np
import soundfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build" / "readme"


def main() -> int:
    programs = re.findall(r"^```swift\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    if not programs:
        print("check_readme: README.md has no Swift program", file=sys.stderr)
        return 1
    targets = []
    for index, program in enumerate(programs):
        source = FOLDER / "Sources" / f"Example{index}"
        source.mkdir(parents=True, exist_ok=True)
        (source / "main.swift").write_text(program)
        targets.append(
            f'.executableTarget(name: "Example{index}", dependencies: [\n'
            '      .product(name: "VoiceIsolation", package: "VoiceIsolation"),\n'
            '      .product(name: "DeepFilterNet", package: "VoiceIsolation")])'
        )
    (FOLDER / "Package.swift").write_text(
        "// swift-tools-version: 6.2\n"
        "import PackageDescription\n"
        "let package = Package(\n"
        '  name: "Examples", platforms: [.macOS(.v13)],\n'
        f'  dependencies: [.package(name: "VoiceIsolation", path: "{ROOT}")],\n'
        "  targets: [\n    " + ",\n    ".join(targets) + "\n  ],\n"
        "  swiftLanguageModes: [.v6])\n"
    )
    build = ["swift", "build", "--package-path", str(FOLDER), "--configuration", "release",
             "-Xswiftc", "-warnings-as-errors"]
    if not succeeds(build, FOLDER):
        return 1
    soundfile.write(FOLDER / "noisy.wav", 0.1 * np.sin(np.arange(48000) / 20), 48000)
    (FOLDER / "clean.wav").unlink(missing_ok=True)
    for index in range(len(programs)):
        if not succeeds([str(FOLDER / ".build" / "release" / f"Example{index}")], FOLDER):
            return 1
    if soundfile.info(FOLDER / "clean.wav").frames != 48000:
        print("check_readme: the first program wrote something else", file=sys.stderr)
        return 1
    print(f"{len(programs)} programs of README.md compile and run")
    return 0


def succeeds(command: list[str], folder: pathlib.Path) -> bool:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"check_readme: {' '.join(command)}\n{done.stdout}{done.stderr}", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
