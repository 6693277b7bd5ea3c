"""Small files of every kind that libsndfile can make, and ways to damage them.

Everything is drawn from the generator that is handed over: the same seed, the same bytes.
"""

import io
import json
import pathlib
import struct

import numpy as np
import soundfile

# What a number in a header is most likely to be mishandled at.
EXTREMES = (0, 1, 2, 3, 7, 8, 127, 128, 129, 255, 256, 480, 7_999, 192_001, 65_535, 65_536,
            2**24, 2**31 - 37, 2**31 - 1, 2**31, 2**32 - 37, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)

# What asks for the format itself; another ending asks for none.
ENDINGS = {"WAV": "wav", "WAVEX": "wav", "RF64": "wav", "AIFF": "aiff", "AU": "au", "CAF": "caf",
           "FLAC": "flac", "OGG": "ogg", "MP3": "mp3", "W64": "w64", "NIST": "sph"}

# Where formats keep numbers of channels, rates, depths and lengths: what precedes them, how many
# bytes later, how many bytes.
FIELDS = [
    (b"fmt ", offset, size)
    for offset, size in ((4, 4), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2), (22, 2), (24, 2),
                         (26, 2), (28, 4))
] + [
    (b"COMM", 4, 4), (b"COMM", 8, 2), (b"COMM", 10, 4), (b"COMM", 14, 2), (b"COMM", 16, 4),
    (b"COMM", 20, 4), (b"SSND", 4, 4), (b"SSND", 8, 4), (b"SSND", 12, 4),
    (b"desc", 4, 8), (b"desc", 12, 8), (b"desc", 24, 4), (b"desc", 28, 4), (b"desc", 32, 4),
    (b"desc", 36, 4), (b"desc", 40, 4), (b"pakt", 4, 8), (b"pakt", 12, 8), (b"pakt", 20, 8),
    (b".snd", 4, 4), (b".snd", 8, 4), (b".snd", 12, 4), (b".snd", 16, 4), (b".snd", 20, 4),
    (b"ds64", 4, 4), (b"ds64", 8, 8), (b"ds64", 16, 8), (b"ds64", 24, 8), (b"ds64", 32, 4),
    (b"data", 4, 4), (b"data", 16, 8), (b"fact", 4, 4), (b"fact", 8, 4), (b"RIFF", 4, 4),
    (b"FORM", 4, 4), (b"cue ", 4, 4), (b"cue ", 8, 4), (b"smpl", 4, 4), (b"smpl", 36, 4),
    (b"bext", 4, 4), (b"LIST", 4, 4), (b"fLaC", 4, 4), (b"fLaC", 8, 4), (b"fLaC", 18, 4),
    (b"OggS", 6, 8), (b"OggS", 14, 4), (b"OggS", 18, 4), (b"OggS", 26, 1),
    (b"\x01vorbis", 11, 1), (b"\x01vorbis", 12, 4), (b"OpusHead", 9, 1), (b"OpusHead", 10, 2),
    (b"OpusHead", 12, 4), (b"OpusHead", 18, 1), (b"Xing", 8, 4), (b"Info", 8, 4), (b"ID3", 6, 4),
]


def sounds() -> dict[str, bytes]:
    """Files of a tenth to a third of a second, by their names."""
    rng = np.random.default_rng(1)
    files = {}
    # Half of an SD2 file is another file, which would be made in the current folder.
    for kind in sorted(set(soundfile.available_formats()) - {"SD2"}):
        for index, subtype in enumerate(soundfile.available_subtypes(kind)):
            for rate, channels in ((48_000, 1), (44_100, 2), (8_000, 1), (16_000, 3)):
                if (index + channels) % 2 and channels != 1:
                    continue
                count = int(rate * rng.uniform(0.1, 0.3))
                time = np.arange(count)[:, None] / rate
                sound = 0.3 * np.sin(1_000 * time + np.arange(channels))
                sound += 0.05 * rng.standard_normal(sound.shape)
                data = written(sound, rate, kind, subtype)
                if data:
                    ending = ENDINGS.get(kind, "bin")
                    files[f"{kind}-{subtype}-{rate}-{channels}.{ending}".lower()] = data
    wav = files["wav-pcm_16-48000-1.wav"]
    files["notes.wav"] = with_notes(wav)
    files["tagged.mp3"] = b"ID3\x04\0\0\0\0\1\x00" + bytes(128) + next(
        data for name, data in files.items() if name.endswith(".mp3"))
    files["text.wav"] = b"This is no sound. " * 99
    files["raw.wav"] = rng.bytes(3_000)
    return files


