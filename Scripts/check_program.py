#!/usr/bin/env python3
"""Checks the built program where users put it, and on long files.

usage: check_program.py PROGRAM [--minutes M]

It must find its model when it is copied to another folder with its resources, when it is called
through a symbolic link from anywhere, and say where it looked when there is none. It must refuse
names that are not UTF-8, which Swift would repair to other names. A file of M
minutes (default 10) must not take more than 5 MB more at its peak than one of ten seconds.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np
import soundfile

RATE = 48000
RESOURCES = "VoiceIsolation_DeepFilterNetWeights.resources"


class Failure(Exception):
    """What is wrong, in one line."""


def check_places(program: pathlib.Path, folder: pathlib.Path):
    sound, first = folder / "noisy.wav", folder / "first.wav"
    write_noise(sound, 2)
    run([program, sound, "-o", first, "--quiet"])

    home = folder / "elsewhere" / "bin"
    home.mkdir(parents=True)
    copy = home / "voice-isolate"
    shutil.copy(program, copy)
    missing = run([copy, sound, "-o", folder / "none.wav"], status=1)
    if (folder / "none.wav").exists() or str(home) not in missing or "--model" not in missing:
        raise Failure(f"without a model the program said: {missing}")

    shutil.copytree(program.parent / RESOURCES, home / RESOURCES)
    link = folder / "link"
    link.symlink_to(os.path.relpath(copy, folder))
    second_link = folder / "elsewhere" / "link"
    second_link.symlink_to(link)
    for index, called in enumerate((copy, link, second_link)):
        output = folder / f"output{index}.wav"
        run([called, sound, "-o", output, "--quiet"], cwd="/")
        if output.read_bytes() != first.read_bytes():
            raise Failure(f"{called} wrote something else than {program}")
    print("The program runs elsewhere and through links, and says where it looked for its model")


def check_names(program: pathlib.Path, folder: pathlib.Path):
    """Names that are no text must not become other names."""
    home = os.fsencode(folder / "names")
    os.mkdir(home)
    sound = os.path.join(home, b"noisy.wav")
    write_noise(pathlib.Path(os.fsdecode(sound)), 1)
    for arguments in ([sound, "-o", b"bad\xff.wav"], [b"bad\xff.wav"], [sound, "--model", b"\xff"]):
        said = run([program, *arguments], status=2, cwd=home)
        if "UTF-8" not in said or os.listdir(home) != [b"noisy.wav"]:
            raise Failure(f"for a name that is not UTF-8 the program said: {said}")

    # A folder with such a name is no trouble, even for a file that is replaced there.
    bytes_folder = os.path.join(home, b"folder\xff")
    os.mkdir(bytes_folder)
    for _ in range(2):
        run([program, sound, "-o", "clean.wav", "--quiet"], cwd=bytes_folder)
    if os.listdir(bytes_folder) != [b"clean.wav"]:
        raise Failure(f"in a folder with a name that is not UTF-8: {os.listdir(bytes_folder)}")
    print("Names that are not UTF-8 are refused as arguments, and do as folders")


def check_memory(program: pathlib.Path, folder: pathlib.Path, minutes: float):
    peaks = []
    for seconds in (10, 60 * minutes):
        sound = folder / "long.wav"
        write_noise(sound, seconds)
        peaks.append(peak_megabytes([program, sound, "-o", folder / "clean.wav", "--quiet"]))
    print(f"Peak memory: {peaks[0]:.1f} MB for 10 s, {peaks[1]:.1f} MB for {minutes:g} min")
    if peaks[1] > peaks[0] + 5:
        raise Failure("memory grows with the length of the file")


def write_noise(path: pathlib.Path, seconds: float):
    """Noise with a level that wanders, a minute at a time."""
    rng = np.random.default_rng(1)
    with soundfile.SoundFile(path, "w", RATE, 1, "PCM_16") as file:
        left = int(seconds * RATE)
        while left > 0:
            count = min(left, 60 * RATE)
            level = 0.05 + 0.04 * np.sin(np.arange(count) / RATE)
            file.write(level * rng.standard_normal(count))
            left -= count


def run(command: list, status: int = 0, cwd: str | bytes | None = None) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "VOICE_ISOLATION_MODEL"}
    done = subprocess.run(
        [os.fsencode(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
    )
    if done.returncode != status:
        raise Failure(f"{command[0]}: status {done.returncode}, not {status}: {done.stderr}")
    return done.stderr


def peak_megabytes(command: list) -> float:
    """The largest resident size that the command reaches, as the system keeps it while it runs. (What
    is said of a process that has ended counts this script's own size, from before the exec.)"""
    process = subprocess.Popen([str(part) for part in command])
    peak = 0.0
    while process.poll() is None:
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            break
        peak = max([peak, *(int(n) / 1024 for n in re.findall(r"VmHWM:\s*(\d+) kB", status))])
        time.sleep(0.02)
    if process.wait() != 0:
        raise Failure(f"{command[0]}: status {process.returncode}")
    return peak


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            program = options.program.resolve()
            check_places(program, pathlib.Path(folder).resolve())
            check_names(program, pathlib.Path(folder).resolve())
            check_memory(program, pathlib.Path(folder), options.minutes)
    except Failure as failure:
        print(f"check_program: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
