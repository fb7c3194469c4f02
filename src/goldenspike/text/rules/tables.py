"""The tables of the rules, made of the boxes: money, limits, trains, phases, private companies, railroads, tiles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from goldenspike import text
from goldenspike.core.title import UNLIMITED, Charter, Destination, Setup, Title
from goldenspike.text import Context
from goldenspike.text.rules.figures import standard_setup
from goldenspike.text.wording import Wording
from goldenspike.titles.catalogue import find_entry, make
from goldenspike.titles.g1830.boxes import BASE_LIMITS, BOARD_LIMITS, CHART_LIMITS
from goldenspike.titles.g1830.options import CertificateLimits
from goldenspike.titles.g1830.starter import STARTER
from goldenspike.view.phases import columns_of, phase_chart

SCENARIOS: Final = ("classic", "s1", "s2", "s3", "s4", "s6")
"""The versions of 1830 whose tiles differ."""


ONE_BOX: Final = "box"
"""After a colon: only what this box has."""


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int]
    """Columns with numbers, which are aligned to the right."""


def _table(caption: str, head: Iterable[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> Table:
    return Table(caption, tuple(head), tuple(tuple(row) for row in rows), frozenset(numbers))


def table_of(name: str, setup: Setup, words: Wording) -> Table | None:
    """The table of that name; None if it is the name of a drawing. A version after a colon is meant instead of the setup's."""
    kind, _, version = name.partition(":")
    make_table = _TABLES.get(kind)
    if make_table is None or name == "tiles":
        return None
    if version in {found.name for found in find_entry(setup.title.name).versions}:
        setup = standard_setup(setup.title.name, version)
    return make_table(setup, words, version)


def _money(setup: Setup, words: Wording, version: str) -> Table:
    rows = [(str(players), words.money(amount)) for players, amount in setup.title.starting_money]
    return _table(words("rules.money"), (words("rules.players"), words("rules.money")), rows, (0, 1))


def _limits(setup: Setup, words: Wording, version: str) -> Table:
    title = setup.title
    if version == "increased":
        sets = (BASE_LIMITS, CHART_LIMITS, BOARD_LIMITS)
        head = (words("rules.players"), *(text.name_value("certificate_limits", value, words.language) for value in _LIMIT_SETS))
        rows = [(str(players), *(str(dict(limits)[players]) for limits in sets)) for players, _ in BASE_LIMITS]
        return _table(words("rules.limits"), head, rows, range(4))
    if title.limits_by_companies:
        players = sorted({number for _, limits in title.limits_by_companies for number, _ in limits})
        head = (words("rules.companies"), *(words("rules.for_players", players=str(number)) for number in players))
        rows = [
            (str(companies), *(str(dict(limits).get(number, "–")) for number in players))
            for companies, limits in title.limits_by_companies
        ]
        return _table(words("rules.limits"), head, rows, range(len(head)))
    rows = [(str(players), str(limit)) for players, limit in title.certificate_limits]
    return _table(words("rules.limits"), (words("rules.players"), words("rules.limits")), rows, (0, 1))


def _groups(setup: Setup, words: Wording, version: str) -> Table:
    prices = {card.id: card.price for card in setup.title.privates}
    rows = [
        (
            str(players),
            text.name_list(
                [f"{' + '.join(group)} ({words.money(sum(prices.get(id, 0) for id in group))})" for group in groups],
                words.language,
            ),
        )
        for players, groups in setup.title.private_groups
    ]
    return _table(words("rules.groups"), (words("rules.players"), words("rules.groups")), rows, (0,))


def _starter(setup: Setup, words: Wording, version: str) -> Table:
    head = (words("rules.players"), words("rules.money"), words("picture.trains"), words("rules.railroads"))
    rows = []
    for players, _ in STARTER.starting_money:
        title = make("1830", "starter", players).title
        trains = text.name_list([f"{card.count} × {card.id}" for card in title.trains], words.language)
        railroads = text.name_list([card.id for card in title.companies[:players]], words.language)
        rows.append((str(players), words.money(dict(title.starting_money)[players]), trains, railroads))
    return _table(words("rules.starter"), head, rows, (0, 1))


def _trains(setup: Setup, words: Wording, version: str) -> Table:
    head = [words("rules.train"), words("picture.price"), words("rules.count"), words("table.starts"), words("picture.obsolete")]
    rows = [
        [
            card.id,
            words.money(card.price),
            "∞" if card.count >= UNLIMITED else str(card.count),
            card.phase,
            words("rules.last", train=card.obsolete) if card.obsolete_by_last else card.obsolete,
        ]
        for card in setup.title.trains
    ]
    if any(card.trade_in for card in setup.title.trains):
        head.append(words("picture.trade_in"))
        for row, card in zip(rows, setup.title.trains, strict=True):
            row.append(f"{words.money(card.trade_in_price)} ({', '.join(card.trade_in)})" if card.trade_in else "")
    return _table(words("picture.trains"), head, rows, (1, 2))


