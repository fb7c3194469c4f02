"""Draw the boards of all versions of 1830 into docs/images/boards, and list the reconstructed facts in docs/boards.md.

Run it after a change of a board or of the drawing: `.venv/bin/python tools/draw_boards.py`. With `--check` nothing is written;
the exit status says whether something is out of date.
"""

import sys
from pathlib import Path

from goldenspike import svg
from goldenspike.core.title import Setup, Title
from goldenspike.titles.g1830 import CLASSIC_OPTIONS, classic
from goldenspike.titles.g1830.assembly import on_board
from goldenspike.titles.g1830.board_plus import PLUS_BOARD
from goldenspike.titles.g1830.boxes import CLASSIC, S1, S2, S3, S4, S6, S6_READING
from goldenspike.titles.g1830.random_map import on_random_map
from goldenspike.titles.g1830.reconstructed import RECONSTRUCTED
from goldenspike.titles.g1830.starter import STARTER

DOCS = Path(__file__).resolve().parent.parent / "docs"
FOLDER = DOCS / "images" / "boards"
PAGE = DOCS / "boards.md"
BEGIN, END = "<!-- reconstructed -->\n", "<!-- /reconstructed -->\n"

BOARDS: dict[str, Title] = {
    "classic": CLASSIC,
    "starter": STARTER,
    "plus": on_board(CLASSIC, PLUS_BOARD),
    "s1": S1,
    "s2": S2,
    "s3": S3,
    "s4": S4,
    "s6-reading": S6_READING,
    "s6-random-1": on_random_map(S6, 1),
    "s6-random-1830": on_random_map(S6, 1830),
}


def draw(title: Title) -> str:
    return svg.board(Setup(title, CLASSIC_OPTIONS, 4, classic(4).plan))


def facts() -> str:
    """The reconstructed facts as a table."""
    lines = ["| place | what | certainty | why |", "| --- | --- | --- | --- |"]
    lines += [f"| {known.print.id} | {known.field} | {known.certainty} | {known.why} |" for known in RECONSTRUCTED]
    return "\n".join(lines) + "\n"


def page() -> str:
    """docs/boards.md with the present facts."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + facts() + END + after


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = {FOLDER / f"{name}.svg": draw(title) for name, title in BOARDS.items()}
    wanted[PAGE] = page()
    stale = [file for file, text in wanted.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    checking = "--check" in sys.argv
    for file in stale:
        print("out of date:" if checking else "drawn:", file.name)
        if not checking:
            file.write_text(wanted[file], encoding="utf-8")
    return 1 if stale and checking else 0


if __name__ == "__main__":
    sys.exit(main())
