"""A program that measures one thing, told over a pipe when to do it, and what numbers it gives."""

import json
import pathlib
import re
import subprocess

import numpy as np


class Failure(Exception):
    """What went wrong, in one line."""


class Subject:
    """One such program, running; it works only while it is asked."""

    def __init__(self, name: str, command: list, prefix: list = ()):
        self.name = name
        self.process = subprocess.Popen(
            [str(part) for part in [*prefix, *command]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )

    def ask(self, command: str) -> dict[str, list[float]]:
        """The series that answer a command, by their names."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise Failure(f"{self.name}: ended with status {self.process.wait()} at '{command}'")
        return {series["name"]: series["numbers"] for series in json.loads(answer)}

    def memory_megabytes(self, peak: bool = False) -> float:
        """What is resident now, or was at most; NaN where the system does not say."""
        try:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return float("nan")
        return int(re.search(rf"{'VmHWM' if peak else 'VmRSS'}:\s*(\d+)", status)[1]) / 1024

    def end(self):
        """Ends its sound; raises if it finds something wrong with it."""
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise Failure(f"{self.name}: ended with status {self.process.returncode}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.end()
        else:
            self.process.kill()
            self.process.wait()


class Numbers:
    """All numbers of one kind, from all rounds."""

    def __init__(self):
        self.rounds: list[list[float]] = []

    def add(self, numbers: list[float]):
        self.rounds.append(numbers)

    def percentile(self, percent: float) -> float:
        return float(np.percentile(np.concatenate(self.rounds), percent))

    @property
    def median(self) -> float:
        return self.percentile(50)

    @property
    def summary(self) -> dict[str, float]:
        named = {"p50": 50, "p90": 90, "p99": 99, "p99.9": 99.9, "max": 100}
        result = {name: round(self.percentile(percent), 3) for name, percent in named.items()}
        return result | {"rounds": len(self.rounds), "count": sum(map(len, self.rounds))}
