#!/usr/bin/env python3
"""Checks the built program where users put it.

usage: check_program.py PROGRAM [--jobs-ratio R]

It must find its model when it is copied to another folder with its resources, when it is called
through a symbolic link from anywhere, and say where it looked when there is none. It must refuse
names that are not UTF-8, which Swift would repair to other names. What else is in the current folder
must not matter.

Of many files each must come out as it does alone, however many are at work, whatever their names
are and whatever is wrong with others; a signal must leave nothing half-written. That two jobs take
at most R times as long as one is held only where R is given: machines may be busy.
"""

import argparse
import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np
import soundfile

from peak_memory import peak_megabytes

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


def check_current_folder(program: pathlib.Path, folder: pathlib.Path):
    """What Apple's systems leave in folders is no part of a sound that is read there."""
    home = folder / "current"
    (home / ".AppleDouble").mkdir(parents=True)
    for name in ("._", "._noisy.mp3", ".AppleDouble/noisy.mp3"):
        (home / name).write_bytes(b"what belongs to another file")
    sound = 0.1 * np.random.default_rng(1).standard_normal(RATE)
    soundfile.write(home / "noisy.mp3", sound, RATE)
    run([program, "noisy.mp3", "-o", "clean.wav", "--quiet"], cwd=str(home))
    print("The current folder's hidden files do not matter")


def check_batch(program: pathlib.Path, folder: pathlib.Path):
    """Twenty files, one of them bad: the others are done, each as it is alone."""
    home = folder / "batch"
    home.mkdir()
    inputs = [home / f"{index:02}.wav" for index in range(20)]
    for index, path in enumerate(inputs):
        write_noise(path, 0.2 + 0.1 * index, seed=index)
    inputs[7].write_bytes(inputs[7].read_bytes()[:30])
    said = run([program, *inputs, "-d", home / "clean"], status=1)
    lines = said.splitlines()
    if len(lines) != 21 or sum(f"{inputs[7]}: is not a sound file" in line for line in lines) != 1:
        raise Failure(f"of twenty files with one bad the program said: {said}")
    if not lines[-1].startswith("voice-isolate: 19 done, 1 failed: "):
        raise Failure(f"twenty files with one bad were summed up so: {lines[-1]}")
    alone = home / "alone.wav"
    for path in inputs:
        clean = home / "clean" / path.name
        if path == inputs[7]:
            if clean.exists():
                raise Failure("a bad file has an output")
            continue
        run([program, path, "-o", alone, "--quiet"])
        if alone.read_bytes() != clean.read_bytes():
            raise Failure(f"{path.name} comes out otherwise among others than alone")
    print("Of 20 files with one bad, 19 come out as they do alone")


def check_jobs(program: pathlib.Path, folder: pathlib.Path, ratio_limit: float | None):
    """Two hundred short files, side by side and one after the other; two thousand shorter ones."""
    home = folder / "short"
    home.mkdir()
    for index in range(200):
        write_noise(home / f"{index}.wav", 0.5, seed=index)
    times, results = {1: [], 2: []}, {}
    for _ in range(3):
        for jobs in (1, 2):
            output = folder / f"short{jobs}"
            shutil.rmtree(output, ignore_errors=True)
            start = time.monotonic()
            run([program, "--recursive", home, "-d", output, "-q", "--threads=1", f"--jobs={jobs}"])
            times[jobs].append(time.monotonic() - start)
            results[jobs] = {path.name: path.read_bytes() for path in output.iterdir()}
    if len(results[1]) != 200 or results[1] != results[2]:
        raise Failure("200 files come out otherwise with two jobs than with one")
    ratio = min(times[2]) / min(times[1])
    print(f"200 short files: two jobs take {ratio:.2f} of the time of one, and give the same bits")
    if ratio_limit is not None and ratio > ratio_limit:
        raise Failure(f"that is more than {ratio_limit}")

    many = folder / "many"
    many.mkdir()
    write_noise(many / "0.wav", 0.02)
    for index in range(1, 2000):
        shutil.copy(many / "0.wav", many / f"{index}.wav")
    peaks = []
    for paths in ([many / f"{index}.wav" for index in range(200)], ["--recursive", many]):
        start = time.monotonic()
        peaks.append(peak_megabytes(subprocess.Popen(
            [program, *paths, "-d", folder / "many-clean", "-q", "--force"])))
    print(f"2000 files of 20 ms take {time.monotonic() - start:.1f} s and {peaks[1]:.1f} MB")
    if peaks[1] > peaks[0] + 8:
        raise Failure(f"memory grows with the number of files: {peaks[0]:.1f} MB for 200")


