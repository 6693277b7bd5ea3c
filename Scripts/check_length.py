#!/usr/bin/env python3
"""Checks the program on long sounds: length, memory, and that the end sounds like the beginning.

usage: check_length.py PROGRAM [--minutes M]
       check_length.py PROGRAM --hours H

M minutes (10 or more; default 20, more than 2^24 samples) at 48 and 44.1 kHz, from a file; or H hours at 48 kHz
through a pipe. The sound repeats itself: the last time must come out as an earlier one did. Memory
must stay below 64 MB, and what a long file takes beyond a short one below 5 MB.
"""

import argparse
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
import soundfile

from peak_memory import peak_megabytes

LOOP_SECONDS = 10
# How far the last loop may be from an earlier one, in dB of that one's power (measured: −75).
DIFFERENCE_DB = -60
MEGABYTES = 64


class Failure(Exception):
    """What is wrong, in one line."""


def loop(rate: int) -> np.ndarray:
    """Bursts of a voice-like sound in noise, 16 bits."""
    rng, time_ = np.random.default_rng(1), np.arange(LOOP_SECONDS * rate) / rate
    pitch = 2 * np.pi * (120 * time_ + 10 * np.sin(2 * np.pi * time_ / 2))
    voice = sum(np.sin(k * pitch) / k for k in range(1, 25))
    voice *= np.maximum(0, np.sin(2 * np.pi * 1.5 * time_)) * (time_ % 3 < 2)
    sound = 0.1 * voice + 0.01 * rng.standard_normal(len(time_))
    return np.int16(np.clip(sound, -1, 1) * 32767)


def check_output(path: pathlib.Path, rate: int, loops: int, extra: int):
    """The length, and the last whole loop against one after five minutes, when the network's states,
    which remember about one, have settled."""
    with soundfile.SoundFile(path) as file:
        count = len(loop(rate))
        if (file.frames, file.samplerate) != (loops * count + extra, rate):
            raise Failure(f"{file.frames} samples at {file.samplerate} Hz came out, "
                          f"not {loops * count + extra} at {rate}")
        pieces = []
        for index in (min(30, loops // 2), loops - 1):
            file.seek(index * count)
            pieces.append(file.read(count))
        file.seek(loops * count)
        tail = file.read()
    early, last = pieces
    difference = 10 * np.log10(max(np.mean((last - early) ** 2), 1e-20) / np.mean(early ** 2))
    print(f"  the last {LOOP_SECONDS} s differ from earlier ones by {difference:.0f} dB")
    if not (difference <= DIFFERENCE_DB and np.mean(early ** 2) > 1e-5):
        raise Failure("the end does not sound like the beginning")
    if extra and not np.any(tail[-100:]):
        raise Failure("the last samples carry no sound")


def check_files(program: pathlib.Path, folder: pathlib.Path, minutes: float):
    sound, output = folder / "long.wav", folder / "clean.wav"
    for rate in (48_000, 44_100):
        piece, peaks = loop(rate), []
        # Into the loudest part of a burst, and no whole number of hops.
        extra = rate // 6 + 1
        for loops in (3, int(60 * minutes / LOOP_SECONDS)):
            with soundfile.SoundFile(sound, "w", rate, 1, "PCM_16") as file:
                for _ in range(loops):
                    file.write(piece)
                file.write(piece[:extra])
            peaks.append(peak_megabytes(
                subprocess.Popen([program, sound, "-o", output, "--quiet"])))
        print(f"{minutes:g} min at {rate} Hz: at most {peaks[1]:.1f} MB, {peaks[0]:.1f} for 30 s")
        check_output(output, rate, loops, extra)
        if peaks[1] > min(peaks[0] + 5, MEGABYTES):
            raise Failure("memory grows with the length of the file")


def check_hours(program: pathlib.Path, folder: pathlib.Path, hours: float):
    """As a recorder sends it: a header that does not know the length, and sound behind it."""
    rate = 48_000
    piece, loops = loop(rate).astype("<i2").tobytes(), int(3600 * hours / LOOP_SECONDS)
    pipe, output = folder / "pipe", folder / "clean.wav"
    os.mkfifo(pipe)

    def send():
        with open(pipe, "wb") as file:
            file.write(struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 2**32 - 1, b"WAVE", b"fmt ", 16,
                                   1, 1, rate, 2 * rate, 2, 16, b"data", 2**32 - 1))
            for _ in range(loops):
                file.write(piece)

    process = subprocess.Popen([program, pipe, "-o", output, "--quiet"])
    threading.Thread(target=send, daemon=True).start()
    began = time.monotonic()
    peak = peak_megabytes(process)
    print(f"{hours:g} h through a pipe: at most {peak:.1f} MB, "
          f"{3600 * hours / (time.monotonic() - began):.0f} times real time")
    check_output(output, rate, loops, 0)
    if peak > MEGABYTES:
        raise Failure("memory grows with the length of the sound")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--hours", type=float)
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as name:
            folder, program = pathlib.Path(name), options.program.resolve()
            if options.hours:
                check_hours(program, folder, options.hours)
            else:
                check_files(program, folder, options.minutes)
    except (Failure, subprocess.CalledProcessError) as failure:
        print(f"check_length: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
