"""Compile goldenspike.core with mypyc into build/compiled: a copy of the package plus extension modules.

The source tree stays pure: PYTHONPATH=build/compiled selects the compiled engine, nothing else changes. A second build compiles
only the C files that changed. Optimization level 2 takes far longer to compile than level 1 and gains nothing; `--opt-level 0`
compiles fastest, for tests that ask whether it works.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import native_classes
from mypyc.build import mypycify
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"
SCRATCH = ROOT / "build" / "mypyc"
"""The C files, and the objects of each level of optimization."""
EXTENDED = ("options", "switches", "title", "fields")
"""Modules whose dataclasses stay as they are: titles extend them, or they are made once for a game."""
BESIDE = tuple(
    f"bots/{name}.py" for name in ("outlook", "baron/lines", "magnate/candidates", "magnate/features", "magnate/position")
)
"""Modules outside core in which the learned player and its training spend their time."""


def copy_package() -> None:
    shutil.rmtree(COMPILED, ignore_errors=True)
    shutil.copytree(
        ROOT / "src" / "goldenspike",
        COMPILED / "goldenspike",
        ignore=shutil.ignore_patterns("__pycache__", "*.so"),
    )


def open_to_subclasses() -> None:
    """Titles subclass steps, flows and options, `prompt` games and refusals, and they stay pure: mypyc must be told of these.

    The mark goes into the copy only, because core itself imports nothing but the standard library.
    """
    core = COMPILED / "goldenspike" / "core"
    mark = "@mypyc_attr(allow_interpreted_subclasses=True)\n"
    files = [core / f"{name}.py" for name in ("flow", "game", "options", "reasons")]
    for file in (*files, *sorted((core / "steps").glob("*.py"))):
        text = file.read_text()
        marked = re.sub(r"^class (\w+)(\((?!Enum)[A-Za-z]+\))?:", rf"{mark}\g<0>", text, flags=re.M)
        # Of the dataclasses only options and refusals are extended; the mark stands above the decorator.
        marked = re.sub(rf"(@dataclass[^\n]*\n){re.escape(mark)}", r"\1", marked)
        marked = re.sub(r"^@dataclass[^\n]*\nclass (Options|Refusal):", rf"{mark}\g<0>", marked, flags=re.M)
        if marked != text:
            file.write_text(native_classes.with_imports(marked, "from mypy_extensions import mypyc_attr"))


def write_out_classes() -> None:
    """Write out the constructors and comparisons of dataclasses (see `native_classes`), but not of those that titles extend."""
    (COMPILED / "goldenspike" / "core" / "native_class.py").write_text(native_classes.HELPER_SOURCE)
    for file in sources():
        declared = file.read_text()
        pickled = native_classes.pickle_dataclasses(declared)
        file.write_text(pickled if file.stem in EXTENDED else native_classes.write_out(pickled))


def sources() -> list[Path]:
    """All files of core, and those outside it that are compiled too."""
    package = COMPILED / "goldenspike"
    return [*sorted((package / "core").rglob("*.py")), *[package / name for name in BESIDE]]


def modules_to_compile() -> list[str]:
    """Every module but those that hold only docstrings or make classes when they are imported: they gain nothing."""
    left_out = ("__init__", "frozen", "native_class")
    return [str(file.relative_to(COMPILED)) for file in sources() if file.stem not in left_out]


class CompileSideBySide(build_ext):
    """mypyc makes one extension of all modules; its C files are compiled side by side, and only those that changed."""

    def build_extension(self, ext: Extension) -> None:
        newest = max(header.stat().st_mtime for header in SCRATCH.rglob("*.h"))

        def compile_one(source: str) -> str:
            (made,) = self.compiler.object_filenames([source], output_dir=self.build_temp)
            if not os.path.exists(made) or os.path.getmtime(made) < max(newest, os.path.getmtime(source)):
                self.compiler.compile(
                    [source], self.build_temp, include_dirs=ext.include_dirs, extra_postargs=ext.extra_compile_args
                )
            return str(made)

        # The large files first, so that none is left alone at the end.
        sources = sorted(ext.sources, key=os.path.getsize, reverse=True)
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            ext.extra_objects = [*ext.extra_objects, *workers.map(compile_one, sources)]
        ext.sources = []
        super().build_extension(ext)


def build(modules: list[str], opt_level: str) -> None:
    # mypyc names modules by their path from the current folder, and inplace builds write there.
    os.chdir(COMPILED)
    # The project's mypy settings point at src, where the same modules would be found a second time.
    # Only core must pass: the package itself names `prompt`, and so most of what lies above core.
    # Debugging information would take far longer to compile.
    extensions = mypycify(
        ["--config-file=", "--follow-imports=silent", *modules],
        opt_level=opt_level,
        debug_level="0",
        multi_file=True,
        target_dir=str(SCRATCH),
    )
    settings: dict[str, Any] = {
        "name": "goldenspike-core",
        "ext_modules": extensions,
        "cmdclass": {"build_ext": CompileSideBySide},
    }
    distribution = Distribution(settings)
    distribution.command_options["build_ext"] = {
        "inplace": ("compile_core", "1"),
        "force": ("compile_core", "1"),  # Link always: the command does not see which objects are new.
        "build_lib": ("compile_core", str(SCRATCH / "lib")),
        "build_temp": ("compile_core", str(SCRATCH / f"objects-{opt_level}")),
    }
    distribution.run_command("build_ext")


def verify(modules: list[str]) -> None:
    """Import all in a fresh interpreter: a copy that fell back to pure Python would prove nothing."""
    names = [module.removesuffix(".py").replace(os.sep, ".") for module in modules]
    program = (
        "import importlib, sys\n"
        "files = {name: importlib.import_module(name).__file__ for name in sys.argv[1:]}\n"
        "pure = [name for name, file in files.items() if file.endswith('.py')]\n"
        "sys.exit('not compiled: ' + ', '.join(pure) if pure else 0)"
    )
    subprocess.run([sys.executable, "-c", program, *names], check=True, env=os.environ | {"PYTHONPATH": str(COMPILED)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--opt-level", choices=("0", "1", "2", "3"), default="1", help="how far the C compiler optimizes")
    opt_level = parser.parse_args().opt_level
    started = monotonic()
    copy_package()
    write_out_classes()
    open_to_subclasses()
    modules = modules_to_compile()
    if not modules:
        sys.exit("src/goldenspike/core has no modules to compile")
    build(modules, opt_level)
    verify(modules)
    (COMPILED / ".stamp").touch()
    used = sum(os.times()[:4])
    print(f"{len(modules)} core modules compiled in {monotonic() - started:.0f} s, {used:.0f} s of CPU time;", end=" ")
    print("PYTHONPATH=build/compiled selects them.")


if __name__ == "__main__":
    main()
