#!/usr/bin/env python3
"""Cleans sound tracks of real videos, and sounds that only ffmpeg reads, with the built program.

usage: check_videos.py PROGRAM

Speech in noise with claps in it goes into mp4, mov, mkv, webm and m4a files, some of them with
several sound tracks, subtitles, chapters, attachments and covers, some with a track that begins
late. What comes out must have the same picture and the same other streams to the bit, the same
notes, and a sound that begins when it did, is as long, and lies where it was to the sample: in one
run with --attenuation-limit 0, where the claps are looked for too, and in one without.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np
import soundfile

from peak_memory import peak_megabytes
from sounds import RATE, Sounds

SECONDS = 4.3
CLAPS = (0.5, 1.7, 2.6, 3.9)


class Failure(Exception):
    """What is wrong, in one line."""


@dataclasses.dataclass
class Case:
    """A file to make and to clean."""

    name: str
    codec: list
    # When the cleaned track begins, in seconds.
    offset: float = 0
    # What else is in it.
    rich: bool = False
    picture: str | None = "h264.mp4"
    track: int | None = None
    # Which of the sound tracks is cleaned, from 0.
    cleaned: int = 0
    # Samples that the sound may lie elsewhere.
    lag: int = 0
    other: tuple = ()
    output: str | None = None


AAC = ["-c:a", "aac", "-b:a", "160k"]
OPUS = ["-c:a", "libopus", "-b:a", "128k"]
CASES = [
    Case("plain.mp4", AAC, lag=1),
    Case("late.mp4", AAC, offset=0.5, lag=1),
    Case("rich.mp4", AAC, rich=True, cleaned=1, lag=1),
    Case("first.mp4", AAC, rich=True, track=1, lag=1),
    Case("late.mov", ["-c:a", "pcm_s16le"], offset=0.4567,
         other=("-movie_timescale", str(RATE), "-movflags", "use_metadata_tags+faststart",
                "-metadata", "com.apple.quicktime.make=Somebody")),
    Case("rich.mkv", ["-c:a", "pcm_s16le"], rich=True, cleaned=1),
    Case("late.mkv", ["-c:a", "flac"], offset=0.25),
    Case("aac.mkv", AAC, lag=1024),
    Case("plain.webm", OPUS, picture="vp8.webm", lag=1),
    Case("late.webm", OPUS, picture="vp8.webm", offset=0.75, lag=1),
    Case("cover.m4a", AAC, picture=None, rich=True, lag=1),
    Case("alac.m4a", ["-c:a", "alac"], picture=None),
    Case("other.mp4", AAC, lag=1, output="other.mov"),
]


def call(*command) -> bytes:
    done = subprocess.run([str(part) for part in command], capture_output=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: {done.stderr.decode(errors='replace')}")
    return done.stdout


def ffmpeg(*arguments) -> bytes:
    return call("ffmpeg", "-nostdin", "-v", "error", "-y", "-fflags", "+bitexact", *arguments)


class Maker:
    """Makes the files in a folder."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        sounds = Sounds(7)
        speech = sounds.mixed(sounds.speech(SECONDS), sounds.noise(SECONDS, 1))
        # A clap: loud, short, of all frequencies.
        clap = 0.7 * np.exp(-np.arange(240) / 40) * np.random.default_rng(1).uniform(-1, 1, 240)
        for place in CLAPS:
            start = int(place * RATE)
            speech[start : start + 240] += clap
        speech = np.clip(speech, -0.9, 0.9)
        soundfile.write(folder / "speech.wav", np.stack([speech, 0.5 * speech], 1), RATE, "PCM_24")
        soundfile.write(folder / "music.wav", 0.1 * sounds.music(SECONDS), RATE)
        (folder / "words.srt").write_text(
            "1\n00:00:00,500 --> 00:00:02,000\nHello\n\n2\n00:00:02,500 --> 00:00:03,500\nthere\n")
        (folder / "notes.txt").write_text(
            ";FFMETADATA1\ntitle=A title\nartist=Somebody\n"
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=One\n"
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=2000\nEND=4000\ntitle=Two\n")
        (folder / "font.ttf").write_bytes(bytes(range(256)))
        ffmpeg("-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", 1, folder / "cover.png")
        picture = ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=25:d=5", "-threads", 1]
        ffmpeg(*picture, "-c:v", "libx264", "-preset", "veryfast", "-bf", 2, folder / "h264.mp4")
        ffmpeg(*picture, "-c:v", "libvpx", "-deadline", "realtime", folder / "vp8.webm")

    def make(self, case: Case) -> pathlib.Path:
        folder, path = self.folder, self.folder / case.name
        inputs, maps = [], []

        def add(file: str, kind: str, *before):
            inputs.extend([*before, "-i", folder / file])
            maps.extend(["-map", f"{inputs.count('-i') - 1}:{kind}"])

        if case.picture:
            add(case.picture, "v")
        late = ["-itsoffset", case.offset] if case.offset else []
        if case.rich and case.picture:
            tracks = ["speech.wav", "music.wav"]
            for file in tracks if case.cleaned == 0 else tracks[::-1]:
                add(file, "a", *late)
            add("words.srt", "s")
        else:
            add("speech.wav", "a", *late)
        notes = []
        if case.rich:
            inputs += ["-i", folder / "notes.txt"]
            notes = ["-map_metadata", inputs.count("-i") - 1]
            if case.picture:
                notes += ["-map_chapters", inputs.count("-i") - 1]
                notes += ["-metadata:s:a:0", "language=deu", "-metadata:s:a:1", "language=eng",
                          "-disposition:a:0", "0", "-disposition:a:1", "default"]
            else:
                add("cover.png", "v")
                notes += ["-disposition:v", "attached_pic"]
        if case.rich and path.suffix == ".mkv":
            for number, (file, kind) in enumerate(
                    [("font.ttf", "application/x-truetype-font"), ("cover.png", "image/png")]):
                notes += ["-attach", folder / file, f"-metadata:s:t:{number}", f"mimetype={kind}",
                          f"-metadata:s:t:{number}", f"filename={file}"]
        subtitles = "mov_text" if path.suffix == ".mp4" else "srt"
        ffmpeg(*inputs, *maps, *notes, "-c:v", "copy", "-c:s", subtitles, *case.codec, *case.other,
               path)
        return path


def probe(path: pathlib.Path, *arguments) -> dict:
    return json.loads(call("ffprobe", "-v", "error", "-of", "json", *arguments, path))


def start(path: pathlib.Path, track: int) -> float:
    """When the first sample of a track is heard."""
    frames = probe(path, "-select_streams", f"a:{track}", "-read_intervals", "%+#16",
                   "-show_entries", "frame=pts_time")["frames"]
    return float(frames[0].get("pts_time", 0))


def sound(path: pathlib.Path, track: int) -> np.ndarray:
    """The first channel of a track."""
    bytes_ = ffmpeg("-i", path, "-map", f"0:a:{track}", "-ac", 1, "-f", "f32le", "-")
    return np.frombuffer(bytes_, "<f4").astype(np.float64)


def hashes(path: pathlib.Path, cleaned: int) -> list:
    """Of the packets of every stream but the cleaned one, in their order."""
    kinds = [stream["codec_type"] for stream in
             probe(path, "-show_entries", "stream=codec_type")["streams"]]
    maps = ["-map", "0", "-map", f"-0:a:{cleaned}"]
    for kind, letter in (("data", "d"), ("attachment", "t")):
        if kind in kinds:
            maps += ["-map", f"-0:{letter}"]
    if len(kinds) == 1:
        return []
    lines = ffmpeg("-i", path, *maps, "-c", "copy", "-f", "streamhash", "-").decode().split()
    # Number, kind and hash; covers may have moved behind the others.
    return sorted(line.split(",", 1)[1] for line in lines)


def notes(path: pathlib.Path) -> dict:
    """What a file says of itself and its streams, without what counts bytes or names programs."""
    found = probe(path, "-show_entries",
                  "stream=index,codec_name,codec_type:stream_tags:stream_disposition"
                  ":format_tags:chapter=start_time,end_time:chapter_tags", "-show_chapters")
    changing = ("encoder", "ENCODER", "DURATION", "compatible_brands", "minor_version",
                "major_brand")
    streams = []
    for stream in found["streams"]:
        del stream["index"]
        streams.append(stream)
    for holder in [*streams, found["format"]]:
        holder["tags"] = {name: value for name, value in holder.get("tags", {}).items()
                          if name not in changing}
    return {"streams": sorted(streams, key=str), "format": found["format"],
            "chapters": [(chapter["start_time"], chapter["end_time"], chapter["tags"])
                         for chapter in found["chapters"]]}


def lag(original: np.ndarray, cleaned: np.ndarray) -> int:
    """By how many samples the second is later: where they correlate most."""
    size = 1 << (len(original) + len(cleaned)).bit_length()
    spectra = [np.fft.rfft(part, size) for part in (original, cleaned)]
    place = int(np.argmax(np.fft.irfft(spectra[0].conj() * spectra[1], size)))
    return place - size if place > size // 2 else place


def claps(samples: np.ndarray, begin: float) -> list:
    """Where the claps are, by what is loudest around them."""
    places = []
    for place in CLAPS:
        first = max(0, int((place + begin) * RATE) - 3_000)
        part = np.abs(samples[first : first + 6_000])
        places.append(first + int(np.argmax(part)))
    return places


class Program:
    """Runs the program, which must leave nothing behind."""

    def __init__(self, path: pathlib.Path, folder: pathlib.Path):
        self.path, self.folder = path, folder

    def __call__(self, *arguments, status: int = 0, env: dict | None = None) -> str:
        done = subprocess.run(
            [str(part) for part in (self.path, *arguments)], capture_output=True, text=True,
            cwd=self.folder, env={**os.environ, **(env or {})})
        if done.returncode != status:
            raise Failure(f"{arguments}: status {done.returncode}, not {status}: {done.stderr}")
        self.expect_nothing_hidden()
        return done.stderr

    def expect_nothing_hidden(self):
        hidden = [name for name in os.listdir(self.folder) if name.startswith(".")]
        if hidden:
            raise Failure(f"left behind: {hidden}")


def check(case: Case, path: pathlib.Path, program: Program) -> str:
    original, output = sound(path, case.cleaned), path.with_name("out-" + (case.output or case.name))
    begin, found = start(path, case.cleaned), []
    for limit in (["--attenuation-limit", "0"], []):
        track = ["--track", case.track] if case.track else []
        said = program(*limit, *track, path, "-o", output)
        if "warning" in said:
            raise Failure(f"{case.name}: {said}")
        cleaned = sound(output, case.cleaned)
        shift = (start(output, case.cleaned) - begin) * RATE
        places = lag(original, cleaned) + shift
        found += [f"lag {places:+.0f}, start {shift:+.0f}, length {len(cleaned) - len(original):+d}"]
        if abs(places) > case.lag + 0.5 or abs(shift) > max(case.lag, 0.5):
            raise Failure(f"{case.name}: {found[-1]}")
        if abs(len(cleaned) - len(original)) > (1024 if case.codec is AAC else 0):
            raise Failure(f"{case.name}: {found[-1]}")
        if limit:
            moved = np.subtract(claps(cleaned, 0), claps(original, 0))
            if np.max(np.abs(moved)) > case.lag:
                raise Failure(f"{case.name}: the claps moved by {moved} samples")
            error = np.mean((cleaned[: len(original)] - original[: len(cleaned)]) ** 2)
            exact = case.codec[1] in ("alac", "flac") or case.codec[1].startswith("pcm")
            if exact and error > 0:
                raise Failure(f"{case.name}: untouched sound became another")
    if hashes(path, case.cleaned) != hashes(output, case.cleaned):
        raise Failure(f"{case.name}: other streams differ")
    # Another container says the same in other words.
    if not case.output and notes(path) != notes(output):
        raise Failure(f"{case.name}: {notes(path)} became {notes(output)}")
    return "; cleaned: ".join(found)


def check_sound_alone(folder: pathlib.Path, program: Program):
    """A video in, its sound out."""
    for name in ("plain.mp4", "late.mov", "plain.webm"):
        output = folder / "alone.wav"
        program("--attenuation-limit", 0, folder / name, "-o", output)
        samples, rate = soundfile.read(output)
        original = sound(folder / name, 0)
        if rate != RATE or lag(original, samples.mean(1)) != 0:
            raise Failure(f"{name} to .wav: lag {lag(original, samples.mean(1))} at {rate} Hz")
        if not 0 <= len(original) - len(samples) <= 1024:
            raise Failure(f"{name} to .wav: {len(samples)} samples, not {len(original)}")
    print("The sound of a video alone: lag 0")


def check_errors(folder: pathlib.Path, program: Program):
    ffmpeg("-i", folder / "plain.mp4", "-an", "-c", "copy", folder / "silent.mp4")
    (folder / "cut.mp4").write_bytes((folder / "plain.mp4").read_bytes()[:50_000])
    # Lists of other files, of which nothing may be read.
    other = f"#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nfile://{folder}/late.mkv\n"
    (folder / "list.mp4").write_text(other)
    (folder / "list2.mp4").write_bytes(other.encode() + b"#EXT-X-ENDLIST\n\0\1")
    for arguments, words, env in [
        (["silent.mp4"], "has no sound track", None),
        (["plain.mp4", "--track", "2"], "has one sound track, and no track 2", None),
        (["rich.mp4", "--track", "3"], "has 2 sound tracks, and no track 3", None),
        (["speech.wav", "--track", "2"], "has one sound track, and no track 2", None),
        (["cut.mp4"], "moov atom not found", None),
        (["list.mp4"], "is not a sound file", None),
        (["list2.mp4"], "is not a sound file", None),
        (["plain.mp4"], "ffprobe, which reads videos and the like, is not there; install ffmpeg "
         "(Debian: apt-get install ffmpeg)", {"PATH": "/nonexistent"}),
        (["plain.mp4", "-o", "/dev/full"], "No space left on device", None),
        (["rich.mkv", "-o", "/dev/full"], "cannot be written: No space left on device", None),
        (["plain.mp4", "-o", "none.webm"], "supported for WebM", None),
    ]:
        named = [] if "-o" in arguments else ["-o", "none.mp4"]
        said = program(*arguments, *named, status=1, env=env)
        if words not in said or said.count("\n") != 1:
            raise Failure(f"{arguments}: not '{words}' but: {said}")
    if list(folder.glob("none.*")):
        raise Failure("an output appeared although the call failed")
    print("Files without sound, cut files, lists, missing programs, full disks: one line each")


def check_names(folder: pathlib.Path, program: Program):
    names = ["-i.m4a", "new\nline.m4a", "p%d.m4a", "file:x.m4a", "concat:a|b.m4a", "http:", "a'$(x)",
             "p%03d.png", "pipe:0", "*.m4a"]
    for name in names:
        (folder / "odd").mkdir(exist_ok=True)
        (folder / "odd" / name).write_bytes((folder / "alac.m4a").read_bytes())
        program("-q", "-d", "odd/out", "--", f"odd/{name}")
    made = sorted(os.listdir(folder / "odd" / "out"))
    if made != sorted(names):
        raise Failure(f"from {names}: {made}")
    print(f"{len(names)} odd names of files are names of files")


def check_long(folder: pathlib.Path, program: Program):
    """Memory does not grow, and whoever stops the program stops all of it."""
    peaks = []
    for minutes in (0.2, 2):
        path = folder / "long.mov"
        ffmpeg("-stream_loop", -1, "-i", folder / "music.wav", "-t", 60 * minutes, "-c:a",
               "pcm_s16le", path)
        peaks.append(peak_megabytes(subprocess.Popen(
            [program.path, path, "-o", folder / "out.mov", "--quiet"])))
    print(f"Peak memory: {peaks[0]:.1f} MB for 12 s, {peaks[1]:.1f} MB for 2 min")
    if peaks[1] > peaks[0] + 5:
        raise Failure("memory grows with the length of the file")
    home = folder / "stopped"
    home.mkdir()
    process = subprocess.Popen([program.path, path, "-o", home / "out.mov", "-q"])
    until = time.monotonic() + 30
    while not children(process.pid) or not os.listdir(home):
        if time.monotonic() > until or process.poll() is not None:
            raise Failure("a long file was done too soon to be stopped")
        time.sleep(0.005)
    programs = children(process.pid)
    process.send_signal(signal.SIGTERM)
    if process.wait() != 128 + signal.SIGTERM or os.listdir(home):
        raise Failure(f"stopped: status {process.returncode}, left behind: {os.listdir(home)}")
    while any(is_running(number) for number in programs):
        if time.monotonic() > until:
            raise Failure("a program runs on though the one that started it was stopped")
        time.sleep(0.005)
    print("Told to stop, it leaves no file and no program behind")


def children(pid: int) -> list:
    """The programs that any thread of a process has started."""
    numbers = []
    for file in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            numbers += [int(number) for number in file.read_text().split()]
        except OSError:
            pass
    return numbers


def is_running(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            program, maker = Program(options.program.resolve(), folder), Maker(folder)
            for case in CASES:
                path = maker.make(case)
                print(f"{case.name:12} untouched: {check(case, path, program)}", flush=True)
            check_sound_alone(folder, program)
            check_errors(folder, program)
            check_names(folder, program)
            check_long(folder, program)
    except (Failure, subprocess.CalledProcessError) as failure:
        print(f"check_videos: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
