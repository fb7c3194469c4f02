"""Assembling a box: another board, more railroads and private companies, other homes (V-1.2 to V-7.6).

Each function takes a box and returns another one. What does not fit is left out: a railroad whose home is not on the board
cannot be used, and `homeless` lists those in advance.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from goldenspike.core.tiles import Color, StopKind
from goldenspike.core.title import NO_CITY, Charter, Home, PrintedHex, Title
from goldenspike.titles.g1830.board_plus import covered
from goldenspike.titles.g1830.board_tiles import ROANOKE, placed
from goldenspike.titles.g1830.companies import ALL_PRIVATES, CO_CHOICE, EXTRA_COMPANIES, NW_CHOICE, RDR_CHOICE

HOME_VALUE = 10
"""The value of a home without a city for its owner (V-7.5)."""


def fitted_home(home: Home, board: Iterable[PrintedHex]) -> Home | None:
    """A home on a board: beside the track if the hex has no city (V-7.5), None if the board lacks the hex."""
    printed = next((printed for printed in board if printed.id == home.hex), None)
    if printed is None or any(stop.kind is StopKind.OFFBOARD for stop in printed.stops):
        return None
    cities = [number for number, stop in enumerate(printed.stops) if stop.kind is StopKind.CITY and stop.slots]
    if not cities and printed.color is Color.GRAY:
        return None
    if not cities:
        return replace(home, stop=NO_CITY, value=HOME_VALUE)
    return replace(home, stop=cities[0], value=0) if home.stop == NO_CITY else home


def fitted(company: Charter, board: Iterable[PrintedHex]) -> Charter:
    """A railroad with its homes on a board; without any it cannot be used."""
    hexes = tuple(board)
    homes = [fitted_home(home, hexes) for home in company.homes]
    return replace(company, homes=tuple(home for home in homes if home is not None))


def homeless(companies: Iterable[Charter], board: Iterable[PrintedHex]) -> tuple[str, ...]:
    """The railroads that have no home on a board (V-1.6: the Norfolk & Western on the classic side)."""
    hexes = tuple(board)
    return tuple(company.id for company in companies if not fitted(company, hexes).homes)


def on_board(title: Title, board: tuple[PrintedHex, ...]) -> Title:
    """The same box with another board; railroads without a home on it are left out (V-1.2)."""
    companies = [fitted(company, board) for company in title.companies]
    return replace(title, hexes=board, companies=tuple(company for company in companies if company.homes))


def with_railroads(title: Title, wanted: Collection[str]) -> Title:
    """With more of the railroads N&W, PMQ, NKP and RDR, where the board has a home for them (V-1.6)."""
    there = {company.id for company in title.companies}
    more = [fitted(company, title.hexes) for company in EXTRA_COMPANIES if company.id in wanted and company.id not in there]
    return replace(title, companies=(*title.companies, *(company for company in more if company.homes)))


def with_privates(title: Title, wanted: Collection[str]) -> Title:
    """Add private companies from PL, CC, PP and JK in the order of sale (V-1.5); those in the box do not change."""
    there = {private.id: private for private in title.privates}
    named = [there.get(private.id, private) for private in ALL_PRIVATES if private.id in there or private.id in wanted]
    return replace(title, privates=tuple(named))


def with_homes(title: Title, company: Charter) -> Title:
    """Replace a railroad's homes by those of this card, as far as the board has them (V-7.6: `RDR_CHOICE` and others)."""
    homes = fitted(company, title.hexes).homes
    return replace(
        title,
        companies=tuple(replace(old, homes=homes) if old.id == company.id and homes else old for old in title.companies),
    )


def with_second_certificates(title: Title, wanted: Collection[str]) -> Title:
    """Give only the named railroads a second 20% certificate (V-7.2)."""
    return replace(
        title,
        companies=tuple(replace(company, second_units=2 if company.id in wanted else 0) for company in title.companies),
    )


def with_home_choices(title: Title) -> Title:
    """Railroads with several starting hexes choose one of those on the board (V-7.4).

    Roanoke gets its board tile where the Norfolk & Western plays and the board prints no city there. A railroad whose
    scenario gives it a choice keeps that scenario's terms: Richmond stays closed to others (S-1, S-3).
    """
    plays = {company.id for company in title.companies if len(company.homes) == 1}
    blank = any(printed.id == "L10" and not printed.stops for printed in title.hexes)
    if NW_CHOICE.id in plays and blank:
        title = replace(title, hexes=covered(title.hexes, placed(ROANOKE)))
    for card in (CO_CHOICE, NW_CHOICE, RDR_CHOICE):
        if card.id in plays:
            title = with_homes(title, card)
    return title