def written(sound: np.ndarray, rate: int, kind: str, subtype: str) -> bytes:
    """Nothing if libsndfile makes no such file in memory."""
    memory = io.BytesIO()
    try:
        soundfile.write(memory, sound, rate, subtype, format=kind)
    except (AssertionError, soundfile.LibsndfileError, TypeError, ValueError):
        return b""
    return memory.getvalue()


def with_notes(wav: bytes) -> bytes:
    """The file with the chunks that libsndfile copies: broadcast notes, cue points, loops, a title."""
    def chunk(name: bytes, content: bytes) -> bytes:
        return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)

    notes = chunk(b"bext", b"Description".ljust(602, b"\0") + b"A=PCM,F=48000\r\n")
    notes += chunk(b"cue ", struct.pack("<I", 2) + b"".join(
        struct.pack("<II4sIII", point, 100 * point, b"data", 0, 0, 100 * point)
        for point in (1, 2)))
    notes += chunk(b"smpl", struct.pack("<9I6I", 0, 0, 20_833, 60, 0, 0, 0, 1, 0,
                                        0, 0, 10, 100, 0, 0))
    notes += chunk(b"LIST", b"INFO" + chunk(b"INAM", b"A title\0"))
    return wav[:36] + notes + wav[36:]


class Mutator:
    """Damages files by what one generator draws."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def mutated(self, data: bytes, others: list[bytes]) -> bytes:
        """One to three damages, one after the other."""
        ways = (self.flipped, self.overrun, self.cut, self.misnumbered, self.misnumbered,
                self.misfielded, self.misfielded, self.misfielded, self.rearranged,
                self.rearranged)
        for _ in range(self.draw(1, 4)):
            if self.rng.random() < 0.08:
                data = self.spliced(data, self.choice(others))
            else:
                data = self.choice(ways)(data)
        # Pages with a wrong sum are skipped by every reader, with all that is wrong in them.
        return resealed(data) if self.rng.random() < 0.7 else data

    def mutated_weights(self, data: bytes) -> bytes:
        """A weight file, damaged mostly in its header, whose length often fits all the same."""
        length = struct.unpack("<Q", data[:8])[0]
        header, numbers = data[8:8 + length], data[8 + length:]
        if self.rng.random() < 0.2:
            return self.mutated(data, [header])
        for _ in range(self.draw(1, 4)):
            header = self.choice((self.flipped, self.overrun, self.cut, self.reworded,
                                  self.reworded, self.redeclared, self.redeclared))(header)
        length = len(header) if self.rng.random() < 0.8 else self.choice(EXTREMES)
        return struct.pack("<Q", length) + header + numbers

    def draw(self, low: int, high: int) -> int:
        """From `low` to one less than `high`, or `low` if there is none between."""
        return int(self.rng.integers(low, max(high, low + 1)))

    def choice(self, items):
        return items[self.draw(0, len(items))]

    def place(self, data: bytes) -> int:
        """Anywhere, but in half of the cases where headers are."""
        return self.draw(0, min(len(data), 200) if self.rng.random() < 0.5 else len(data))

    def flipped(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(self.draw(1, 9) if data else 0):
            changed[self.place(data)] ^= 1 << self.draw(0, 8)
        return bytes(changed)

    def overrun(self, data: bytes) -> bytes:
        start, count = self.place(data), self.draw(1, 33)
        run = self.choice((bytes(count), b"\xff" * count, self.rng.bytes(count),
                           data[start:start + 1] * count))
        return data[:start] + run + data[start + len(run):]

    def cut(self, data: bytes) -> bytes:
        return data[:self.place(data)]

    def number(self, size: int) -> bytes:
        number = self.choice(EXTREMES) if self.rng.random() < 0.7 else self.draw(0, 300)
        return (number % 256**size).to_bytes(size, self.choice(("little", "big")))

    def misnumbered(self, data: bytes) -> bytes:
        """An extreme number somewhere in the header."""
        number, start = self.number(self.choice((2, 4, 8))), self.draw(0, min(len(data), 120))
        return data[:start] + number + data[start + len(number):]

    def misfielded(self, data: bytes) -> bytes:
        """An extreme number in a field that a format has."""
        fields = [(data.find(name) + offset, size) for name, offset, size in FIELDS if name in data]
        if not fields:
            return self.misnumbered(data)
        start, size = self.choice(fields)
        return data[:start] + self.number(size) + data[start + size:]

    def rearranged(self, data: bytes) -> bytes:
        """Chunks that come twice, are missing, are exchanged, or are put in."""
        parts = pieces(data)
        here, there = self.draw(0, len(parts)), self.draw(0, len(parts))
        match self.draw(0, 4):
            case 0: parts.insert(there, parts[here])
            case 1: del parts[here]
            case 2: parts[here], parts[there] = parts[there], parts[here]
            case _:
                name = self.choice(FIELDS)[0]
                parts.insert(there, name + self.number(4) + self.rng.bytes(self.draw(0, 80)))
        return b"".join(parts)

    def spliced(self, data: bytes, other: bytes) -> bytes:
        return data[:self.place(data)] + other[self.place(other):]

    def reworded(self, header: bytes) -> bytes:
        """A word of the header of a weight file exchanged for another."""
        words = header.replace(b",", b"|,|").replace(b":", b"|:|").split(b"|")
        words[self.draw(0, len(words))] = self.choice(
            [words[self.draw(0, len(words))], b"", b'"', b"{", b"}", b"[", b"null", b"-1", b"1e999",
             b'"I16"', b'"F64"', b"[" * 9_999, str(self.choice(EXTREMES)).encode()])
        return b"".join(words)

    def redeclared(self, header: bytes) -> bytes:
        """A header that is sound JSON and says something else."""
        try:
            declared = json.loads(header)
            name = self.choice(sorted(declared))
            key = self.choice(sorted(declared[name]))
            old = declared[name][key]
            if isinstance(old, list):
                old[self.draw(0, len(old))] = self.choice(EXTREMES)
            else:
                number = self.choice(EXTREMES)
                declared[name][key] = self.choice((str(number), "F32", "I16", "", "nan", number))
            return json.dumps(declared).encode()
        except (ValueError, TypeError, IndexError, AttributeError, RecursionError):
            return self.flipped(header)


def pieces(data: bytes) -> list[bytes]:
    """The file taken apart where its chunks, blocks or pages begin; at least one piece."""
    ends, offset = [], 0
    order = "big" if data[:4] in (b"FORM", b"caff", b".snd") else "little"
    if data[:4] == b"OggS":
        while (offset := data.find(b"OggS", offset + 1)) > 0:
            ends.append(offset)
    elif data[:4] == b"fLaC":
        offset = 4
        while offset + 4 < len(data) and data[offset] != 0xFF:
            ends.append(offset)
            offset += 4 + int.from_bytes(data[offset + 1:offset + 4], "big")
        ends.append(min(offset, len(data)))
    elif data[:4] in (b"RIFF", b"RIFX", b"RF64", b"FORM", b"caff", b"riff"):
        offset, name, length = {b"caff": (8, 4, 8), b"riff": (40, 16, 8)}.get(data[:4], (12, 4, 4))
        while offset < len(data) and len(ends) < 100:
            ends.append(offset)
            size = int.from_bytes(data[offset + name:offset + name + length], order)
            offset += max(1, size + (0 if data[:4] == b"riff" else name + length))
            offset += size % 2 if length == 4 else -offset % 8 if data[:4] == b"riff" else 0
    else:
        ends = list(range(256, len(data), 256))
    bounds = [0, *ends, len(data)]
    return [data[start:end] for start, end in zip(bounds, bounds[1:])]


def ogg_sums() -> list[int]:
    table = []
    for byte in range(256):
        value = byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value >> 31 else 0)) & 0xFFFFFFFF
        table.append(value)
    return table


OGG_SUMS = ogg_sums()


def resealed(data: bytes) -> bytes:
    """An Ogg file with the sums of its pages set right; others as they are."""
    if data[:4] != b"OggS":
        return data
    sealed = b""
    for page in pieces(data):
        total = 0
        if len(page) >= 27:
            page = page[:22] + bytes(4) + page[26:]
            for byte in page:
                total = (total << 8 & 0xFFFFFFFF) ^ OGG_SUMS[total >> 24 ^ byte]
            page = page[:22] + struct.pack("<I", total) + page[26:]
        sealed += page
    return sealed
