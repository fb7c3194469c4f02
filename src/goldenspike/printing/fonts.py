"""The fonts of printed sheets, found on this machine; none comes with the program.

Without any font the letters of English, German and Dutch are printed in the fonts that every PDF reader has. Japanese needs a
font with its letters: one of the usual ones of Linux, macOS and Windows, or a file that the caller names.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple


class Face(NamedTuple):
    """A font file, and which of the fonts in it."""

    path: Path
    number: int = 0


class MissingFont(Exception):
    """No font on this machine has some letters; `letters` are the first of them."""

    def __init__(self, letters: str) -> None:
        super().__init__(letters)
        self.letters = letters


@dataclass(frozen=True, slots=True)
class Family:
    """The files of a family: regular, bold, italic. Without bold or italic the regular one is used."""

    regular: Face
    bold: Face
    italic: Face


_SANS: Final = (
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "LiberationSans-Italic.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSans-Italic.ttf"),
    ("segoeui.ttf", "segoeuib.ttf", "segoeuii.ttf"),
    ("Arial.ttf", "Arial Bold.ttf", "Arial Italic.ttf"),
    ("arial.ttf", "arialbd.ttf", "ariali.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf"),
)
_SERIF: Final = (
    ("Georgia.ttf", "Georgia Bold.ttf", "Georgia Italic.ttf"),
    ("georgia.ttf", "georgiab.ttf", "georgiai.ttf"),
    ("LiberationSerif-Regular.ttf", "LiberationSerif-Bold.ttf", "LiberationSerif-Italic.ttf"),
    ("NotoSerif-Regular.ttf", "NotoSerif-Bold.ttf", "NotoSerif-Italic.ttf"),
    ("DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSerif-Italic.ttf"),
)
_SYMBOLS: Final = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans.ttf"),
    ("seguisym.ttf", "seguisym.ttf", "seguisym.ttf"),
    ("Arial Unicode.ttf", "Arial Unicode.ttf", "Arial Unicode.ttf"),
)
_JAPANESE: Final = (
    ("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc"),
    ("NotoSansCJKjp-Regular.otf", "NotoSansCJKjp-Bold.otf"),
    ("NotoSansJP-Regular.otf", "NotoSansJP-Bold.otf"),
    ("NotoSansJP-Regular.ttf", "NotoSansJP-Bold.ttf"),
    ("ipaexg.ttf", "ipaexg.ttf"),
    ("ipag.ttf", "ipag.ttf"),
    ("VL-Gothic-Regular.ttf", "VL-Gothic-Regular.ttf"),
    ("ヒラギノ角ゴシック W3.ttc", "ヒラギノ角ゴシック W6.ttc"),
    ("YuGothM.ttc", "YuGothB.ttc"),
    ("YuGothR.ttc", "YuGothB.ttc"),
    ("meiryo.ttc", "meiryob.ttc"),
    ("msgothic.ttc", "msgothic.ttc"),
)


def _folders() -> Iterator[Path]:
    home = Path.home()
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"
        yield Path(os.environ.get("LOCALAPPDATA", str(home))) / "Microsoft" / "Windows" / "Fonts"
    elif sys.platform == "darwin":
        yield from (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    else:
        yield from (home / ".fonts", home / ".local/share/fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts"))


@cache
def _files() -> dict[str, Path]:
    """Every font file of this machine by name; the first folder counts."""
    found: dict[str, Path] = {}
    for folder in _folders():
        for path in sorted(folder.rglob("*.[ot]t[cf]")) if folder.is_dir() else ():
            found.setdefault(path.name, path)
    return found


def _first(families: Sequence[Sequence[str]]) -> Family | None:
    """The first family whose regular font is here."""
    files = _files()
    for names in families:
        if names[0] in files:
            faces = [Face(files.get(name, files[names[0]])) for name in names]
            return Family(faces[0], faces[1], faces[2] if len(faces) > 2 else faces[0])
    return None


@dataclass(frozen=True, slots=True)
class Fonts:
    """What to print with: families by use, in the order in which letters are looked for; none if only the reader's are left."""

    sans: tuple[Family, ...]
    serif: tuple[Family, ...]


def find_fonts(extra: Path | None = None) -> Fonts:
    """The fonts of this machine. `extra` is a file for letters that the others lack."""
    own = Face(extra) if extra is not None else None
    others = [Family(own, own, own)] if own is not None else []
    others += [found for found in (_first(_SYMBOLS), _first(_JAPANESE)) if found is not None]
    sans, serif = _first(_SANS), _first(_SERIF)
    return Fonts(
        tuple(family for family in (sans, *others) if family is not None),
        tuple(family for family in (serif, sans, *others) if family is not None),
    )
