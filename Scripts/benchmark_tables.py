"""From the benchmark's results to tables, and to the ratios that are asked of the engine."""

from benchmark_process import Numbers
from benchmark_report import Table, number

FRAME_MICROSECONDS = 10_000


def measured_tables(results: dict) -> list[Table]:
    makers = {"rounds": frames, "start": starts, "stages": stages, "kernels": kernels,
              "streams": streams, "memory": memory, "length": lengths, "calls": calls}
    return [make(results[part]) for part, make in makers.items() if part in results]


def frames(rounds: dict) -> Table:
    rows = []
    for name, series in rounds.items():
        summary = series["time"].summary
        work = series["processor"].median if "processor" in series else float("nan")
        # A whole sound is one number a round: it has no rare frames.
        known = ["p50", "p90"] + (["p99", "p99.9", "max"] if summary["count"] >= 100 else [])
        cells = [number(summary[key]) for key in known] + [""] * (5 - len(known))
        rows.append(
            [name, *cells, number(work), number(FRAME_MICROSECONDS / cost(name, series))])
    return Table(
        "Microseconds a frame of 10 ms",
        ["", "p50", "p90", "p99", "p99.9", "max", "processors", "times real time"], rows,
        "live CHANNELS BUILD, libDF CHANNELS: all channels of a hop, everything included. "
        "file THREADS BUILD: memory to memory. BUILD: default, on this machine's instructions; avx2, "
        "sse2: the same held to those of lesser machines; blas: sse2 with OpenBLAS; v3: all compiled "
        "for AVX2. ORT whole THREADS: the network alone over the whole "
        "sound, as users get it (its threads spin while they wait; idle: told not to). ORT frames: "
        "frame by frame. Bundled int16 weights unless float32 is said. Processors: the "
        "mean of their work, all threads together, without what others on the machine take; of "
        "what runs on one thread, the lesser of this and p50 counts.")


def cost(name: str, series: dict[str, Numbers]) -> float:
    """What a frame is held to take, µs: the median by the clock; of what runs on one thread, the
    median of the work if that is less, because others on the machine do not lengthen it."""
    one = not name.startswith(("file 2", "ORT whole 2"))
    return min(numbers.median for key, numbers in series.items() if one or key == "time")


def starts(found: dict) -> Table:
    columns = {"load": 1000, "stream": 1, "first hop": 1, "later hops": 1, "reset": 1}
    rows = [
        [name, *(number(series[key].median / unit) if key in series else "—"
                 for key, unit in columns.items())]
        for name, series in found.items()
    ]
    header = ["", "load (ms)", "stream (µs)", "first hop (µs)", "later hops (µs)", "reset (µs)"]
    return Table("Start, each in a new process (medians)", header, rows)


def stages(found: dict) -> Table:
    names = list(next(iter(found.values())))
    rows = [[name, *(number(series[name].median) for series in found.values())] for name in names]
    return Table("Stages of a live hop (µs, medians)", ["", *found], rows)


def kernels(found: dict) -> Table:
    """Each product's time, its rate beside the machine's, and how fast its weights were read."""
    rows = []
    for name, (multiply_adds, size) in next(iter(found.values()))["work"].items():
        cells = []
        for series in found.values():
            microseconds = series[name].median
            rate = multiply_adds / microseconds / 1000
            kind = "int16 multiply-adds" if name.startswith("int16") else "multiply-adds"
            share = 100 * rate / series[kind].median
            cells += [number(microseconds), number(rate), f"{share:.0f} %",
                      number(size / microseconds / 1000)]
        rows.append([name, *cells])
    for name in next(iter(found.values())):
        if name.startswith("read") or name.endswith("multiply-adds"):
            cells = []
            for series in found.values():
                limit = number(series[name].median)
                cells += ["", "", "", limit] if name.startswith("read") else ["", limit, "", ""]
            rows.append([f"the machine: {name}", *cells])
    header = [f"{build}: {what}" for build in found for what in ("µs", "G/s", "share", "GB/s")]
    return Table("Kernels alone: multiply-adds a second, share of the machine's, weights read",
                 ["", *header], rows)


def streams(found: dict) -> Table:
    rows = [
        [f"{size}, {build}", number(values["hop"]), number(values["processor"]),
         number(values["ratio"]),
         number(values["kB a stream"]), f"{values['different']:.0f}"]
        for build, sizes in found.items() for size, values in sizes.items()
    ]
    return Table("Streams on two threads",
                 ["", "µs of a thread a hop", "processor µs a hop", "of one alone", "kB a stream",
                  "differ from solo"], rows)


def memory(found: dict) -> Table:
    return Table("Memory of a live program (MB resident, sound included)", ["", *found],
                 [["mono, bundled weights", *(number(value) for value in found.values())]])


