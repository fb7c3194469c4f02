"""Printing: the components of a game, a position or a result as PDF, with cut marks and backs.

Every sheet is made of our own pictures (`svg`), placed in millimeters by `sheets` and written by `pdf`. Only `pdf` needs the
extra `print`; `is_installed` says whether it is there. No rules are decided here.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from goldenspike.printing.components import KINDS, Wanted, component_pages, name_kind
from goldenspike.printing.fonts import MissingFont, find_fonts
from goldenspike.printing.position import position_pages, score_pages
from goldenspike.printing.sheets import PAPERS, Page, Paper

__all__ = [
    "KINDS",
    "PAPERS",
    "MissingFont",
    "Page",
    "Paper",
    "Wanted",
    "component_pages",
    "is_installed",
    "name_kind",
    "pdf_of",
    "position_pages",
    "score_pages",
]


def is_installed() -> bool:
    """Whether the extra `print` is installed."""
    return find_spec("fpdf") is not None


def pdf_of(pages: Sequence[Page], title: str, font: Path | None = None) -> bytes:
    """Pages as the bytes of a PDF file. `font` is a file for letters that the fonts of this machine lack."""
    from goldenspike.printing.pdf import write_pdf

    return write_pdf(pages, find_fonts(font), title)
