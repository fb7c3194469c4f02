"""The chart of phases: what the first train of each kind changes, as the rule books print it."""

from dataclasses import dataclass

from goldenspike.core.title import Setup


@dataclass(frozen=True, slots=True)
class PhaseRow:
    id: str
    colors: tuple[str, ...]
    """Names of the tiles' colors."""
    yellow_tiles: int
    train_limit: int
    operating_rounds: int
    buy_privates: bool
    """Whether railroads may buy private companies."""
    close_privates: bool
    """Whether the private companies close when the phase begins."""
    retired: tuple[str, ...]
    """Trains removed from the game when the phase begins."""
    express: tuple[str, ...]
    """Trains additionally for sale from this phase on."""
    bonus: int
    """What a destination run pays for each hex of the shortest distance."""
    loan: int
    """What the bank pays out on a promissory note of 100."""
    is_now: bool


COLUMNS = ("yellow_tiles", "bonus", "loan", "express", "close_privates")
"""Columns that only some titles have."""


def columns_of(rows: tuple[PhaseRow, ...]) -> frozenset[str]:
    """The columns in which phases differ; the others are omitted."""
    return frozenset(name for name in COLUMNS if len({getattr(row, name) for row in rows}) > 1)


def phase_chart(setup: Setup, now: str) -> tuple[PhaseRow, ...]:
    title = setup.title
    return tuple(
        PhaseRow(
            id=phase.id,
            colors=tuple(color.name for color in phase.colors),
            yellow_tiles=phase.yellow_tiles,
            train_limit=phase.train_limit,
            operating_rounds=phase.operating_rounds,
            buy_privates=phase.buy_privates and bool(title.privates),
            close_privates=phase.close_privates and bool(title.privates),
            retired=tuple(train.id for train in title.trains if train.obsolete == phase.id),
            express=tuple(train.id for train in title.trains if train.express and train.available == phase.id),
            bonus=title.destination_pay.rate(phase.late),
            loan=phase.loan,
            is_now=phase.id == now,
        )
        for phase in title.phases
    )
