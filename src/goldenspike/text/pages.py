"""The messages that pages and printed sheets ask for, found in the sources as gettext's tools would.

This package is below the server and cannot import it; templates could not be imported anyway.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

from goldenspike.text.catalogue import FALLBACK, read, subjects

SERVER: Final = Path(__file__).parents[1] / "server"
SHEETS: Final = Path(__file__).parents[1] / "printing"
TABLES: Final = Path(__file__).parent / "rules" / "tables.py"
SUBJECTS: Final = (
    *("pages", "table", "quick", "rounds", "since", "learn", "analysis"),
    *("admin", "notices", "problems", "puzzles", "clocks", "orders", "plans", "printing", "real"),
)
"""The files with messages of pages."""

COMPOSED: Final = (
    "act.",
    "bot.",
    "clock.",
    "coach.",
    "do.",
    "forecast.",
    "hints.",
    "learn.",
    "leave.",
    "lesson.",
    "list.",
    "log.",
    "notice.",
    "order.",
    "owner.",
    "picture.",
    "plan.",
    "problem.",
    "puzzle.",
    "seat.",
    "shortcut.",
    "since.",
    "stake.",
    "status.",
    "story.",
    "task.",
    "token.",
    "trade.",
)
"""Prefixes of ids that are composed in the code, such as `words('status.' ~ table.status)`."""

_ASKED = re.compile(r"""\bwords\(\s*["']([\w.-]+)["']\s*[,)]""")
_PROBLEM = re.compile(r"""\bProblem\(\s*\d+,\s*"(\w+)\"""")
_NOT_FOUND = re.compile(r"""\bnot_found\(\s*"(\w+)"\)""")
_QUOTED = re.compile(r"""["']([\w.-]+)["']""")


@cache
def asked() -> frozenset[str]:
    """The ids that templates and code name outright, and those of the server's problems."""
    text = _sources()
    found = set(_ASKED.findall(text))
    found |= {f"problem.{code}" for code in _PROBLEM.findall(text)}
    return frozenset(found | {f"problem.no_such_{what}" for what in _NOT_FOUND.findall(text)})


@cache
def written() -> tuple[str, ...]:
    """The ids that English has for pages."""
    files = (file for file in subjects(FALLBACK) if file.stem in SUBJECTS)
    return tuple(entry.id if isinstance(entry.id, str) else entry.id[0] for file in files for entry in read(file) if entry.id)


def is_used(id: str) -> bool:
    """Whether some page may ask for it: it is named in the sources, or has one of the composed prefixes."""
    return id.startswith(COMPOSED) or id in _quoted()


@cache
def _quoted() -> frozenset[str]:
    return frozenset(_QUOTED.findall(_sources()))


@cache
def _sources() -> str:
    files = [*sorted(SERVER.rglob("*")), *sorted(SHEETS.glob("*")), TABLES]
    return "\n".join(file.read_text("utf-8") for file in files if file.suffix in (".html", ".py"))