def outputs_at_work(process: subprocess.Popen, output: pathlib.Path) -> int:
    """How many files the process has open in a folder, with a name or without."""
    opened = pathlib.Path(f"/proc/{process.pid}/fd")
    paths = []
    for entry in opened.iterdir():
        try:
            paths.append(os.readlink(entry))
        except FileNotFoundError:
            pass
    return sum(path.startswith(f"{output}/") for path in paths)


def check_signals(program: pathlib.Path, folder: pathlib.Path):
    """Told to stop with files at work, the program leaves whole outputs and nothing else."""
    home = folder / "stop"
    home.mkdir()
    for index in range(3):
        write_noise(home / f"{index}.wav", 120)
    output = home / "clean"
    for number in (signal.SIGINT, signal.SIGTERM):
        for arguments in (["--jobs", "3"], ["--jobs", "2", "--threads", "2"]):
            process = start_quietly([program, "-r", home, "-d", output, *arguments])
            wait_until(lambda: outputs_at_work(process, output) >= 2, process)
            process.send_signal(number)
            if process.wait(timeout=20) != 128 + number:
                raise Failure(f"after signal {number} the status is {process.returncode}")
            if left := os.listdir(output):
                raise Failure(f"after signal {number} there is {left}")
    # At any moment, with files that begin and end all the time.
    whole = {path.name: path.read_bytes() for path in (folder / "short1").iterdir()}
    for moment in range(30):
        shutil.rmtree(output)
        process = start_quietly([program, "-r", folder / "short", "-d", output, "--jobs", "4"])
        wait_until(output.exists, process)
        time.sleep(0.004 * moment)
        process.send_signal(signal.SIGINT)
        if process.wait(timeout=20) not in (130, 0):
            raise Failure(f"after a signal the status is {process.returncode}")
        for path in output.iterdir():
            if path.read_bytes() != whole.get(path.name):
                raise Failure(f"after a signal there is {path.name}")
    print("Told to stop with several files at work, the program leaves whole outputs alone")


def check_folders(program: pathlib.Path, folder: pathlib.Path):
    """Names, links and rights that are not as one would wish."""
    home = folder / "tree"
    (home / "sub").mkdir(parents=True)
    names = [b"-o.wav", b"line\nbreak.wav", b"n" * 251 + b".wav", b"--", b"sub/ok.wav"]
    sound = (folder / "many" / "0.wav").read_bytes()
    for name in [*names, b"bad\xff.wav", b".voice-isolation-1.wav"]:
        pathlib.Path(os.fsdecode(os.path.join(os.fsencode(home), name))).write_bytes(sound)
    (home / "loop").symlink_to(".")
    (home / "sub" / "up").symlink_to("../..")
    os.mkfifo(home / "pipe.wav")
    output = home / "clean"
    for _ in range(2):
        said = run([program, "-r", home, "-d", output, "--force"], status=1)
        written = sorted(
            os.path.relpath(os.path.join(place, name), os.fsencode(output))
            for place, _, files in os.walk(os.fsencode(output))
            for name in files
        )
        if written != sorted(names):
            raise Failure(f"of a folder with odd names there is {written}")
        if "bad\ufffd.wav: has a name that is not UTF-8" not in said or len(said.splitlines()) != 10:
            raise Failure(f"of a folder with odd names the program said: {said}")
    # The current folder, whose names begin as they like.
    lines = run_for_json([program, "-r", ".", "-d", "../tree-clean"], status=1, cwd=str(home))
    if sorted(line["status"] for line in lines) != ["done"] * 10 + ["failed"] + ["skipped"] * 3:
        raise Failure(f"of a folder with odd names the program said: {lines}")
    before = sorted(os.listdir(home))
    for same in (home, home / "loop", f"{home}/sub/.."):
        said = run([program, "-r", home, "-d", same, "--force"], status=2)
        if "is the input folder itself" not in said:
            raise Failure(f"of an output folder that is the input folder the program said: {said}")
    if sorted(os.listdir(home)) != before:
        raise Failure("an output folder that was refused has changed")
    print("Odd names, links and pipes in folders do no harm, nor does an output folder in them")


