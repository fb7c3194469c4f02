"""A position and the result of a game on paper: board, market, what everybody has, and the score sheet."""

from collections.abc import Sequence

from goldenspike import svg
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.printing.blocks import UNITS, Column
from goldenspike.printing.sheets import MARGIN, Page, Paper, lay_whole
from goldenspike.printing.words import picture_words
from goldenspike.text import Context, Wording, ask, name_player, name_round
from goldenspike.text.rules.tables import Table
from goldenspike.view import View, seat_view
from goldenspike.view.model import CompanyView, PlayerView


def position_pages(
    setup: Setup, state: State, names: Sequence[str], words: Wording, paper: Paper, seat: Player | None = None
) -> list[Page]:
    """What a seat, or a spectator, sees: the board, the market and two tables. Hidden money is a dash."""
    pictures = picture_words(words.language, words.title)
    view = seat_view(setup, state, seat)
    caption = _caption(setup, view, words)
    pages = []
    drawings = [svg.board(setup, state, words=pictures)]
    if setup.title.has_shares:
        drawings.append(svg.market(setup, state, words=pictures))
    for drawing in drawings:
        pages += lay_whole(drawing, *size_of(drawing), paper, caption)
    column = Column((paper.width - 2 * MARGIN) * UNITS)
    column.heading(caption, 16)
    if state.round == RoundKind.OVER:
        column.paragraph(ask(state, Context(setup, tuple(names)), words.language))
    _add_players(column, setup, view, names, words)
    _add_companies(column, setup, view, names, words)
    pages += column.lay(paper, caption)
    return pages


def score_pages(
    setup: Setup, state: State, names: Sequence[str], words: Wording, paper: Paper, seat: Player | None = None
) -> list[Page]:
    """The result: players by wealth, what it consists of, and who held what."""
    view = seat_view(setup, state, seat)
    caption = f"{words('print.scores')} · {words.game(setup.title.name, setup.title.version)}"
    column = Column((paper.width - 2 * MARGIN) * UNITS)
    column.heading(caption, 18)
    column.paragraph(ask(state, Context(setup, tuple(names)), words.language))
    order = sorted(view.players, key=lambda player: -(player.wealth or 0))
    head = ("", words("rules.players"), words("table.money"), words("print.papers"), words("table.owes"), words("table.wealth"))
    rows = [
        (
            str(1 + sum((other.wealth or 0) > (player.wealth or 0) for other in order)),
            name_player(player.seat, Context(setup, tuple(names)), words.language),
            words.money(player.money),
            words.money(player.share_value),
            words.money(player.owes) if player.owes else "",
            words.money(player.wealth),
        )
        for player in order
    ]
    column.table(Table(caption, head, tuple(rows), frozenset((0, 2, 3, 4, 5))), 10)
    _add_companies(column, setup, view, names, words)
    return column.lay(paper, caption)


def _caption(setup: Setup, view: View, words: Wording) -> str:
    now = view.round
    round = name_round(RoundKind[now.kind.upper()], now.number, now.operating_round, words.dialect)
    return f"{words.game(setup.title.name, setup.title.version)} · {round}"


def _add_players(column: Column, setup: Setup, view: View, names: Sequence[str], words: Wording) -> None:
    column.heading(words("table.players"))
    head = [words("rules.players"), words("table.money"), words("table.wealth"), words("table.certificates")]
    rows = [[name, *_of_player(player, words)] for name, player in zip(_names(setup, names, words), view.players, strict=True)]
    if any(player.privates for player in view.players):
        head.append(words("table.privates"))
        for row, player in zip(rows, view.players, strict=True):
            row.append(", ".join(player.privates))
    column.table(Table("", tuple(head), tuple(tuple(row) for row in rows), frozenset((1, 2, 3))))


def _names(setup: Setup, names: Sequence[str], words: Wording) -> list[str]:
    return [name_player(player, Context(setup, tuple(names)), words.language) for player in setup.all_players]


def _add_companies(column: Column, setup: Setup, view: View, names: Sequence[str], words: Wording) -> None:
    """What each railroad has, and who holds it."""
    column.heading(words("table.companies"))
    pictures = picture_words(words.language, words.title)
    shares = (*_names(setup, names, words), pictures.offering, pictures.pool) if setup.title.has_shares else ()
    head = (words("rules.railroad"), pictures.price, pictures.treasury, pictures.trains, pictures.stations, *shares)
    rows = tuple(_of_company(company, view, setup, words) for company in view.companies)
    column.table(Table("", head, rows, frozenset((1, 2, *range(5, len(head))))), 8)


def _of_player(player: PlayerView, words: Wording) -> tuple[str, ...]:
    return words.money(player.money), words.money(player.wealth), str(player.certificates)


def _of_company(company: CompanyView, view: View, setup: Setup, words: Wording) -> tuple[str, ...]:
    fixed = (
        company.id,
        words.money(company.price) if company.price else "",
        words.money(company.treasury) if company.floated or company.treasury_hidden else "",
        ", ".join(company.trains),
        ", ".join(station.hex for station in company.stations),
    )
    if not setup.title.has_shares:
        return fixed
    units = [company.holdings.get(player.seat, 0) for player in view.players]
    shown = [words.percent(one * company.share_percent) if one else "" for one in (*units, company.offering, company.pool)]
    if company.president is not None:
        shown[company.president] = f"★ {shown[company.president]}"
    return *fixed, *shown


def size_of(drawing: str) -> tuple[float, float]:
    """Width and height of one of our pictures, in its own units."""
    view = drawing.split('viewBox="', 1)[1].split('"', 1)[0].split()
    return float(view[2]), float(view[3])
