"""Compare the speed of the engine in two commits, side by side.

    python benchmarks/compare.py v1.2 HEAD              medians of seven, pure Python
    python benchmarks/compare.py v1.2 . --compiled      the working tree, both compiled with mypyc
    python benchmarks/compare.py main . --only replay --repeats 15

Both commits are unpacked into build/compare and measured by the same code (`engine.py`), each in a process of its own. The
measurements alternate (A B A B ...) and count CPU time, so that other work on the machine falls on both. The ratio is A's median
through B's: 2.0 means that B takes half as long. Before that both play some games with fixed seeds (`fingerprints.py`), and the
report says whether they were the same.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent
UNPACKED = ROOT / "build" / "compare"


@dataclass
class Side:
    """One of the two commits."""

    name: str
    package: Path
    """The folder that holds the package, for the Python path."""
    worker: subprocess.Popen[str] | None = None
    values: dict[str, list[float]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"PYTHONPATH": f"{self.package}{os.pathsep}{HERE}", "PYTHONHASHSEED": "0"}

    def ask(self, name: str) -> dict[str, Any]:
        worker = self.worker
        assert worker is not None and worker.stdin is not None and worker.stdout is not None
        worker.stdin.write(f"{name}\n")
        worker.stdin.flush()
        line = worker.stdout.readline()
        if not line:
            sys.exit(f"{self.name}: the measuring process has ended while it measured {name!r}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def unpack(name: str) -> Path:
    """The source tree of a commit; a folder such as `.` stands for itself."""
    if Path(name).is_dir():
        return Path(name).resolve()
    sha = subprocess.run(
        ["git", "rev-parse", "--verify", f"{name}^{{commit}}"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    tree = UNPACKED / sha
    if not tree.exists():
        tree.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", sha, "src", "tools"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", str(tree)], input=archive, check=True)
    return tree


def package_of(tree: Path, compiled: bool) -> Path:
    if not compiled:
        return tree / "src"
    built = tree / "build" / "compiled"
    if tree.parent != UNPACKED or not any(built.rglob("*.so")):  # A working tree may have changed since it was compiled.
        print(f"compiling {tree} (some minutes) ...", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "tools/compile_core.py"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    return built


@contextmanager
def measuring(sides: tuple[Side, Side]) -> Iterator[None]:
    for side in sides:
        side.worker = subprocess.Popen(
            [sys.executable, str(HERE / "engine.py")],
            env=side.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        yield
    finally:
        for side in sides:
            if side.worker is not None:
                side.worker.kill()
                side.worker.wait()


def same_games(sides: tuple[Side, Side], games: int) -> str:
    """Whether both play the same games, or what is different in them (see `fingerprints.py`)."""
    command = [sys.executable, str(HERE / "fingerprints.py"), "--games", str(games)]
    with TemporaryDirectory() as folder:
        hashes = str(Path(folder) / "before.json")
        subprocess.run([*command, "--json", hashes], env=sides[0].environment, check=True, stdout=subprocess.DEVNULL)
        compared = subprocess.run(
            [*command, "--against", hashes], env=sides[1].environment, check=False, stdout=subprocess.PIPE, text=True
        )
    lines = compared.stdout.splitlines()
    changed = [line for line in lines if not line.endswith("all the same")]
    return "\n".join(changed) or f"same games: {games} of each of {len(lines)} versions"


def take(sides: tuple[Side, Side], names: list[str], repeats: int) -> Iterator[tuple[str, str]]:
    """Each measurement alternately on both sides; yields its name and what went wrong, if anything."""
    for name in names:
        trouble = ""
        for _ in range(repeats):
            for side in sides:
                answer = side.ask(name)
                if "error" in answer:
                    trouble = f"{side.name}: {answer['error']}"
                    break
                side.values.setdefault(name, []).append(answer["value"])
            if trouble:
                break
        yield name, trouble


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("before", help="a commit, or the folder of a source tree")
    parser.add_argument("after", nargs="?", default=str(ROOT), help="another one; the working tree if left out")
    parser.add_argument("--compiled", action="store_true", help="compile both with mypyc first")
    parser.add_argument("--only", default="", help="measurements whose name contains one of these, separated by commas")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--games", type=int, default=2, help="how many games of each version are compared; 0 for none")
    parser.add_argument("--json", type=Path, help="write all values to this file")
    wanted = parser.parse_args()
    from engine import MEASUREMENTS

    names = [name for name in MEASUREMENTS if any(part in name for part in wanted.only.split(","))]
    if not names:
        sys.exit(f"no measurement is called {wanted.only!r}: known are {', '.join(MEASUREMENTS)}")
    before, after = (Side(name, package_of(unpack(name), wanted.compiled)) for name in (wanted.before, wanted.after))
    print(f"A = {before.name}, B = {after.name}, {'compiled' if wanted.compiled else 'pure Python'}, CPU time, ", end="")
    print(f"medians of {wanted.repeats} in the order A B A B")
    if wanted.games:
        print(same_games((before, after), wanted.games), flush=True)
    print(f"{'':24} {'A':>10} {'B':>10}  {'unit':10} {'A/B':>6}")
    with measuring((before, after)):
        for name, trouble in take((before, after), names, wanted.repeats):
            if trouble:
                print(f"{name:24} {trouble}", flush=True)
                continue
            a, b = median(before.values[name]), median(after.values[name])
            print(f"{name:24} {a:10.2f} {b:10.2f}  {MEASUREMENTS[name].unit:10} {a / b if b else 0:6.2f}", flush=True)
    if wanted.json:
        values = {"before": before.values, "after": after.values}
        wanted.json.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
