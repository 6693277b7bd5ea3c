"""Sounds for the comparison, new with every seed: real speech, and synthesised disturbances.

All are mono float32 at 48 kHz. The speech is that of two Debian packages.
"""

import pathlib

import numpy as np
import soundfile
from G722 import G722

RATE = 48000
SPEECH = {
    "alsa-utils": ("/usr/share/sounds/alsa", "*_*.wav"),
    "asterisk-core-sounds-en-g722": ("/usr/share/asterisk/sounds", "**/*.g722"),
}


class MissingSpeech(Exception):
    """Which package is to be installed."""


class Sounds:
    """Makes ten sounds from one seed."""

    def __init__(self, seed: int):
        self.rng = np.random.default_rng(seed)
        self.utterances: dict[str, list[pathlib.Path]] = {}
        for package, (folder, pattern) in SPEECH.items():
            found = sorted(pathlib.Path(folder).glob(pattern))
            if not found:
                raise MissingSpeech(f"no speech in {folder}: install the package {package}")
            self.utterances[package] = found

    def all(self):
        """Yields (what it is, samples); about 250 s together."""
        yield "speech in white noise", self.mixed(self.speech(60), self.noise(60, 0))
        yield "speech in pink noise", self.mixed(self.speech(30), self.noise(30, 1))
        yield "speech in babble", self.mixed(self.speech(25), self.babble(25))
        yield "noise and clicks alone", self.clicks(0.03 * self.noise(15, self.rng.uniform(0, 2)))
        yield "music alone", 0.1 * self.music(20)
        yield "speech over music", self.mixed(self.speech(30), self.music(30))
        yield "two talkers", self.two_talkers(20)
        yield "clipped speech", self.clipped(15)
        yield "near silence", self.near_silence(15)
        yield "hum, offset, digital pauses", self.interrupted(25)

    def after_silence(self, seconds: float) -> np.ndarray:
        """Zeros, then ten seconds of speech in noise: what running levels had time to sink in."""
        silence = np.zeros(int(seconds * RATE), np.float32)
        return np.concatenate([silence, self.mixed(self.speech(10), self.noise(10, 1))])

    def speech(self, seconds: float, package: str = "asterisk-core-sounds-en-g722") -> np.ndarray:
        """Utterances chosen at random with short pauses, at a level of −30 to −16 dBFS RMS."""
        count, parts, length = int(seconds * RATE), [], 0
        while length < count:
            path = self.utterances[package][self.rng.integers(len(self.utterances[package]))]
            pause = np.zeros(int(self.rng.uniform(0.1, 0.8) * RATE))
            parts += [read_utterance(path), pause]
            length += len(parts[-2]) + len(pause)
        return at_level(np.concatenate(parts)[:count], self.rng.uniform(-30, -16))

    def mixed(self, speech: np.ndarray, disturbance: np.ndarray) -> np.ndarray:
        """Both, at a signal-to-noise ratio of −3 to 20 dB."""
        level = 20 * np.log10(rms(speech)) - self.rng.uniform(-3, 20)
        return (speech + at_level(disturbance, level)).astype(np.float32)

    def noise(self, seconds: float, slope: float) -> np.ndarray:
        """Power falls with frequency^slope; the level wanders by a few dB."""
        count = int(seconds * RATE)
        spectrum = np.fft.rfft(self.rng.standard_normal(count))
        spectrum /= np.maximum(np.arange(len(spectrum)), 20 * seconds) ** (slope / 2)
        knots = self.rng.uniform(0.4, 1, int(seconds) + 2)
        sway = np.interp(np.arange(count) / RATE, np.arange(len(knots)), knots)
        return at_level(np.fft.irfft(spectrum, count) * sway, 0).astype(np.float32)

    def babble(self, seconds: float) -> np.ndarray:
        return sum(self.speech(seconds) for _ in range(5))

    def music(self, seconds: float) -> np.ndarray:
        """Chords of decaying harmonics with a drum on every beat."""
        count, beat = int(seconds * RATE), int(RATE * 60 / self.rng.uniform(80, 150))
        sound, time = np.zeros(count + 4 * beat), np.arange(2 * beat) / RATE
        drum = np.sin(2 * np.pi * 90 * time * np.exp(-8 * time)) * np.exp(-12 * time)
        snare = self.rng.standard_normal(len(time)) * np.exp(-25 * time)
        for index, begin in enumerate(range(0, count, beat)):
            sound[begin : begin + len(time)] += 2 * (snare if index % 2 else drum)
            if index % 2 == 0:
                root = 110 * 2 ** (self.rng.integers(12) / 12)
                for step in (0, self.rng.choice([3, 4]), 7, 12):
                    for harmonic in range(1, 9):
                        tone = np.sin(2 * np.pi * harmonic * root * 2 ** (step / 12) * time)
                        sound[begin : begin + len(time)] += tone * np.exp(-2 * time) / harmonic
        return at_level(sound[:count], 0).astype(np.float32)

    def two_talkers(self, seconds: float) -> np.ndarray:
        both = self.speech(seconds) + self.speech(seconds, "alsa-utils")
        return (both + 0.001 * self.noise(seconds, 1)).astype(np.float32)

    def clipped(self, seconds: float) -> np.ndarray:
        loud = self.mixed(at_level(self.speech(seconds), -6), self.noise(seconds, 1))
        return np.clip(loud, -0.5, 0.5)

    def near_silence(self, seconds: float) -> np.ndarray:
        return at_level(self.mixed(self.speech(seconds), self.noise(seconds, 1)), -62)

    def interrupted(self, seconds: float) -> np.ndarray:
        """Speech with hum, an offset and clicks, cut by seconds of exact zeros."""
        sound = self.speech(seconds)
        time = np.arange(len(sound)) / RATE
        hum = sum(np.sin(2 * np.pi * 50 * k * time) / k for k in (1, 2, 3, 5))
        sound = self.clicks(sound + 0.01 * hum + self.rng.uniform(0.005, 0.05))
        for begin in (0, 0.3, 0.7):
            start = int(begin * len(sound))
            sound[start : start + int(self.rng.uniform(2, 4) * RATE)] = 0
        return sound

    def clicks(self, sound: np.ndarray) -> np.ndarray:
        sound = sound.astype(np.float32)
        places = self.rng.integers(len(sound), size=len(sound) // RATE)
        sound[places] += self.rng.uniform(-0.9, 0.9, len(places)).astype(np.float32)
        return sound


def read_utterance(path: pathlib.Path) -> np.ndarray:
    """One file of speech at 48 kHz; G.722 has 16 kHz, wide-band, 64 kbit/s."""
    if path.suffix == ".g722":
        sound = np.array(G722(16000, 64000).decode(path.read_bytes()), np.float64) / 32768
        rate = 16000
    else:
        sound, rate = soundfile.read(path, dtype="float64")
    spectrum = np.fft.rfft(sound)
    count = len(sound) * RATE // rate
    return np.fft.irfft(spectrum, count) * (count / len(sound))


def rms(sound: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(sound, dtype=np.float64))))


def at_level(sound: np.ndarray, level_db: float) -> np.ndarray:
    """The sound at an RMS level in dBFS."""
    return (sound * (10 ** (level_db / 20) / max(rms(sound), 1e-9))).astype(np.float32)
