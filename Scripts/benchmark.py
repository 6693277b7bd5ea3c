#!/usr/bin/env python3
"""Measures the engine's speed and memory beside its peers', in one run on one sound.

Live streams, files, libDF and ONNX Runtime take turns in short rounds, one at a time and in a new
order every round, so that a shared machine's noise falls on all alike. What counts are the ratios
of medians. Parts: rounds, start, stages, kernels, memory, streams, length, calls.
"""

import argparse
import contextlib
import io
import json
import math
import os
import pathlib
import sys
import tempfile

import numpy as np

import archives
import weight_file
import benchmark_parts as parts
from benchmark_process import Failure
from benchmark_report import ROOT, Table, surroundings, write_markdown
from benchmark_tables import asked, cost, measured_tables
from export_weights import export
from sounds import RATE, MissingSpeech, Sounds

PARTS = ("rounds", "start", "stages", "kernels", "memory", "streams", "length", "calls")
SHORT_PARTS = ("rounds", "start", "stages", "kernels", "streams", "calls")


def measure(setting: parts.Setting, names: list[str], count: int) -> dict:
    """The results of the parts that are named, or that hold the contestants that are named."""
    short = setting.short
    everything = parts.contestants(setting)
    known = SHORT_PARTS if short else PARTS
    wanted = {part for part in known if not names or part in names}
    chosen = {name: work for name, work in everything.items()
              if "rounds" in wanted or any(name.startswith(named) for named in names)}
    for name in names:
        if name not in known and not any(other.startswith(name) for other in everything):
            raise Failure(f"no part or contestant '{name}'; there are: "
                          + ", ".join([*known, *everything]))
    results: dict = {}
    if chosen:
        results["rounds"] = parts.rounds(chosen, count)
    if "start" in wanted:
        results["start"] = parts.start(setting, 2 if short else 15)
    for kind in ("stages", "kernels"):
        if kind in wanted:
            results[kind] = parts.by_build(setting, kind, 2 if short else 20, 20 if short else 50)
    if "streams" in wanted:
        results["streams"] = parts.streams(setting, 2 if short else 15)
    if "calls" in wanted:
        results["calls"] = parts.system_calls(setting, 1000 if short else 10000)
    if "memory" in wanted:
        results["memory"] = parts.memory(setting)
    if "length" in wanted:
        results["length"] = parts.length(setting)
    return results


def faults(results: dict) -> list[str]:
    """What must never be, on any machine: wrong bits, system calls, gross regressions."""
    found = []
    medians = {name: cost(name, series) for name, series in results.get("rounds", {}).items()}
    for slow, fast, most in (
        ("live 1 default", "libDF 1", 1), ("file 1 default", "live 1 default", 1.5),
        ("live 6 default", "live 1 default", 9),
    ):
        if slow in medians and fast in medians and medians[slow] > most * medians[fast]:
            ratio = medians[slow] / medians[fast]
            found.append(f"{slow} takes {ratio:.2f} times as long as {fast}, more than {most}")
    for build, sizes in results.get("streams", {}).items():
        for size, values in sizes.items():
            if values["different"]:
                count = values["different"]
                found.append(f"{count:.0f} of {size} streams differ from solo, {build}")
    if results.get("calls", 0) > 0:
        found.append(f"{results['calls']:.0f} system calls in the hop")
    return found


def plain(value):
    """The results as JSON has them: summaries instead of all numbers, null for what is unknown."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, parts.Numbers):
        return value.summary
    return None if isinstance(value, float) and math.isnan(value) else value


def prepare(options: argparse.Namespace, folder: pathlib.Path) -> parts.Setting:
    """Makes the sound, ten seconds of real speech in noise, and the weights that are missing."""
    sounds = Sounds(1)
    seconds = parts.SOUND_SECONDS
    sound = sounds.mixed(sounds.speech(seconds), sounds.noise(seconds, 1))
    sound[: int(seconds * RATE)].astype("<f4").tofile(folder / "sound.f32")
    np.zeros(len(sound), "<f4").tofile(folder / "zeros.f32")
    weights = {"int16": ROOT / "Weights" / "DeepFilterNet3.safetensors"}
    if not options.short:
        weights["float32"] = ROOT / ".build" / "weights" / "standard-float32.safetensors"
        if not weights["float32"].exists():
            archive = archives.read(archives.fetch("standard"))
            with contextlib.redirect_stderr(io.StringIO()):
                weight_file.write(weights["float32"], export(archive, "float32"))
    programs = {"default": [options.default.resolve()]}
    if options.v3:
        programs |= {name: [*programs["default"], "--instructions", instructions]
                     for name, instructions in parts.LESSER_MACHINES.items()}
        programs["v3"] = [options.v3.resolve()]
        if options.blas:
            programs["blas"] = [options.blas.resolve(), "--instructions", "baseline"]
    return parts.Setting(
        programs=programs,
        weights=weights, sound=folder / "sound.f32", zeros=folder / "zeros.f32",
        short=options.short,
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for build in ("default", "v3", "blas"):
        parser.add_argument(f"--{build}", type=pathlib.Path, required=build == "default",
                            metavar="PROGRAM", help=f"isolation-benchmark of the {build} build")
    parser.add_argument("--short", action="store_true",
                        help="less than a minute: for crashes, wrong bits and gross regressions")
    parser.add_argument("--rounds", type=int,
                        help="rounds of all contestants (default: 25; short: 5)")
    parser.add_argument("--only", default="", metavar="NAMES",
                        help="parts, or contestants by the beginnings of their names, with commas")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the results there")
    parser.add_argument("--write", action="store_true", help="write Benchmarks/RESULTS.md")
    options = parser.parse_args()
    options.load = os.getloadavg()[0]
    count = options.rounds or (5 if options.short else 25)
    names = [name.strip() for name in options.only.split(",") if name.strip()]
    try:
        if count < 2:
            raise Failure("a single round says nothing")
        with tempfile.TemporaryDirectory() as folder:
            results = measure(prepare(options, pathlib.Path(folder)), names, count)
    except (Failure, MissingSpeech, archives.ArchiveError, OSError) as error:
        print(f"\nbenchmark: {error}", file=sys.stderr)
        return 1
    parts.show("")
    facts = surroundings(options)
    tables = measured_tables(results)
    if not options.short:
        tables.append(asked(results))
    print("\n".join(f"{name}: {fact}" for name, fact in facts.items()))
    for table in tables:
        print(table.text)
    if options.json:
        options.json.write_text(json.dumps(facts | {"results": plain(results)}, indent=1) + "\n")
    if options.write:
        write_markdown(facts, tables)
    found = faults(results)
    for fault in found:
        print(f"benchmark: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
