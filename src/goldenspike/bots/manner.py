"""How bots play, as a page: figures from many games beside those of a game between people."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, median

from goldenspike.bots.notes import Notes

ROUNDS = 12
"""How many operating rounds are shown at most."""


def describe_manner(games: Sequence[Notes], record: Notes | None, heading: str) -> str:
    """A Markdown page; the last column is the recorded game, if there is one."""
    columns = ["Games of bots", *(["Recorded game"] if record is not None else [])]
    return "\n".join(
        [
            f"# {heading}",
            "",
            f"From {len(games)} {'game' if len(games) == 1 else 'games'}, {len({notes.digest for notes in games})} different. "
            "Amounts in dollars: means, and the lowest and highest value in parentheses. Operating rounds are counted through "
            "the whole game.",
            "",
            *_table("Figure", columns, [_cells(name, measure, games, record) for name, measure in FIGURES]),
            "",
            "## Revenue of all railroads by operating round",
            "",
            *_table("Operating round", columns, _by_round(games, record, lambda notes: notes.revenue)),
            "",
            "## Money in the average treasury before each operating round",
            "",
            *_table("Operating round", columns, _by_round(games, record, lambda notes: notes.treasuries)),
            "",
            "## Prices of private companies",
            "",
            *_table("Private company", columns, _by_name(games, record, lambda notes: notes.privates)),
            "",
            "## Par prices",
            "",
            *_table("Railroad", columns, _by_name(games, record, lambda notes: notes.pars)),
            "",
            "## First four railroads",
            "",
            *_table("Railroads, in order", ["Games"], _openings(games)),
            "",
        ]
    )


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return fmean(found) if found else 0.0


FIGURES: tuple[tuple[str, Callable[[Notes], float | None]], ...] = (
    ("Operating rounds", lambda notes: notes.rounds),
    ("Railroads that operated", lambda notes: len(notes.stations)),
    ("First train that stays for good, in operating round", lambda notes: notes.first_lasting or None),
    ("Added by presidents to trains", lambda notes: notes.help),
    ("Trains that presidents added to", lambda notes: notes.helped),
    ("Stations of a railroad at the end", lambda notes: _mean(notes.stations.values()) if notes.stations else None),
    ("Run of a diesel", lambda notes: _mean(notes.diesels) if notes.diesels else None),
    ("Turns without a tile in the first phase, %", lambda notes: 100 * notes.idle_turns / notes.turns if notes.turns else None),
    ("Games with a bankruptcy, %", lambda notes: 100.0 * notes.bankrupt),
)


def _cells(name: str, measure: Callable[[Notes], float | None], games: Sequence[Notes], record: Notes | None) -> list[str]:
    values = [value for notes in games if (value := measure(notes)) is not None]
    cells = [name, f"{fmean(values):.1f} ({min(values):.0f}–{max(values):.0f})" if values else "–"]
    if record is not None:
        value = measure(record)
        cells.append(f"{value:.0f}" if value is not None else "–")
    return cells


def _by_round(games: Sequence[Notes], record: Notes | None, measure: Callable[[Notes], list[int]]) -> list[list[str]]:
    rows: list[list[str]] = []
    for number in range(ROUNDS):
        values = [measure(notes)[number] for notes in games if len(measure(notes)) > number]
        own = measure(record)[number : number + 1] if record is not None else []
        if not values and not own:
            break
        cells = [str(number + 1), f"{fmean(values):.0f} ({min(values)}–{max(values)})" if values else "–"]
        rows.append(cells if record is None else [*cells, str(own[0]) if own else "–"])
    return rows


def _by_name(games: Sequence[Notes], record: Notes | None, measure: Callable[[Notes], dict[str, int]]) -> list[list[str]]:
    names = dict.fromkeys(name for notes in (*games, *([record] if record else [])) for name in measure(notes))
    rows: list[list[str]] = []
    for name in sorted(names):
        values = [measure(notes)[name] for notes in games if name in measure(notes)]
        paid = Counter(values).most_common(4)
        often = ", ".join(f"{value} × {count}" for value, count in paid)
        cells = [name, f"median {median(values):.0f} ({min(values)}–{max(values)}); {often}" if values else "–"]
        rows.append(cells if record is None else [*cells, str(measure(record).get(name, "–"))])
    return rows


def _openings(games: Sequence[Notes]) -> list[list[str]]:
    """The first railroads that were started, and at which prices, the most frequent first."""
    openings = Counter(
        ", ".join(f"{company} {price}" for company, price in list(notes.pars.items())[:4]) for notes in games
    ).most_common(10)
    return [[opening or "none", str(count)] for opening, count in openings]


def _table(first: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    heads = [first, *columns]
    return [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|", *(f"| {' | '.join(cells)} |" for cells in rows)]
