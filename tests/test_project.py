"""What README promises works as printed."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_readme_examples_run(tmp_path: Path) -> None:
    for block in PYTHON_BLOCK.findall(README.read_text(encoding="utf-8")):
        # A fresh interpreter in an empty folder: an example may lean on nothing but the installed package.
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", block],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert run.returncode == 0, f"{block}\n{run.stderr}"
