"""Holds the program to what it promises of sounds that the network does not like as they are.

usage: check_conditioning.py PROGRAM

Speech in noise, too quiet by up to 60 dB, with an offset, after zeros: as files, through a pipe, and
live. SI-SDR against the clean speech, in dB; the least that is asked for stands beside it.
"""

import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
import soundfile

import sounds

RATE = sounds.RATE
SECONDS = 12


class Failure(Exception):
    """What did not hold."""


def si_sdr(clean: np.ndarray, output: np.ndarray) -> float:
    share = np.dot(clean, output) / np.dot(clean, clean)
    error = output - share * clean
    return 10 * np.log10(np.dot(share * clean, share * clean) / np.dot(error, error))


class Program:
    """One way to hand a sound to the program and get it back."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path):
        self.program, self.folder = program, folder

    def file(self, sound: np.ndarray, *options: str) -> np.ndarray:
        source, target = self.folder / "in.wav", self.folder / "out.wav"
        soundfile.write(source, sound, RATE, subtype="FLOAT")
        subprocess.run([self.program, source, "-o", target, "--quiet", *options], check=True)
        output, rate = soundfile.read(target, dtype="float64")
        return self.checked(output, sound)

    def pipe(self, sound: np.ndarray, *options: str) -> np.ndarray:
        done = subprocess.run(
            [self.program, "--raw", "f32le", "--rate", str(RATE), "-", "-o", "-", "--quiet", *options],
            input=sound.astype("<f4").tobytes(), stdout=subprocess.PIPE, check=True)
        return self.checked(np.frombuffer(done.stdout, "<f4").astype(np.float64), sound)

    def live(self, sound: np.ndarray) -> np.ndarray:
        return self.pipe(sound, "--live")

    @staticmethod
    def checked(output: np.ndarray, sound: np.ndarray) -> np.ndarray:
        if output.shape != sound.shape:
            raise Failure(f"{len(output)} samples came out, and {len(sound)} went in")
        return output


def expect(name: str, value: float, least: float):
    print(f"{name:44} {value:7.2f}   at least {least:.2f}", flush=True)
    if not value >= least:
        raise Failure(f"{name}: {value:.2f} is less than {least:.2f}")


def check_levels(program: Program, speech: np.ndarray, noisy: np.ndarray):
    late = slice(2 * RATE, None)
    usual = si_sdr(speech, program.file(noisy))
    usual_late = si_sdr(speech[late], program.pipe(noisy)[late])
    print(f"as it is: {usual:.2f}; after two seconds {usual_late:.2f}")
    for gain in (0, -10, -15, -20, -30, -40, -50, -60, 30, 90):
        scaled = (noisy * 10 ** (gain / 20)).astype(np.float32)
        expect(f"{gain:+} dB, a file", si_sdr(speech, program.file(scaled)), usual - 0.5)
        expect(f"{gain:+} dB, a pipe, after two seconds",
               si_sdr(speech[late], program.pipe(scaled)[late]), usual_late - 1)
        expect(f"{gain:+} dB, live", si_sdr(speech, program.live(scaled)), usual - 6)
    for offset in (0.001, 0.01, 0.1, -0.2):
        shifted = (noisy + offset).astype(np.float32)
        expect(f"offset of {offset}", si_sdr(speech, program.file(shifted)), usual - 0.5)
        expect(f"offset of {offset}, a pipe, after two seconds",
               si_sdr(speech[late], program.pipe(shifted)[late]), usual_late - 1)


def check_lead_in(program: Program):
    """Live, more than nine seconds of noise before the first word, which nothing but the noise foretells."""
    source = sounds.Sounds(4)
    speech = sounds.at_level(source.speech(10), -23).astype(np.float64)
    noisy = (speech + sounds.at_level(source.noise(10, 0), -33)).astype(np.float32)
    usual = si_sdr(speech, program.live(noisy))
    # Between, the noise is too loud to be lifted by itself, and the word's first 0.1 s too soft.
    for gain in (0, -10, -40, -50, -60):
        scaled = (noisy * 10 ** (gain / 20)).astype(np.float32)
        expect(f"{gain:+} dB, live, behind noise", si_sdr(speech, program.live(scaled)), usual - 6)


def check_silence(program: Program, noisy: np.ndarray):
    for way in (program.file, program.pipe, program.live):
        alone = way(noisy)
        for seconds in (5, 60, 600):
            zeros = np.zeros(seconds * RATE, np.float32)
            after = way(np.concatenate([zeros, noisy]))[len(zeros):]
            difference = np.sum((after - alone) ** 2) / np.sum(alone**2)
            expect(f"after {seconds} s of zeros, {way.__name__}: dB below",
                   -10 * np.log10(max(difference, 1e-20)), 60)


def check_delay(program: Program, noisy: np.ndarray):
    """Live, what goes in comes out while more is still to come: bytes are held back until then."""
    for header in (True, False):
        command = [program.program, "--live", "-", "-o", "-", "--quiet"]
        if header:
            data = wav_of_unknown_length(noisy)
            head = len(data) - 4 * len(noisy)
        else:
            command += ["--raw", "f32le", "--rate", str(RATE)]
            data, head = noisy.astype("<f4").tobytes(), 0
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            received = bytearray()

            def receive():
                while piece := child.stdout.read1(1 << 16):
                    received.extend(piece)

            reader = threading.Thread(target=receive)
            reader.start()
            # The delay of 30 ms, and a hop that waits to be full.
            late = 4 * (1440 + 480)
            for first in range(0, len(data), 4 * 480):
                child.stdin.write(data[first:first + 4 * 480])
                child.stdin.flush()
                sent = min(first + 4 * 480, len(data)) - head
                deadline = time.monotonic() + 60
                while len(received) < sent - late and time.monotonic() < deadline:
                    time.sleep(0.0002)
                if len(received) < sent - late:
                    child.kill()
                    raise Failure(f"live: {sent} bytes of sound sent, {len(received)} came back")
            child.stdin.close()
            reader.join()
        if len(received) < 4 * len(noisy):
            raise Failure(f"live: {len(received)} bytes came back")
    print("live: every sample came back within 40 ms of sound, before more was sent")


def wav_of_unknown_length(sound: np.ndarray) -> bytes:
    unknown = b"\xff\xff\xff\xff"
    rate, width = RATE.to_bytes(4, "little"), (4 * RATE).to_bytes(4, "little")
    return (b"RIFF" + unknown + b"WAVEfmt \x10\0\0\0\x03\0\x01\0" + rate + width
            + b"\x04\0\x20\0data" + unknown + sound.astype("<f4").tobytes())


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    source = sounds.Sounds(7)
    speech = sounds.at_level(source.speech(SECONDS), -23).astype(np.float64)
    noisy = (speech + sounds.at_level(source.noise(SECONDS, 1), -33)).astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder))
        try:
            check_levels(program, speech, noisy)
            check_lead_in(program)
            check_silence(program, noisy)
            check_delay(program, noisy[:5 * RATE])
        except Failure as failure:
            print(f"check_conditioning: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
