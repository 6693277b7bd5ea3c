#!/usr/bin/env python3
"""Holds the resampler against the ideal one and soxr's, by itself and around the program.

By itself: noise at several rates, to 48 kHz and back; what differs below 0.9 of the lower Nyquist
frequency from the band-limited sound of the same Fourier coefficients, and soxr's difference from
it (which is the larger one at 44.1 and 11.025 kHz: −79 dB). Around the program: noisy speech at 44.1 kHz, stereo, as it is, and by soxr to 48 kHz and
back; how far each is from the clean speech (SI-SDR).

usage: check_resampling.py PROGRAM STAGE_TRACE
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import soundfile
import soxr

from sounds import RATE, Sounds

RATES = (44_100, 32_000, 16_000, 11_025, 96_000)
LIMIT_DB = -100
SDR_LIMIT_DB = 0.1


def call(*command):
    subprocess.run([str(part) for part in command], check=True)


def by_us(sound: np.ndarray, rate: int, target: int, program: pathlib.Path,
          folder: pathlib.Path) -> np.ndarray:
    sound.astype("<f4").tofile(folder / "in.f32")
    call(program, "resample", rate, target, folder / "in.f32", folder / "out.f32")
    return np.fromfile(folder / "out.f32", "<f4")


def ideal(sound: np.ndarray, rate: int, target: int) -> np.ndarray:
    """The sound, as if it were periodic, at another rate: whole seconds."""
    count = len(sound) * target // rate
    spectrum = np.fft.rfft(np.float64(sound))
    kept = np.zeros(count // 2 + 1, complex)
    kept[: min(len(kept), len(spectrum))] = spectrum[: len(kept)]
    return np.fft.irfft(kept, count) * count / len(sound)


def difference_db(a: np.ndarray, b: np.ndarray, rate: int, lowest: int) -> float:
    """The power of a − b below 0.9 of the lower Nyquist frequency, relative to that of b."""
    length = min(len(a), len(b))
    # Windowed, so that the two ends, where the filters may differ, do not count.
    window = np.hanning(length)
    spectra = [np.fft.rfft(np.float64(sound[:length]) * window) for sound in (a, b)]
    below = np.fft.rfftfreq(length, 1 / rate) < 0.9 * lowest / 2
    power = np.sum(np.abs(spectra[1][below]) ** 2)
    return 10 * np.log10(np.sum(np.abs(spectra[0] - spectra[1])[below] ** 2) / power)


def si_sdr_db(sound: np.ndarray, clean: np.ndarray) -> float:
    scaled = clean * np.sum(sound * clean) / np.sum(clean ** 2)
    return 10 * np.log10(np.sum(scaled ** 2) / np.sum((sound - scaled) ** 2))


def main() -> int:
    program, stage_trace = (pathlib.Path(path) for path in sys.argv[1:3])
    failures = []
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print("difference from the ideal below 0.9 of the lower Nyquist frequency, dB: ours, soxr's")
        for rate in RATES:
            for source, target in ((rate, RATE), (RATE, rate)):
                noise = 0.1 * random.standard_normal(10 * source).astype(np.float32)
                ours = by_us(noise, source, target, stage_trace, folder)
                theirs = soxr.resample(np.float64(noise), source, target, quality="VHQ")
                wanted = ideal(noise, source, target)
                found, other = (difference_db(sound, wanted, target, min(rate, RATE))
                                for sound in (ours, theirs))
                print(f"  {source:6} to {target:6} Hz: {found:7.1f} {other:7.1f}")
                if not (len(ours) == len(wanted) and found <= LIMIT_DB):
                    failures.append(f"{source} to {target} Hz: {found:.1f} dB from the ideal")

        sounds = Sounds(3)
        clean = np.stack([sounds.speech(10), sounds.speech(10)], axis=1)
        noisy = np.stack([sounds.mixed(clean[:, 0], sounds.noise(10, 1)),
                          sounds.mixed(clean[:, 1], sounds.noise(10, 1))], axis=1)
        clean, noisy = (soxr.resample(sound, RATE, 44_100, quality="VHQ")
                        for sound in (clean, noisy))
        soundfile.write(folder / "noisy.wav", noisy, 44_100, subtype="FLOAT")
        soundfile.write(folder / "noisy48.wav", soxr.resample(noisy, 44_100, RATE, quality="VHQ"),
                        RATE, subtype="FLOAT")
        for sound in ("noisy", "noisy48"):
            call(program, "--quiet", folder / f"{sound}.wav", "-o", folder / f"{sound}-out.wav")
        ours, rate = soundfile.read(folder / "noisy-out.wav")
        theirs, _ = soundfile.read(folder / "noisy48-out.wav")
        theirs = soxr.resample(theirs, RATE, 44_100, quality="VHQ")[: len(ours)]
        if rate != 44_100 or ours.shape != noisy.shape:
            failures.append(f"44.1 kHz: {ours.shape} samples at {rate} Hz, not {noisy.shape}")
        for channel in (0, 1):
            found = [si_sdr_db(sound[:, channel], clean[: len(ours), channel])
                     for sound in (ours, theirs)]
            print(f"44.1 kHz, channel {channel + 1}: SI-SDR {found[0]:.2f} dB, "
                  f"by soxr {found[1]:.2f} dB")
            if not abs(found[0] - found[1]) <= SDR_LIMIT_DB:
                failures.append(f"44.1 kHz: SI-SDR {found[0]:.2f}, by soxr {found[1]:.2f} dB")
    for failure in failures:
        print(f"check_resampling: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
