"""Player aids and phase charts: the tables of the rules, the order of a turn, and what the zones of the market mean."""

from typing import Final

from goldenspike.core.title import RoundKind, Setup
from goldenspike.printing.blocks import SIZE, UNITS, Column
from goldenspike.printing.sheets import MARGIN, Page, Paper
from goldenspike.text import Context, Explanation, Wording, explain_all, glossary, name_step
from goldenspike.text.rules.tables import ONE_BOX, table_of

GAP: Final = 18.0
"""Between two columns."""
_ZONES: Final = ("zone_par", "zone_yellow", "zone_orange", "zone_brown")
_EXPLAINED: Final = ("float", "president", "price", "pool", "rust", "train_limit", "bank")
"""The terms that people ask about at the table; each is left out where it does not exist."""


def player_aid(setup: Setup, words: Wording, paper: Paper, caption: str) -> list[Page]:
    """One sheet for each player to keep: the order of a turn, phases, trains, limits and zones."""
    width = (paper.width - 2 * MARGIN) * UNITS
    whole = Column(width)
    whole.heading(
        f"{words.game(setup.title.name, setup.title.version)} · {words('rules.for_players', players=setup.players)}", 18
    )
    _add_tables(whole, setup, words, ("phases", "trains"))
    left, right = Column((width - GAP) / 2), Column((width - GAP) / 2)
    left.heading(words("print.turn"))
    for number, step in enumerate(setup.plan.rounds[RoundKind.OPERATING], start=1):
        left.paragraph(f"{number}. {name_step(step, words.dialect)}")
    _add_tables(left, setup, words, ("money", "limits") if setup.title.has_shares else ("money",))
    if setup.title.has_shares:
        for term in _terms(setup, words):
            right.heading(term.name, 10.5)
            right.paragraph(term.text, 8)
    whole.beside((left, right), GAP)
    return whole.lay(paper, caption)


def _terms(setup: Setup, words: Wording) -> list[Explanation]:
    """The zones with the limits of this number of players, and terms by what always holds."""
    opening = explain_all(setup.plan.flow.opening(setup), Context(setup), words.language)
    always = glossary(setup, words.language)
    return [term for term in opening if term.id in _ZONES] + [term for term in always if term.id in _EXPLAINED]


def _add_tables(column: Column, setup: Setup, words: Wording, names: tuple[str, ...], size: float = SIZE) -> None:
    for name in names:
        table = table_of(name, setup, words)
        if table is not None:
            column.heading(table.caption)
            column.table(table, size)


def phase_charts(setup: Setup, words: Wording, paper: Paper, caption: str) -> list[Page]:
    """The phases, trains, railroads and private companies, for the middle of the table; as many sheets as they take."""
    most = (paper.height - 2 * MARGIN) * UNITS
    columns = [_titled(setup, words, paper)]
    for name in ("phases", "trains", "railroads", *((f"privates:{ONE_BOX}",) if setup.title.privates else ())):
        block = Column(columns[-1].width)
        _add_tables(block, setup, words, (name,), 10)
        if columns[-1].height + block.height > most and len(columns[-1]) > 1:
            columns.append(_titled(setup, words, paper))
        columns[-1].beside((block,), 0)
    return [page for column in columns for page in column.lay(paper, caption)]


def _titled(setup: Setup, words: Wording, paper: Paper) -> Column:
    column = Column((paper.width - 2 * MARGIN) * UNITS)
    column.heading(words.game(setup.title.name, setup.title.version), 18)
    return column
