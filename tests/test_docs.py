"""The documentation: no broken links, every page is in the index, examples run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike.core.fields import fields_of
from goldenspike.record.native import read_record, replay
from goldenspike.record.wire import KINDS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
RUNNING = [DOCS / f"{name}.md" for name in ("1862", "boards", "drawing", "engine", "env", "routes", "translating")]
"""Pages whose Python examples are complete."""

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """A page without its examples."""
    return FENCED.sub("", page.read_text())


def blocks(page: Path, language: str) -> list[str]:
    return [code for found, code in FENCED.findall(page.read_text()) if found == language]


def links(page: Path) -> list[str]:
    """The link targets within the project."""
    return [target for target in LINK.findall(prose(page)) if not re.match(r"[a-z]+:", target)]


def anchors(page: Path) -> set[str]:
    """The anchors of the headings."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links(page):
        target, _, anchor = link.partition("#")
        file = page if not target else (page.parent / target).resolve()
        if not file.exists() or ROOT not in (file, *file.parents) or (anchor and anchor not in anchors(file)):
            broken.append(link)
    assert broken == []


def test_the_index_names_every_page() -> None:
    listed = {(DOCS / link.partition("#")[0]).resolve() for link in links(DOCS / "README.md")}
    assert [name(page) for page in sorted(DOCS.rglob("*.md")) if page.name != "README.md" and page not in listed] == []


@pytest.mark.parametrize("page", RUNNING, ids=name)
def test_python_examples_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = blocks(page, "python")
    assert examples
    for number, example in enumerate(examples, start=1):
        exec(compile(example, f"{name(page)}, example {number}", "exec"), {"__name__": "example"})


def test_the_session_in_readme_runs_as_printed(tmp_path: Path) -> None:
    session = "\n".join(blocks(ROOT / "README.md", "pycon"))
    assert ">>> " in session
    (tmp_path / "session.txt").write_text(session, encoding="utf-8")
    # A fresh interpreter in an empty folder: an example may lean on nothing but the installed package.
    command = [sys.executable, "-W", "error", "-X", "utf8", "-m", "doctest", "session.txt"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_record_of_the_schema_can_be_replayed() -> None:
    (example,) = blocks(DOCS / "schema.md", "json")
    assert replay(read_record(example.encode())).ply == 4


def test_the_schema_names_every_action_and_its_fields() -> None:
    rows = [row for row in (DOCS / "schema.md").read_text().splitlines() if row.startswith("| `")]
    for kind in KINDS:
        row = next((row for row in rows if f"`{kind}`" in row.split("|")[1]), "")
        lacking = [field.name for field in fields_of(KINDS[kind]) if f"`{field.name}`" not in row]
        assert lacking == [], f"{kind}: {lacking}"
