"""Hatch's hook for wheels: GOLDENSPIKE_COMPILE=1 puts the compiled core into the wheel, which is then for this platform only.

The value is the level of optimization of the C compiler. Without it the wheel is pure and runs everywhere.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCore(BuildHookInterface):  # type: ignore[type-arg]  # the parameter is a private class of Hatch
    def dependencies(self) -> list[str]:
        """What the build itself needs."""
        return ["mypy[mypyc]>=1.13"] if self._level else []

    @property
    def _level(self) -> str:
        return os.environ.get("GOLDENSPIKE_COMPILE", "")

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._level or version == "editable":
            return
        root = Path(self.root)
        subprocess.run([sys.executable, "tools/compile_core.py", "--opt-level", self._level], cwd=root, check=True)
        compiled, sources = root / "build" / "compiled", root / "src"
        # The extension modules go beside the sources and are preferred to them.
        added = [file.relative_to(compiled) for file in compiled.rglob("*.*") if file.suffix in (".so", ".pyd", ".py")]
        added = [path for path in added if not (sources / path).exists()]
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(compiled / path): path.as_posix() for path in added})
        # Compiled classes that may be subclassed import its mark.
        build_data["dependencies"].append("mypy-extensions")