def _phases(setup: Setup, words: Wording, version: str) -> Table:
    chart = phase_chart(setup, "")
    shown = columns_of(chart)
    head = [words("phases.from"), words("phases.tiles"), words("phases.limit"), words("phases.rounds")]
    rows = [[row.id, words(f"color.{row.colors[-1]}"), str(row.train_limit), str(row.operating_rounds)] for row in chart]

    def column(name: str, heading: str, values: Iterable[str]) -> None:
        if name in shown or not name:
            head.append(heading)
            for row, value in zip(rows, values, strict=True):
                row.append(value)

    column("yellow_tiles", words("phases.yellow_tiles"), (str(row.yellow_tiles) for row in chart))
    column("bonus", words("phases.bonus"), (words.money(row.bonus) for row in chart))
    column("loan", words("phases.loan"), (words.money(row.loan) if row.loan else "–" for row in chart))
    column(
        "close_privates",
        words("table.privates"),
        (
            words("phases.privates_close") if row.close_privates else words("phases.privates_buy") if row.buy_privates else ""
            for row in chart
        ),
    )
    column("", words("phases.retired"), (", ".join(row.retired) for row in chart))
    column("express", words("phases.express"), (", ".join(row.express) for row in chart))
    return _table(words("phases.title"), head, rows, (2, 3))


def _privates(setup: Setup, words: Wording, version: str) -> Table:
    """All private companies of the title, those of scenarios included, unless those of a table or of one box are meant."""
    setups = [setup]
    if version != ONE_BOX and setup is standard_setup(setup.title.name):
        setups += [standard_setup(setup.title.name, found.name) for found in find_entry(setup.title.name).versions]
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    for box in setups:
        context = Context(box)
        for private in box.all_privates:
            card = box.title.privates[private]
            row = (
                card.id,
                card.name,
                words.money(card.price),
                words.money(card.revenue),
                text.name_list(card.hexes, words.language),
                words.private(private, context),
            )
            found.setdefault(card.id, (card.price, row))
    head = (
        words("rules.private"),
        words("rules.name"),
        words("picture.price"),
        words("picture.income"),
        words("rules.hexes"),
        words("rules.ability"),
    )
    return _table(words("table.privates"), head, [row for _, row in sorted(found.values())], (2, 3))


def _railroads(setup: Setup, words: Wording, version: str) -> Table:
    title = setup.title
    rows = []
    grouped = any(card.group for card in title.companies)
    for card in title.companies:
        row = [card.id, card.name, _homes(card, title), str(card.tokens)]
        row += [words.percent(10 * card.president_units)] if title.has_shares else []
        if grouped:
            row += [str(card.group), text.name_list([_destination(goal, title) for goal in card.destinations], words.language)]
        rows.append(row)
    head = [
        words("rules.railroad"),
        words("rules.name"),
        words("rules.home"),
        words("picture.stations"),
        *([words("rules.president")] if title.has_shares else []),
    ]
    if grouped:
        head += [words("rules.group"), words("rules.destinations")]
    return _table(words("rules.railroads"), head, rows, (3, 4))


def _homes(card: Charter, title: Title) -> str:
    return " / ".join(_hex(home.hex, title) for home in card.homes)


def _destination(goal: Destination, title: Title) -> str:
    return f"{' / '.join(_hex(target.hex, title) for target in goal.targets)}: {goal.distance}"


def _hex(id: str, title: Title) -> str:
    printed = next((printed for printed in title.hexes if printed.id == id), None)
    return f"{id} {printed.name}" if printed is not None and printed.name else id


def _tile_counts(setup: Setup, words: Wording, version: str) -> Table:
    """The tiles whose quantities in a scenario differ from those of Classic."""
    boxes = [standard_setup("1830", name).title for name in SCENARIOS]
    counts = [dict(zip((tile.id for tile in box.tiles), box.tile_counts, strict=True)) for box in boxes]
    names = {tile.id: tile.old or tile.id for box in boxes for tile in box.tiles}
    rows = [
        (names[id], *(str(count.get(id, 0)) for count in counts))
        for id in names
        if len({count.get(id, 0) for count in counts}) > 1
    ]
    head = (words("rules.tile"), *(text.name_version("1830", name, words.language) for name in SCENARIOS))
    return _table(words("picture.tiles"), head, rows, range(1, len(head)))


_LIMIT_SETS: Final = (CertificateLimits.BASE, CertificateLimits.CHART, CertificateLimits.BOARD)

_TABLES: Final[Mapping[str, Callable[[Setup, Wording, str], Table]]] = {
    "money": _money,
    "limits": _limits,
    "groups": _groups,
    "starter": _starter,
    "trains": _trains,
    "phases": _phases,
    "privates": _privates,
    "railroads": _railroads,
    "tiles": _tile_counts,
}
