"""The parts of the benchmark: what is asked of which program, how often, in which order."""

import dataclasses
import pathlib
import random
import re
import subprocess
import sys
import time

from benchmark_process import Failure, Numbers, Subject

PEERS = pathlib.Path(__file__).resolve().parent / "benchmark_peers.py"
# 64 hops fill a block of a file, and this is a whole number of blocks.
SOUND_HOPS = 1024
SOUND_SECONDS = SOUND_HOPS / 100


@dataclasses.dataclass(frozen=True)
class Setting:
    """The programs of all builds, the weight files, the sounds, and how much to do."""

    # default, avx2 and sse2 (the same, held to the instructions of lesser machines), v3, blas
    programs: dict[str, list]
    weights: dict[str, pathlib.Path]  # int16, float32
    sound: pathlib.Path
    zeros: pathlib.Path
    short: bool

    def ours(self, kind: str, build: str, *numbers: int, weights: str = "int16",
             sound: pathlib.Path | None = None) -> list:
        return [*self.programs[build], kind, self.weights[weights], sound or self.sound, *numbers]

    def peer(self, kind: str, *numbers: int) -> list:
        return [sys.executable, PEERS, kind, self.sound, *numbers]

    @property
    def fastest(self) -> str:
        return "v3" if "v3" in self.programs else "default"


# Machines that have less than this one, as the default build finds them: their instructions.
LESSER_MACHINES = {"avx2": "avx2", "sse2": "baseline"}


