"""What the benchmarks of the server measure alike."""

import os
import statistics
import time
from pathlib import Path


def milliseconds(samples: list[float]) -> dict[str, float]:
    ordered = sorted(samples) or [0.0]
    return {
        "median": round(1000 * statistics.median(ordered), 1),
        "p99": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 1),
        "most": round(1000 * ordered[-1], 1),
    }


def _fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the third on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def processor_seconds(pid: int) -> float | None:
    """What a process has used of the processors so far; None where the system does not tell."""
    try:
        fields = _fields(pid)
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_idle(pid: int, most: float = 60) -> None:
    """A server warms up in the background after the start."""
    end, used = time.monotonic() + most, -1.0
    while time.monotonic() < end and (present := processor_seconds(pid) or 0.0) > used + 0.02:
        used = present
        time.sleep(1)


def family(pid: int) -> list[int]:
    """A process and those that it has started, such as workers and bots."""
    found = [pid]
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(_fields(int(folder.name))[1])
        except OSError:
            continue
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def family_seconds(pid: int) -> float:
    return sum(processor_seconds(one) or 0.0 for one in family(pid))


def family_megabytes(pid: int) -> int:
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(pid))
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
