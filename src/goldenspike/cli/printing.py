"""`goldenspike print`: components, a position or a result as PDF."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from goldenspike.cli.arguments import line_of, parse_options
from goldenspike.cli.output import BadInput, say
from goldenspike.cli.parameters import Option, TitleVersion
from goldenspike.cli.positions import position_of, read_file
from goldenspike.core.title import RoundKind, Setup
from goldenspike.printing import (
    KINDS,
    PAPERS,
    MissingFont,
    Page,
    Wanted,
    component_pages,
    is_installed,
    pdf_of,
    position_pages,
    score_pages,
)
from goldenspike.text import LANGUAGES, Wording
from goldenspike.titles.catalogue import BadSetup, find_version, make

OF_A_RECORD = ("position", "scores")


def run(
    title: Annotated[str | None, Parameter(name="--title")] = None,
    *,
    version: TitleVersion = None,
    option: Option = None,
    players: int = 4,
    record: Path | None = None,
    ply: int | None = None,
    what: str = "",
    paper: str = "a4",
    language: str = "en",
    duplex: bool = False,
    one_sheet: bool = False,
    font: Path | None = None,
    output: Path,
) -> None:
    """Print the components of a game, a position or the result of a game as PDF.

    Parameters
    ----------
    title
        the title; that of the record, or 1830 if there is none
    players
        for how many players the aids are
    record
        a record whose position or result is printed
    ply
        the position after so many actions of the record; the last one if not given
    what
        what to print, separated by commas: board, tiles, market, certificates, charters, trains, privates, tokens, money, aid,
        phases; all of them if not given. With --record: position or scores
    paper
        a4 or letter
    language
        en, de, ja or nl
    duplex
        print backs, mirrored: choose "flip on the long edge" in the printer's dialog
    one_sheet
        the board and the market on one large sheet each, for a print shop
    font
        a font file for letters that no font of this machine has
    output
        the file to write: .pdf
    """
    if paper not in PAPERS:
        raise BadInput(f"--paper {paper}: must be one of {', '.join(PAPERS)}")
    if language not in LANGUAGES:
        raise BadInput(f"--language {language}: must be one of {', '.join(LANGUAGES)}")
    if output.suffix.lower() != ".pdf":
        raise BadInput(f"--output {output}: must end in .pdf")
    if font is not None and not font.is_file():
        raise BadInput(f"--font {font}: no such file")
    if not is_installed():
        raise BadInput("printing needs the package fpdf2: pip install 'goldenspike[print]'")
    if title is None:
        title = "1830" if record is None else read_file(record).title
    words, wanted = Wording(language, title), Wanted(PAPERS[paper], duplex, one_sheet)
    if record is not None:
        if option:
            raise BadInput("--option cannot be combined with --record, which has its own options")
        pages = _pages_of_record(title, version, record, ply, what or OF_A_RECORD[0], words, wanted)
    else:
        if ply is not None:
            raise BadInput("--ply needs --record")
        kinds = _kinds(what)
        setup = _setup(title, version, players, option or [])
        pages = component_pages(setup, words, kinds, wanted)
        if not pages:
            raise BadInput(f"--what {what}: {title} {setup.title.version} has none")
    _write(pages, f"Golden Spike {title}", font, output)
    say(f"{output}: {len(pages)} page{'' if len(pages) == 1 else 's'}")


def _kinds(what: str) -> Sequence[str]:
    kinds = [kind.strip() for kind in what.split(",") if kind.strip()] or KINDS
    for kind in kinds:
        if kind in OF_A_RECORD:
            raise BadInput(f"--what {kind} needs --record")
        if kind not in KINDS:
            raise BadInput(f"--what {kind}: must be some of {', '.join(KINDS)}")
    return kinds


def _setup(title: str, version: str | None, players: int, options: Sequence[str]) -> Setup:
    requested = parse_options(options)
    try:
        return make(title, find_version(title, version).name, players, requested)
    except BadSetup as error:
        raise BadInput(line_of(error)) from error


def _pages_of_record(
    title: str, version: str | None, file: Path, ply: int | None, what: str, words: Wording, wanted: Wanted
) -> list[Page]:
    if what not in OF_A_RECORD:
        raise BadInput(f"--what {what}: with --record it must be one of {', '.join(OF_A_RECORD)}")
    names = read_file(file).players
    setup, state = position_of(title, version, file, ply)
    if what == "position":
        return position_pages(setup, state, names, words, wanted.paper)
    if state.round != RoundKind.OVER:
        raise BadInput(f"{file}: the game is not over; there is no score sheet yet")
    return score_pages(setup, state, names, words, wanted.paper)


def _write(pages: Sequence[Page], title: str, font: Path | None, output: Path) -> None:
    try:
        output.write_bytes(pdf_of(pages, title, font))
    except MissingFont as error:
        raise BadInput(
            f"no font on this machine has the letter {error.letters}; install a Japanese one, such as Noto Sans CJK, "
            "or name a font file with --font"
        ) from None
    except OSError as error:
        raise BadInput(f"--output {output}: {error.strerror}") from None
