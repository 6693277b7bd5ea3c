"""The largest memory of a program, for the checks."""

import pathlib
import re
import subprocess
import time


def peak_megabytes(process: subprocess.Popen) -> float:
    """The largest resident size until the process ends, as the system keeps it while it runs. (What is
    said of a process that has ended counts this script's own size, from before the exec.) Raises
    CalledProcessError if the process fails."""
    peak = 0.0
    while process.poll() is None:
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            break
        peak = max([peak, *(int(n) / 1024 for n in re.findall(r"VmHWM:\s*(\d+) kB", status))])
        time.sleep(0.02)
    if process.wait() != 0:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return peak