def calls(found: float) -> Table:
    return Table("System calls", ["", "in the hop's thread"],
                 [["live stereo, options changing", number(found)]])


def lengths(found: dict) -> Table:
    rows = [[name, number(values["frame"]), number(values["peak"])]
            for name, values in found.items()]
    return Table("Length of a file", ["", "µs a frame", "peak MB"], rows)


def asked(results: dict) -> Table:
    """What the engine is held to, and what it did."""
    medians = {name: cost(name, series) for name, series in results.get("rounds", {}).items()}
    loads = results.get("start", {})
    series = loads.get("ours, v3, int16", loads.get("ours, default, int16", {}))
    start = {key: numbers.median for key, numbers in series.items()}
    groups = results.get("streams", {})
    many = groups.get("v3", groups.get("default", {})).get(64, {})
    unknown = float("nan")

    def ratio(slow: str, fast: str, by: float = 1) -> float:
        return medians.get(slow, unknown) / medians.get(fast, unknown) * by

    def growth(part: str, long: str, short: str, key: str | None = None) -> float:
        found = results.get(part, {long: unknown, short: unknown})
        late, early = found[long], found[short]
        return late[key] / early[key] if isinstance(late, dict) else late / early

    lines = [  # what, at least or at most, how much, measured
        ("1 live mono, default: times libDF", ">=", 6.5, ratio("libDF 1", "live 1 default")),
        ("1 live mono, v3: times libDF", ">=", 12, ratio("libDF 1", "live 1 v3")),
        ("1 live mono, v3, float32: times libDF", ">=", 8, ratio("libDF 1", "live 1 v3 float32")),
        ("1 live mono, v3: of ORT's network, whole", "<=", 0.5, ratio("live 1 v3", "ORT whole 1")),
        ("2 live stereo, v3: times libDF", ">=", 9, ratio("libDF 2", "live 2 v3")),
        ("2 live 6 channels, v3: times libDF", ">=", 12, ratio("libDF 6", "live 6 v3")),
        ("2 the same, default", ">=", 9, ratio("libDF 2", "live 2 default")),
        ("2 6 channels, default: times libDF", ">=", 12, ratio("libDF 6", "live 6 default")),
        ("2 stereo, v3: a channel, of mono", "<", 1, ratio("live 2 v3", "live 1 v3", 1 / 2)),
        ("2 6 channels, v3: a channel, of mono", "<", 1, ratio("live 6 v3", "live 1 v3", 1 / 6)),
        ("3 file, v3, 1 thread: times ORT", ">=", 2.4, ratio("ORT whole 1", "file 1 v3")),
        ("3 file, v3, 2 threads: times ORT", ">=", 3.2, ratio("ORT whole 2", "file 2 v3")),
        ("3 the same, ORT's threads idle", ">=", 3.2, ratio("ORT whole 2 idle", "file 2 v3")),
        ("3 file, default, 1: times ORT", ">=", 1.1, ratio("ORT whole 1", "file 1 default")),
        ("3 file, default, 2: times ORT", ">=", 1.4, ratio("ORT whole 2", "file 2 default")),
        ("4 system calls in 10,000 hops", "<=", 0, results.get("calls", unknown)),
        ("5 load, ms", "<", 30, start.get("load", unknown) / 1000),
        ("5 first hop: of a later one", "<=", 2,
         start.get("first hop", unknown) / start.get("later hops", unknown)),
        ("5 reset, µs", "<", 50, start.get("reset", unknown)),
        ("6 64 streams: a hop, of one alone", "<=", 1.3, many.get("ratio", unknown)),
        ("6 64 streams that differ from solo", "<=", 0, many.get("different", unknown)),
        ("6 memory a stream, kB", "<", 400, many.get("kB a stream", unknown)),
        ("7 2 h: a second of sound, of 10 min", "<=", 1.1,
         growth("length", "2 h", "10 min", "frame")),
        ("7 2 h: peak memory, of 10 min", "<=", 1.05,
         growth("length", "2 h", "10 min", "peak")),
        ("  60 min live: memory, of 1 min", "<=", 1.05, growth("memory", "60 min", "1 min")),
        ("  zeros, default: of sound", "<=", 1.1, ratio("live 1 default zeros", "live 1 default")),
    ]
    rows = []
    for what, sign, limit, value in lines:
        held = {">=": value >= limit, "<=": value <= limit, "<": value < limit}[sign]
        verdict = "—" if value != value else "yes" if held else "NO"
        rows.append([what, f"{sign} {limit:g}", number(value), verdict])
    return Table("What is asked", ["", "asked", "measured", "held"], rows)
