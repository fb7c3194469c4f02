"""The notebook in examples/ runs from its first cell to its last, with the display of IPython."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

NOTEBOOK = Path(__file__).resolve().parent.parent / "examples" / "first-minutes.ipynb"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InteractiveShell]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell.instance()
    assert shell.history_manager is not None
    shell.history_manager.enabled = False
    yield shell
    InteractiveShell.clear_instance()


def cells() -> list[dict[str, Any]]:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_is_stored_without_outputs() -> None:
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells())


def test_the_notebook_plays_draws_solves_and_lets_bots_meet(shell: InteractiveShell) -> None:
    printed, pictures = "", 0
    for cell in cells():
        with capture_output() as captured:
            result = shell.run_cell(  # type: ignore[no-untyped-call]
                "".join(cell["source"])
            )
        result.raise_error()
        printed += captured.stdout
        assert shell.display_formatter is not None
        shown, _ = shell.display_formatter.format(result.result)  # type: ignore[no-untyped-call]
        pictures += "image/svg+xml" in shown
    names = shell.user_ns
    assert "Ada buys Schuylkill Valley (SV, pays $5) from the bank for $20." in printed
    assert pictures == 3
    assert names["run"].proven and len(names["run"].routes) == 3
    assert f"${names['run'].revenue}" in printed
    assert names["duel"].is_over and sum(names["wins"].values()) == 5