def contestants(setting: Setting) -> dict[str, tuple[list, int]]:
    """The command of each contestant, and how much it does in a round: hops, or whole sounds."""
    found: dict[str, tuple[list, int]] = {}
    hops = 100 if setting.short else 200
    builds = [build for build in ("default", "v3") if build in setting.programs]
    for build in builds:
        for channels in (1, 2, 6):
            found[f"live {channels} {build}"] = (
                setting.ours("live", build, channels), hops // channels)
        if not setting.short:
            found[f"live 1 {build} float32"] = (
                setting.ours("live", build, 1, weights="float32"), hops)
            found[f"live 1 {build} zeros"] = (
                setting.ours("live", build, 1, sound=setting.zeros), hops)
        for threads in (1, 2):
            # Threads that have slept take a tenth of a second to find their cores: five sounds.
            amount = 5 if threads > 1 else 1
            found[f"file {threads} {build}"] = (setting.ours("file", build, threads), amount)
            if not setting.short:
                found[f"file {threads} {build} float32"] = (
                    setting.ours("file", build, threads, weights="float32"), amount)
    for lesser in LESSER_MACHINES:
        if lesser in setting.programs:
            found[f"live 1 {lesser}"] = (setting.ours("live", lesser, 1), hops)
            found[f"file 1 {lesser}"] = (setting.ours("file", lesser, 1), 1)
            found[f"file 1 {lesser} float32"] = (
                setting.ours("file", lesser, 1, weights="float32"), 1)
    if "blas" in setting.programs:
        # It takes no part in the products of integers.
        found["file 1 blas float32"] = (setting.ours("file", "blas", 1, weights="float32"), 1)
    for channels in (1,) if setting.short else (1, 2, 6):
        found[f"libDF {channels}"] = (setting.peer("libdf", channels), hops // (2 * channels))
    found["ORT whole 1"] = (setting.peer("whole", 1), 1)
    if not setting.short:
        found["ORT whole 2"] = (setting.peer("whole", 2), 5)
        found["ORT whole 2 idle"] = (setting.peer("idle", 2), 5)
        found["ORT frames"] = (setting.peer("single"), hops // 4)
    return found


def rounds(chosen: dict[str, tuple[list, int]], count: int) -> dict[str, dict[str, Numbers]]:
    """All contestants, one at a time and in a new order every round: times by the clock, and the
    processors' work where it is told."""
    found: dict[str, dict[str, Numbers]] = {name: {} for name in chosen}
    subjects = {name: Subject(name, command) for name, (command, _) in chosen.items()}
    order = random.Random(1)
    try:
        for name, (_, amount) in chosen.items():
            # A minute of zeros first, in which running levels sink as far as they do.
            subjects[name].ask(f"skip {6000 if name.endswith('zeros') else amount}")
        for index in range(count):
            for name in order.sample(list(chosen), len(chosen)):
                # Threads of the one before may spin for a moment.
                time.sleep(0.01)
                for key, numbers in subjects[name].ask(f"run {chosen[name][1]}").items():
                    key = key if key == "processor" else "time"
                    found[name].setdefault(key, Numbers()).add(numbers)
            show(f"round {index + 1} of {count}")
        for subject in subjects.values():
            subject.end()
    finally:
        for subject in subjects.values():
            subject.process.kill()
    return found


def start(setting: Setting, count: int) -> dict[str, dict[str, Numbers]]:
    """Load, first hop and reset, each time in a new process; the file is in the system's cache."""
    commands = {
        f"ours, {build}, {weights}": setting.ours("start", build, weights=weights)
        for build in ("default", "v3") if build in setting.programs
        for weights in setting.weights
    }
    commands["libDF"] = setting.peer("libdf")
    if not setting.short:
        commands["ORT, three graphs"] = setting.peer("whole")
        commands["ORT, single"] = setting.peer("single")
    found: dict[str, dict[str, Numbers]] = {name: {} for name in commands}
    for index in range(count):
        for name, command in commands.items():
            with Subject(name, command) as subject:
                if name.startswith("ours"):
                    series = subject.ask("run 100")
                else:
                    series = subject.ask("check 1")
                    if "three" not in name:
                        series["first hop"] = next(iter(subject.ask("run 1").values()))
                        series["later hops"] = next(iter(subject.ask("run 100").values()))
            for key, numbers in series.items():
                found[name].setdefault(key, Numbers()).add(numbers)
        show(f"start {index + 1} of {count}")
    return found


def by_build(setting: Setting, kind: str, count: int, amount: int) -> dict[str, dict[str, Numbers]]:
    """Every series of `stages` or `kernels`, by build (and weights, where they matter)."""
    commands = {
        f"{build}, {weights}" if kind == "stages" else build:
            setting.ours(kind, build, weights=weights)
        for build in setting.programs if build not in ("blas", "v3" if kind == "kernels" else "")
        for weights in (setting.weights if kind == "stages" else ["int16"])
    }
    found: dict[str, dict[str, Numbers]] = {name: {} for name in commands}
    subjects = {name: Subject(f"{kind}, {name}", command) for name, command in commands.items()}
    try:
        for subject in subjects.values():
            subject.ask(f"skip {amount}")
        for index in range(count):
            for name, subject in subjects.items():
                for key, numbers in subject.ask(f"run {amount}").items():
                    found[name].setdefault(key, Numbers()).add(numbers)
            show(f"{kind} {index + 1} of {count}")
        if kind == "kernels":
            for name, subject in subjects.items():
                found[name]["work"] = subject.ask("check 1")
        for subject in subjects.values():
            subject.end()
    finally:
        for subject in subjects.values():
            subject.process.kill()
    return found


def memory(setting: Setting) -> dict[str, float]:
    """Megabytes resident after live sound of a minute and of an hour."""
    with Subject("memory", setting.ours("live", setting.fastest)) as subject:
        show("a minute, then an hour of live sound")
        found = {}
        # By the minute: the program holds the times of what it is asked for at once.
        for minute in range(1, 61):
            subject.ask("skip 6000")
            if minute in (1, 60):
                found[f"{minute} min"] = subject.memory_megabytes()
    return found


def streams(setting: Setting, count: int) -> dict[str, dict[int, dict[str, float]]]:
    """Many streams on two threads: what a hop of one costs, memory, and bits."""
    found: dict[str, dict[int, dict[str, float]]] = {}
    for build in ("default", "v3"):
        if build not in setting.programs:
            continue
        sizes = (1, 8) if setting.short else (1, 8, 64, 512)
        subjects = {size: Subject(f"{size} streams, {build}",
                                  setting.ours("streams", build, size, 2)) for size in sizes}
        try:
            times = {size: Numbers() for size in sizes}
            work = {size: Numbers() for size in sizes}
            for subject in subjects.values():
                subject.ask("skip 2")
            for index in range(count):
                for size in sizes:
                    amount = max(2, 200 // size)
                    answer = subjects[size].ask(f"run {amount}")
                    times[size].add(answer["hop"])
                    work[size].add(answer["processor"])
                show(f"streams, {build}, {index + 1} of {count}")
            found[build] = {}
            alone = subjects[1].memory_megabytes()
            for size, subject in subjects.items():
                grown = subject.memory_megabytes() - alone
                found[build][size] = {
                    "hop": times[size].median, "processor": work[size].median,
                    "ratio": work[size].median / work[1].median,
                    "kB a stream": 1000 * grown / (size - 1) if size > 1 else float("nan"),
                    "different": subject.ask("check 20")["different"][0],
                }
                subject.end()
        finally:
            for subject in subjects.values():
                subject.process.kill()
    return found


def length(setting: Setting) -> dict[str, dict[str, float]]:
    """One file's sound of 10 s, 10 min, 2 h: median cost of a frame, and the peak of the memory."""
    found, times = {}, Numbers()
    with Subject("length", setting.ours("file", setting.fastest)) as subject:
        subject.ask("skip 1")
        for name, seconds in (("10 s", 10), ("10 min", 600), ("2 h", 7200)):
            show(f"a file of {name}")
            done = sum(map(len, times.rounds))
            times.add(subject.ask(f"run {max(1, round(seconds / SOUND_SECONDS) - done)}")["frame"])
            found[name] = {"frame": times.median, "peak": subject.memory_megabytes(peak=True)}
    return found


def system_calls(setting: Setting, hops: int) -> float:
    """What the hop's thread asks of the system in so many hops, between two markers; NaN if nothing
    can be traced here."""
    log = setting.sound.with_name("calls.txt")
    trace = ["strace", "-f", "-qq", "-o", log]
    try:
        able = subprocess.run([*trace, "true"], capture_output=True).returncode == 0
    except OSError:
        able = False
    if not able:
        return float("nan")
    with Subject("system calls", setting.ours("live", "default", 2), prefix=trace) as subject:
        subject.ask(f"check {hops}")
    lines = log.read_text().splitlines()
    marks = [index for index, line in enumerate(lines) if "getppid(" in line]
    if len(marks) != 2:
        raise Failure(f"system calls: {len(marks)} markers, not 2")
    thread = lines[marks[0]].split()[0]
    # Any other threads are not the hop's.
    between = (line.split(maxsplit=1) for line in lines[marks[0] + 1 : marks[1]])
    return float(sum(pid == thread and not re.match(r"<\.\.\. getppid", call)
                     for pid, call in between))


def show(progress: str):
    """How far it is, on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{progress}", end="", file=sys.stderr, flush=True)
