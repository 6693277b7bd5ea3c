#!/usr/bin/env python3
"""Gives the program damaged files of all kinds, and looks at what it makes of them.

usage: fuzz.py PROGRAM [--count N] [--seed N] [--keep FOLDER]

Whatever is in a file (or in a weight file, or comes through a pipe), the program ends with status 0
or 1, says in one line what is wrong, leaves no output and nothing else behind when it fails, and
when it does not, an output as long as what it says it read. It takes a bounded time and memory.

The same seed makes the same files. One that fails is kept, and the command for it printed.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import soundfile

import mutations

# No file takes a hundredth of it.
SECONDS = 60
MEGABYTES = 200
BATCH = 25
BLOCKS = ("IMA_ADPCM", "MS_ADPCM", "GSM610", "G721_32", "G723_24", "G723_40", "NMS_ADPCM_16",
          "NMS_ADPCM_24", "NMS_ADPCM_32")
OUTPUT_ENDINGS = ("wav", "flac", "ogg", "opus", "mp3", "aiff", "caf", "au", "w64", "sph", "bin")


class Failure(Exception):
    """What is wrong, in one line."""


@dataclass
class Done:
    """How a call of the program ended."""
    status: int
    output: str
    errors: str
    megabytes: float


def call(command: list, folder: pathlib.Path, piped: bytes | None = None) -> Done:
    """Runs the program; raises if it does not end, or ends in another way than by a status."""
    environment = {k: v for k, v in os.environ.items() if k != "VOICE_ISOLATION_MODEL"}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [str(part) for part in command], cwd=folder, env=environment, stdout=output,
            stderr=errors, stdin=subprocess.DEVNULL if piped is None else subprocess.PIPE)
        if piped is not None:
            try:
                with process.stdin:
                    process.stdin.write(piped)
            except BrokenPipeError:
                pass
        ended = select.poll()
        descriptor = os.pidfd_open(process.pid)
        ended.register(descriptor, select.POLLIN)
        hangs = not ended.poll(1000 * SECONDS)
        os.close(descriptor)
        if hangs:
            process.kill()
        _, code, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(code)
        if hangs:
            raise Failure(f"has not ended after {SECONDS} s")
        output.seek(0)
        errors.seek(0)
        done = Done(process.returncode, output.read().decode(), errors.read().decode(),
                    usage.ru_maxrss / 1024)
    if done.status not in (0, 1):
        raise Failure(f"status {done.status}: {done.errors}")
    if done.megabytes > MEGABYTES:
        raise Failure(f"{done.megabytes:.0f} MB of memory")
    return done


def check_output(path: pathlib.Path, frames: int | None):
    """That a sound is there and can be read, as long as it should be."""
    try:
        with soundfile.SoundFile(path) as file:
            said, read = file.frames, 0
            # This library asks for the place after each piece, which fails in DWVW.
            if file.subtype.startswith("DWVW"):
                read = said
            while read < said and (count := len(file.read(65_536))):
                read += count
            # Of these libsndfile counts the byte that ends the file as a sample.
            if file.format == "VOC" and file.subtype in ("ULAW", "ALAW") and file.channels == 1:
                said, read = said - 1, read - 1
    except (OSError, soundfile.LibsndfileError) as error:
        raise Failure(f"the output cannot be read: {error}") from error
    # Some encodings have whole blocks, and no other place for the length.
    has_blocks = file.subtype in BLOCKS or (file.format, file.subtype) == ("PAF", "PCM_24")
    if has_blocks and frames is not None and 0 <= said - frames < 4_096:
        frames = said = read
    if not (said == read and frames in (None, read)):
        raise Failure(f"the output has {read} samples and says {said}, the program says {frames}")


def check_names(folder: pathlib.Path, expected: set[str]):
    found = set(os.listdir(folder))
    if found != expected:
        raise Failure(f"left {sorted(found - expected)}, and not {sorted(expected - found)}")


class Fuzzer:
    """Runs one batch after another, each from a seed of its own."""

    def __init__(self, program: pathlib.Path, seed: int, keep: pathlib.Path):
        self.program, self.seed, self.keep, self.number = program, seed, keep, 0
        self.sounds = mutations.sounds()
        resources = program.parent / "VoiceIsolation_DeepFilterNetWeights.resources"
        self.weights = (resources / "DeepFilterNet3.safetensors").read_bytes()

    def batch(self, number: int, count: int) -> tuple[list[str], int, float]:
        """What is wrong with so many files, how many were read, and the most memory."""
        mutator, self.number = mutations.Mutator([self.seed, number]), number
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            ways = (self.singly, self.together, self.together, self.piped, self.together,
                    self.together, self.weighing, self.together)
            return ways[number % len(ways)](folder, mutator, count)

    def damaged(self, mutator: mutations.Mutator, folder: pathlib.Path, number: int):
        """One file, written to the folder."""
        name = mutator.choice(sorted(self.sounds))
        path = folder / f"{number}-{name}"
        path.write_bytes(mutator.mutated(self.sounds[name], list(self.sounds.values())))
        return path

    def together(self, folder, mutator, count):
        """Many files in one call, with the results in JSON; each by itself if that fails."""
        inputs = folder / "in"
        inputs.mkdir()
        paths = [self.damaged(mutator, inputs, number) for number in range(count)]
        try:
            return [], *self.checked_together(paths, folder / "out")
        except Failure as failure:
            problems = []
            for path in paths:
                problems += self.single(path, ["--json", path], folder / "alone", path.name)[0]
            if not problems:
                kept = self.keep / f"{self.seed}-{self.number}"
                shutil.copytree(inputs, kept, dirs_exist_ok=True)
                problems.append(f"{self.program} --json {kept}/* -d out: {failure}")
            return problems, 0, 0

    def checked_together(self, paths: list[pathlib.Path], outputs: pathlib.Path):
        outputs.mkdir()
        done = call([self.program, "--json", "--jobs=1", "-d", outputs, *paths], outputs)
        lines = [json.loads(line) for line in done.output.splitlines()]
        if done.errors or [line["input"] for line in lines] != [str(path) for path in paths]:
            raise Failure(f"{len(lines)} lines, and as errors: {done.errors}")
        good = [line for line in lines if "error" not in line]
        if done.status != (len(good) < len(lines)):
            raise Failure(f"status {done.status}, and {len(good)} of {len(lines)} files are done")
        for line in lines:
            if not line.get("error", "/").startswith("/") or "\n" in line.get("error", ""):
                raise Failure(f"an odd message: {line['error']}")
        check_names(outputs, {pathlib.Path(line["output"]).name for line in good})
        for line in good:
            check_output(pathlib.Path(line["output"]), line["frames"])
        return len(good), done.megabytes

    def single(self, path, arguments, folder, output, piped=None):
        """One call for one output, which is there only if that went well."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command = [self.program, *arguments, "-o", output]
        try:
            done = call(command, folder, piped)
            check_names(folder, {output} if done.status == 0 else set())
            lines = done.errors.splitlines()
            if done.output:
                line = json.loads(done.output)
                if lines or ("error" in line) != (done.status == 1):
                    raise Failure(f"status {done.status}: {done.errors}{done.output}")
                frames = line.get("frames")
            else:
                frames = None
                warnings = [": warning: " in line for line in lines]
                if not all(warnings) if done.status == 0 else warnings != [False]:
                    raise Failure(f"status {done.status}: {done.errors}")
            if done.status == 0:
                check_output(folder / output, frames)
            return [], done.status == 0, done.megabytes
        except Failure as failure:
            self.keep.mkdir(parents=True, exist_ok=True)
            kept = self.keep / f"{self.seed}-{self.number}-{path.name}"
            shutil.copy(path, kept)
            words = [kept if part == path else part for part in command]
            if piped is not None:
                words += ["<", kept]
            return [f"{' '.join(map(str, words))}: {failure}"], 0, 0

    def collected(self, results) -> tuple[list[str], int, float]:
        problems, good, megabytes = zip(*results)
        return sum(problems, []), sum(good), max(megabytes)

    def singly(self, folder, mutator, count):
        """File by file, into any format, with messages for people."""
        def run(number):
            path = self.damaged(mutator, folder, number)
            output = f"out.{mutator.choice(OUTPUT_ENDINGS)}"
            return self.single(path, ["--quiet", path], folder / "out", output)
        return self.collected(run(number) for number in range(count))

    def piped(self, folder, mutator, count):
        """The same through a pipe, which nobody can go back in."""
        def run(number):
            path = self.damaged(mutator, folder, number)
            output = f"out.{mutator.choice(OUTPUT_ENDINGS)}"
            return self.single(
                path, ["--quiet", "/dev/stdin"], folder / "out", output, path.read_bytes())
        return self.collected(run(number) for number in range(count))

    def weighing(self, folder, mutator, count):
        """A sound file, and damaged weights."""
        sound = folder / "sound.wav"
        sound.write_bytes(self.sounds["wav-pcm_16-8000-1.wav"])

        def run(number):
            path = folder / f"{number}.safetensors"
            path.write_bytes(mutator.mutated_weights(self.weights))
            result = self.single(
                path, ["--quiet", sound, "--model", path], folder / "out", "out.wav")
            path.unlink()
            return result
        return self.collected(run(number) for number in range(count))


def begin(*arguments):
    global fuzzer
    fuzzer = Fuzzer(*arguments)


def batch(number: int, count: int):
    return fuzzer.batch(number, count)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path(".build/fuzz"))
    options = parser.parse_args()
    counts = [min(BATCH, options.count - start) for start in range(0, options.count, BATCH)]
    arguments = (options.program.resolve(), options.seed, options.keep.resolve())
    with concurrent.futures.ProcessPoolExecutor(2, initializer=begin, initargs=arguments) as pool:
        results = list(pool.map(batch, range(len(counts)), counts))
    problems = [problem for found, _, _ in results for problem in found]
    for problem in problems:
        print(f"fuzz: {problem}", file=sys.stderr)
    print(f"{options.count} damaged files with seed {options.seed}: {sum(r[1] for r in results)} "
          f"read, at most {max(r[2] for r in results):.0f} MB, {len(problems)} failures")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
