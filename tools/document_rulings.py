"""Write docs/rulings.md: which readings are played, from the table of rulings and their English words.

Run it after a change of a ruling or of its English words: `.venv/bin/python tools/document_rulings.py`. With `--check`
nothing is written; the exit status says whether the page is out of date.
"""

import sys
import textwrap
from pathlib import Path

from goldenspike.text import FALLBACK, RULINGS, Ruling, message, name_paragraph, name_ruling, note_on_rulings, tell_ruling

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rulings.md"

HEAD = """Players read them in their language at `/help/rulings`. This page is written by `tools/document_rulings.py` from
`text/rulings.py` and the English `rulings.po`; do not edit it by hand.
"""

FOOT = {
    "1830": "That place is `titles/g1830/reconstructed.py`.",
    "1862": "What is reconstructed of this title, and why a table that stands still ends as it does, is in [1862](1862.md).",
}
"""What only those want to know who read the source."""


def words(id: str) -> str:
    return message(id, FALLBACK) or id


def paragraph(text: str) -> str:
    return textwrap.fill(text, 120, break_on_hyphens=False) + "\n"


def row(title: str, ruling: Ruling) -> str:
    cited = (name_paragraph(number, FALLBACK) for number in ruling.paragraphs)
    place = ", ".join((*cited, name_ruling(title, ruling, FALLBACK)))
    told = tell_ruling(title, ruling, FALLBACK)
    if ruling.option:
        values = ", ".join(f"`{value}` ({words(f'option.{ruling.option}.{value}')})" for value in ruling.values)
        told += f" Option `{ruling.option}`: {values}."
    return f"| {place} | {told} |\n"


def page() -> str:
    parts = [f"# {words('ruling.title')}\n\n", paragraph(words("ruling.intro")), "\n", HEAD]
    for title, rulings in RULINGS.items():
        parts.append(f"\n## {title}\n\n| place | ruling |\n| --- | --- |\n")
        parts.extend(row(title, ruling) for ruling in rulings)
        foot = " ".join(part for part in (note_on_rulings(title, FALLBACK), FOOT.get(title, "")) if part)
        if foot:
            parts.extend(("\n", paragraph(foot)))
    return "".join(parts)


def main() -> int:
    text = page()
    if "--check" in sys.argv:
        return 0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
