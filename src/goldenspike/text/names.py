"""Names of players, companies, private companies, hexes, tiles, trains and holders by index.

A `Noun` is a name with its grammatical forms, which the catalogue selects by format specification: `{seller:from}` is "from
the bank", "von der Bank", "銀行から". So a language can inflect articles without a grammar in the code.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from goldenspike.core.holders import BANK, NOBODY, POOL, company_of_holder, is_company, is_player
from goldenspike.core.ids import Company, Hex, Holder, Place, Player, Private, Tile, Train
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import ANY_DISTANCE, RoundKind, Setup
from goldenspike.text.amounts import money, number
from goldenspike.text.catalogue import message, words

RELATIONS: Final = ("subject", "from", "to")
"""The forms of a holder: at the beginning of a sentence, as giver, as receiver."""
TRAIN_RELATIONS: Final = ("one", "many")
"""The forms of a train: with its article, plural."""
_BOTH: Final = " & "
"""Between the names of the two cities of a hex."""
HOLDER_KINDS: Final = ("player", "company", "bank", "pool", "nobody")


@dataclass(frozen=True, slots=True)
class Context:
    """What is needed to name things: the setup, and the names of the players."""

    setup: Setup
    players: tuple[str, ...] = ()


class Noun(str):
    """A name with its other forms; a format specification picks one. They are computed on demand."""

    form: Callable[[str], str]

    def __new__(cls, name: str, form: Callable[[str], str]) -> "Noun":
        noun = super().__new__(cls, name)
        noun.form = form
        return noun

    def __format__(self, specification: str) -> str:
        return self.form(specification) if specification else str(self)


def _unknown(index: int) -> str:
    return f"#{index}"


def name_player(player: Player, context: Context, language: str) -> str:
    if 0 <= player < len(context.players) and context.players[player]:
        return context.players[player]
    return words("name.player", language, number=str(player + 1))


def name_company(company: Company, context: Context, language: str) -> str:
    companies = context.setup.title.companies
    return companies[company].id if 0 <= company < len(companies) else _unknown(company)


def name_private(private: Private, context: Context, language: str) -> str:
    privates = context.setup.title.privates
    if not 0 <= private < len(privates):
        return _unknown(private)
    card = privates[private]
    return words("name.private", language, name=card.name, id=card.id)


def income_private(private: Private, context: Context, language: str) -> str:
    """A private company with what it pays, for the moment at which it changes hands."""
    privates = context.setup.title.privates
    if not 0 <= private < len(privates):
        return _unknown(private)
    card = privates[private]
    return words("name.private.income", language, name=card.name, id=card.id, income=money(card.revenue, language))


def help_private(private: Private, context: Context, language: str) -> str:
    """What a private company does for its owner: its own text, or that of its power."""
    title = context.setup.title
    card = title.privates[private]
    return message(f"private.{title.name}.{card.id}", language) or words(
        f"power.{card.power.name}", language, company=card.company
    )


def name_hex(hex: Hex, context: Context, language: str) -> str:
    hexes = context.setup.title.hexes
    if not 0 <= hex < len(hexes):
        return _unknown(hex)
    printed = hexes[hex]
    return words("name.hex", language, id=printed.id, city=printed.name) if printed.name else printed.id


def name_place(place: Place, context: Context, language: str) -> str:
    """A stop on a route: its city if it has a name, else its hex."""
    hexes = context.setup.title.hexes
    hex = place // STOPS_PER_HEX
    return (hexes[hex].name or hexes[hex].id) if 0 <= hex < len(hexes) else _unknown(hex)


def name_tile(tile: Tile, context: Context, language: str) -> str:
    """The usual number of a tile, and the one printed in this box if it differs."""
    tiles = context.setup.title.tiles
    if not 0 <= tile < len(tiles):
        return _unknown(tile)
    old, new = tiles[tile].old, tiles[tile].id
    return words("name.tile", language, old=old, new=new) if old and new and old != new else old or new


def number_tile(tile: Tile, context: Context, language: str) -> str:
    """The usual number of a tile alone."""
    tiles = context.setup.title.tiles
    return (tiles[tile].old or tiles[tile].id) if 0 <= tile < len(tiles) else _unknown(tile)


def name_train(train: Train, context: Context, language: str) -> Noun:
    trains = context.setup.title.trains
    if not 0 <= train < len(trains):
        return Noun(_unknown(train), lambda _: _unknown(train))
    card = trains[train]
    if card.distance == ANY_DISTANCE:
        id = "name.diesel"
    else:
        id = "name.train" if card.id.isdigit() else "name.special_train"

    def form(relation: str) -> str:
        if relation == "one":
            own = message(f"{id}.one.{card.id}", language) or message(f"{id}.one", language)
        else:
            own = message(id, language, 2 if relation == "many" else 1)
        return (own or "{id}").format(id=card.id)

    return Noun(form(""), form)


def name_holder(holder: Holder, context: Context, language: str) -> Noun:
    """A holder: a player, a company, the bank, the pool or nobody."""
    if is_player(holder):
        kind, name = "player", name_player(holder, context, language)
    elif is_company(holder):
        kind, name = "company", name_company(company_of_holder(holder), context, language)
    else:
        kind, name = {BANK: "bank", POOL: "pool", NOBODY: "nobody"}.get(holder, "player"), _unknown(holder)
    return Noun(
        words(f"holder.{kind}", language, name=name),
        lambda relation: words(f"holder.{kind}.{relation}", language, name=name),
    )


def name_phase(phase: int, context: Context, language: str) -> str:
    """A phase is named after the train that starts it."""
    phases = context.setup.title.phases
    return phases[phase].id if 0 <= phase < len(phases) else _unknown(phase)


def name_round(kind: int, number_of_set: int, operating_round: int, language: str, short: bool = False) -> str:
    """Such as "Operating round 3.1", or "OR 3.1" where there is little room."""
    id = f"round.{RoundKind(kind).name}"
    return words(
        f"{id}.short" if short else id,
        language,
        number=number(number_of_set, language),
        operating_round=number(operating_round, language),
    )


def name_list(names: Sequence[str], language: str) -> str:
    """Several names in a row."""
    return words("name.comma", language).join(names)


def name_series(names: Sequence[str], language: str) -> str:
    """Several names as the subject of a sentence: Ada, Bob and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return words("name.and", language, names=name_list(names[:-1], language), last=names[-1])


def name_route(places: Sequence[Place], context: Context, language: str, passed: Collection[int] = ()) -> str:
    """The stops of a route in order; those that an express train passes without counting them are marked.

    If the route visits both cities of a hex, each is called by its own name, in the order in which they are printed.
    """
    names = [name_place(place, context, language) for place in places]
    hexes = [place // STOPS_PER_HEX for place in places]
    for at, place in enumerate(places):
        cities = names[at].split(_BOTH)
        stop = place % STOPS_PER_HEX
        if hexes.count(hexes[at]) > 1 and stop < len(cities):
            names[at] = cities[stop]
    shown = [
        words("name.passed", language, name=name) if place in passed else name for place, name in zip(places, names, strict=True)
    ]
    return words("name.route", language).join(shown)
