"""What the benchmark found, as tables for a terminal and for `Benchmarks/RESULTS.md`."""

import argparse
import dataclasses
import os
import pathlib
import platform
import re
import subprocess
from importlib import metadata

import archives

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of text under a header; the first column is left-aligned, the others right."""

    title: str
    header: list[str]
    rows: list[list[str]]
    note: str = ""

    @property
    def text(self) -> str:
        lines = [self.header, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.header))]
        body = (
            "  ".join(cell.rjust(width) if i else cell.ljust(width)
                      for i, (cell, width) in enumerate(zip(line, widths))).rstrip()
            for line in lines
        )
        return "\n".join([f"\n{self.title}", *body, *([self.note] if self.note else [])])

    @property
    def markdown(self) -> str:
        rule = ["---"] + ["---:"] * (len(self.header) - 1)
        lines = [f"## {self.title}", "", *(f"| {' | '.join(line)} |"
                                           for line in [self.header, rule, *self.rows])]
        return "\n".join([*lines, *(["", self.note] if self.note else [])])


def number(value: float) -> str:
    """Three digits, or as many as there are before the point; a dash for what is not known."""
    if value != value:
        return "—"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:.{digits}f}"


def surroundings(options: argparse.Namespace) -> dict[str, str]:
    """The machine, the tools and the state of the sources."""

    def first_line(*command: str) -> str:
        try:
            done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        except OSError:
            return "unknown"
        return (done.stdout.strip().splitlines() or ["unknown"])[0]

    processor, system = platform.machine(), platform.system()
    if system == "Linux":
        found = re.search(r"^model name\s*:\s*(.*)$",
                          pathlib.Path("/proc/cpuinfo").read_text(), re.M)
        processor = f"{found[1] if found else 'unknown'}, {processor}"
        release = platform.freedesktop_os_release()
        system = release.get("PRETTY_NAME", system)
    asked = [
        f"--{name}" if value is True else f"--{name} {value}"
        for name, value in vars(options).items()
        if value and name in ("short", "rounds", "only", "write")
    ]
    changed = first_line("git", "status", "--porcelain", "--untracked-files=no") != "unknown"
    return {
        "processor": f"{processor}, {os.cpu_count()} cores",
        "system": system,
        "toolchain": first_line("swift", "--version"),
        "BLAS": f"none; builds named blas: OpenBLAS "
                f"{first_line('pkg-config', '--modversion', 'openblas')}",
        "peers": f"{archives.PACKAGES['standard']} (libDF), onnxruntime=="
                 f"{metadata.version('onnxruntime')}, {archives.PACKAGES['low-latency']}",
        "commit": first_line("git", "rev-parse", "--short=10", "HEAD")
                  + (" and changes" if changed else ""),
        "load": "{:.1f} programs ran when it began".format(options.load),
        "command": " ".join(["Scripts/benchmark", *asked]),
    }


def write_markdown(facts: dict[str, str], tables: list[Table]):
    lines = ["# Results", "",
             "Written by `Scripts/benchmark --write`. On a shared machine the ratios within the "
             "run count; times are for orientation.", ""]
    lines += [f"- {name}: {fact}" for name, fact in facts.items()]
    for table in tables:
        lines += ["", table.markdown]
    (ROOT / "Benchmarks" / "RESULTS.md").write_text("\n".join(lines) + "\n")