def check_rights(folder: pathlib.Path):
    """Folders that may not be read or written, for somebody whom that stops."""
    program = folder / "elsewhere" / "bin" / "voice-isolate"
    home = folder / "rights"
    for name in ("locked", "open", "read-only"):
        (home / name).mkdir(parents=True)
        shutil.copy(folder / "many" / "0.wav", home / name / "a.wav")
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    folder.chmod(0o755)
    home.chmod(0o777)
    (home / "locked").chmod(0)
    (home / "read-only").chmod(0o555)
    try:
        said = run([program, "-r", home, "-d", home / "clean"], status=1, **nobody)
        done = sorted(path.parent.name for path in (home / "clean").rglob("*.wav"))
        if done != ["open", "read-only"] or f"{home / 'locked'}: cannot be read: Perm" not in said:
            raise Failure(f"of a folder that may not be read the program said: {said}")
        said = run([program, "-r", home / "read-only"], status=1, **nobody)
        said += run([program, "-r", home / "read-only", "--in-place"], status=1, **nobody)
        if said.count(": cannot be written: Permission denied\n") != 2:
            raise Failure(f"of a folder that may not be written the program said: {said}")
        if os.listdir(home / "read-only") != ["a.wav"]:
            raise Failure("there is something new in a folder that may not be written")
    finally:
        (home / "locked").chmod(0o755)
    print("Folders that may not be read or written fail alone")


def check_terminal(program: pathlib.Path, folder: pathlib.Path):
    """A bar on a terminal, gone at the end, and nothing of it elsewhere."""
    command = [program, "-r", folder / "batch", "-d", folder / "shown", "--jobs", "2"]
    if "\r" in run(command, status=1):
        raise Failure("there is a progress bar though nobody looks at it")
    terminal, end = pty.openpty()
    process = subprocess.Popen([*map(str, command), "--force"], stderr=end)
    os.close(end)
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:  # what Linux says at the end
        pass
    os.close(terminal)
    process.wait()
    if b" of 40 files" not in shown or b"[####" not in shown:
        raise Failure(f"on a terminal there is no progress bar: {shown[:200]!r}")
    for line in shown.decode().split("\r\n"):
        if line.split("\r")[-1].replace("\x1b[K", "").startswith("["):
            raise Failure(f"a line is drawn over the progress bar: {line!r}")
    print("The progress bar is seen on a terminal only")


def start_quietly(command: list) -> subprocess.Popen:
    return subprocess.Popen([str(part) for part in command], stderr=subprocess.DEVNULL)


def wait_until(condition, process: subprocess.Popen):
    while not condition():
        if process.poll() is not None:
            raise Failure(f"{process.args[0]} ended too soon, with status {process.returncode}")
        time.sleep(0.001)


def run_for_json(command: list, status: int = 0, cwd: str | None = None) -> list[dict]:
    """What the command says of each file, with nothing on standard error."""
    done = subprocess.run(
        [*map(str, command), "--json"], cwd=cwd, capture_output=True, text=True
    )
    if done.returncode != status or done.stderr:
        raise Failure(f"{command[0]}: status {done.returncode}, not {status}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def write_noise(path: pathlib.Path, seconds: float, seed: int = 1):
    """Noise with a level that wanders, a minute at a time."""
    rng = np.random.default_rng(seed)
    with soundfile.SoundFile(path, "w", RATE, 1, "PCM_16") as file:
        left = int(seconds * RATE)
        while left > 0:
            count = min(left, 60 * RATE)
            level = 0.05 + 0.04 * np.sin(np.arange(count) / RATE)
            file.write(level * rng.standard_normal(count))
            left -= count


def run(command: list, status: int = 0, cwd: str | bytes | None = None, **user) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "VOICE_ISOLATION_MODEL"}
    done = subprocess.run(
        [os.fsencode(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        **user,
    )
    if done.returncode != status:
        raise Failure(f"{command[0]}: status {done.returncode}, not {status}: {done.stderr}")
    return done.stderr


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--jobs-ratio", type=float)
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            program = options.program.resolve()
            check_places(program, pathlib.Path(folder).resolve())
            check_names(program, pathlib.Path(folder).resolve())
            check_batch(program, pathlib.Path(folder))
            check_jobs(program, pathlib.Path(folder), options.jobs_ratio)
            check_signals(program, pathlib.Path(folder))
            check_folders(program, pathlib.Path(folder))
            check_rights(pathlib.Path(folder))
            check_terminal(program, pathlib.Path(folder))
            check_current_folder(program, pathlib.Path(folder).resolve())
    except (Failure, subprocess.CalledProcessError) as failure:
        print(f"check_program: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
