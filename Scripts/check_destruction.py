#!/usr/bin/env python3
"""Kills the program at random moments and fills its disk: what it should have replaced is what it
was, or the whole new file, and nothing else is left in the folder (but a hidden file where the disk
knows none without a name, as on some in containers).

usage: check_destruction.py PROGRAM [--kills N] [--seed N]

The disk is a small one in memory, where the system lets the script have one of its own (as root, or
in a user namespace); besides, and elsewhere, a limit on the size of files takes its part.
"""

import argparse
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np
import soundfile

RATE = 48000
OLD = b"What was there before."
# What a disk holds, in kB, from nothing to just not enough for the 94 kB of a file.
DISK_SIZES = (0, 4, 20, 48, 92)


class Failure(Exception):
    """What is wrong, in one line."""


def start(program: pathlib.Path, sound: pathlib.Path, output: pathlib.Path, **options):
    return subprocess.Popen(
        [program, sound, "-o", output, "--quiet", "--threads", "1"],
        stderr=subprocess.PIPE, text=True, **options)


def write_sound(path: pathlib.Path, seconds: float):
    noise = 0.05 * np.random.default_rng(1).standard_normal(int(seconds * RATE))
    soundfile.write(path, noise, RATE, "PCM_16")


def check_kills(program: pathlib.Path, folder: pathlib.Path, count: int, seed: int):
    sound, output = folder / "noisy.wav", folder / "out" / "clean.wav"
    output.parent.mkdir()
    nameless = knows_nameless_files(output.parent)
    write_sound(sound, 20)
    started = time.monotonic()
    if start(program, sound, output).wait() != 0:
        raise Failure("an undisturbed run failed")
    length = time.monotonic() - started
    new = output.read_bytes()

    moments, ends = random.Random(seed), {"nothing": 0, "the old file": 0, "the new file": 0}
    named = 0
    for number in range(count):
        output.unlink(missing_ok=True)
        if number % 2:
            output.write_bytes(OLD)
        process = start(program, sound, output)
        # Half of them about the end, when the file gets its place.
        time.sleep(length * moments.uniform(*((0.9, 1.3) if number % 4 > 1 else (0, 1))))
        process.kill()
        process.communicate()
        what, hidden = found_after_kill(
            output, new, "the old file" if number % 2 else "nothing", nameless)
        ends[what] += 1
        named += hidden
    print(f"Killed {count} times, it left " + ", ".join(f"{k} {n}" for k, n in ends.items())
          + f"; and {named} files under a hidden name")
    if not nameless:
        print("Files without a name are not known here: hidden ones were written")
        return

    # And just before each step of taking the place: of a new file, and of an old one.
    for before, call in (("nothing", "fsync"), ("nothing", "linkat"), ("the old file", "fsync"),
                         ("the old file", "linkat"), ("the old file", "linkat:when=2"),
                         ("the old file", "rename")):
        output.unlink(missing_ok=True)
        if before == "the old file":
            output.write_bytes(OLD)
        name, _, when = call.partition(":")
        killed = subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", f"trace={name}", "-e",
             f"inject={name}:signal=KILL" + (f":{when}" if when else ""),
             program, sound, "-o", output, "--quiet"], capture_output=True)
        what, _ = found_after_kill(output, new, before, nameless)
        if killed.returncode != -signal.SIGKILL or what != before:
            raise Failure(f"killed before {call}, the program left {what}: {killed.stderr}")
    print("Killed before each step of taking its place, it left what was there")


def knows_nameless_files(folder: pathlib.Path) -> bool:
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR))
        return True
    except OSError:
        return False


def found_after_kill(
        output: pathlib.Path, new: bytes, before: str, nameless: bool) -> tuple[str, int]:
    """What is there, and how many hidden files are, which are removed."""
    found = output.read_bytes() if output.exists() else None
    what = {new: "the new file", OLD: "the old file", None: "nothing"}.get(found)
    if what not in (before, "the new file"):
        raise Failure(f"killed, the program left {len(found or b'')} bytes in place of {before}")
    hidden = set(os.listdir(output.parent)) - {output.name}
    for name in hidden:
        # A file that has no name gets one for a moment when it is whole, to take another's place.
        path = output.parent / name
        whole = path.read_bytes() == new
        if not name.startswith(".voice-isolation-") or nameless and not whole:
            raise Failure(f"killed, the program left {name}")
        path.unlink()
    return what, len(hidden)


def check_failure(process: subprocess.Popen, folder: pathlib.Path, names: set, words: str):
    """One line of error, the old file where there was one, and nothing else."""
    errors = process.communicate()[1]
    if process.returncode != 1 or errors.count("\n") != 1 or words not in errors:
        raise Failure(f"on a full disk: status {process.returncode}, {errors}")
    if set(os.listdir(folder)) != names:
        raise Failure(f"on a full disk it left {os.listdir(folder)}, not {names}")
    for name in names:
        if (folder / name).read_bytes() != OLD:
            raise Failure(f"on a full disk {name} is not what it was")


def check_limits(program: pathlib.Path, folder: pathlib.Path):
    """A limit on the size of files, which is reached anywhere."""
    sound, home = folder / "second.wav", folder / "limited"
    home.mkdir()
    write_sound(sound, 1)
    for names in (set(), {"clean.wav"}):
        for name in names:
            (home / name).write_bytes(OLD)
        for kilobytes in DISK_SIZES:
            process = start(
                program, sound, home / "clean.wav", preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (1024 * kilobytes, resource.RLIM_INFINITY)))
            check_failure(process, home, names, "File too large")
    print(f"{len(DISK_SIZES)} limits on the size of files leave what was there")


def check_disks(program: pathlib.Path, folder: pathlib.Path):
    """The same on a disk with so much room; in a namespace where the script may mount one."""
    sound, disk = folder / "second.wav", folder / "disk"
    disk.mkdir()
    write_sound(sound, 1)
    for names in (set(), {"clean.wav"}):
        for kilobytes in DISK_SIZES:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], check=True)
            for name in names:
                (disk / name).write_bytes(OLD)
            with open(disk / "filling", "wb", buffering=0) as file:
                try:
                    while file.write(bytes(4096)):
                        pass
                except OSError:
                    pass
                file.truncate(max(0, file.tell() - 1024 * kilobytes))
            # Out of the way of what is compared, and still taking its room.
            filling = os.open(disk / "filling", os.O_RDONLY)
            os.unlink(disk / "filling")
            try:
                check_failure(start(program, sound, disk / "clean.wav"), disk, names,
                              "No space left on device")
            finally:
                os.close(filling)
                subprocess.run(["umount", disk], check=True)
    print(f"{len(DISK_SIZES)} full disks leave what was there")


def check_disks_apart(program: pathlib.Path):
    """Runs this script's part on full disks where it may mount them."""
    own = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    try:
        allowed = subprocess.run(
            [*own, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0
    except FileNotFoundError:
        allowed = False
    if not allowed:
        print("No disk may be mounted here: full ones are not tried, but for the limits")
        return
    if subprocess.run([*own, sys.executable, __file__, program, "--on-full-disks"]).returncode != 0:
        raise Failure("see above")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on-full-disks", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    program = options.program.resolve()
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            if options.on_full_disks:
                check_disks(program, folder)
            else:
                check_kills(program, folder, options.kills, options.seed)
                check_limits(program, folder)
                check_disks_apart(program)
    except Failure as failure:
        print(f"check_destruction: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
