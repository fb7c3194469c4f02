"""The meanings of facts: `company` is a company, `price` is money, `hex` a place on the board.

For fields of events and actions they follow from the types (see `core.fields`). Numbers, and the facts of reasons, go by their
names, which all messages share, so most new ones need no code here. Exceptions are listed by message; a test reports unknown
names.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, get_args

from goldenspike.core.actions import Action, Payout, Route
from goldenspike.core.events import EndReason, Event, Why
from goldenspike.core.fields import Kind, fields_of
from goldenspike.core.ids import Place, Player, Private
from goldenspike.core.steps.group_auction import groups_of
from goldenspike.core.title import RoundKind
from goldenspike.text.amounts import money, number, price
from goldenspike.text.catalogue import count_in, dialect, message, words
from goldenspike.text.forms import form_of_event
from goldenspike.text.hexes import name_added_track
from goldenspike.text.names import (
    Context,
    income_private,
    name_company,
    name_hex,
    name_holder,
    name_list,
    name_phase,
    name_player,
    name_private,
    name_route,
    name_tile,
    name_train,
    number_tile,
)

Meaning = Callable[[Any, Context, str], str]


def _money(value: int, context: Context, language: str) -> str:
    return money(value, language)


def _price(value: int, context: Context, language: str) -> str:
    return price(value, language)


def _number(value: int, context: Context, language: str) -> str:
    return number(value, language)


def _ordinal(value: int, context: Context, language: str) -> str:
    """Stops are numbered from one for readers."""
    return number(value + 1, language)


def _players(value: tuple[Player, ...], context: Context, language: str) -> str:
    return name_list([name_player(player, context, language) for player in value], language)


def _privates(value: tuple[Private, ...], context: Context, language: str) -> str:
    """What each player was dealt, in the order of the players; nothing for -1."""
    return name_list([name_private(private, context, language) for private in value if private >= 0], language)


def _amounts(value: tuple[int, ...], context: Context, language: str) -> str:
    return name_list([money(amount, language) for amount in value], language)


def _places(value: tuple[Place, ...], context: Context, language: str) -> str:
    return name_route(value, context, language)


def _routes(value: tuple[Route, ...], context: Context, language: str) -> str:
    shown = [
        words(
            "name.run",
            language,
            train=name_train(route.train, context, language),
            places=name_route(route.places, context, language),
        )
        for route in value
    ]
    return name_list(shown, language)


def _owed(value: int, context: Context, language: str) -> str:
    """The amount repaid, which is negative in the event."""
    return money(-value, language)


def _cell(value: int, context: Context, language: str) -> str:
    """The price in a cell of the market."""
    prices = context.setup.title.market.prices
    return money(prices[value] if 0 <= value < len(prices) else 0, language)


def _group(value: int, context: Context, language: str) -> str:
    groups = groups_of(context.setup)
    privates = groups[value] if 0 <= value < len(groups) else ()
    return words("name.group", language).join(name_private(private, context, language) for private in privates)


def _why(value: int, context: Context, language: str) -> str:
    return words(f"why.{Why(value).name}", language)


def _end(value: int, context: Context, language: str) -> str:
    return words(f"end.{EndReason(value).name}", language)


def _payout(value: int, context: Context, language: str) -> str:
    return words(f"payout.{Payout(value).name}", language)


def _round(value: int, context: Context, language: str) -> str:
    return words(f"round.{RoundKind(value).name}.name", language)


def _yes(value: bool, context: Context, language: str) -> str:
    return words("value.on" if value else "value.off", language)


MEANINGS: Final[Mapping[str, Meaning]] = {
    "amount": _money,
    "worth": _money,
    "best": _money,
    "better": _money,
    "buyer": name_holder,
    "by": name_train,
    "city": name_hex,
    "company": name_company,
    "cost": _money,
    "count": _number,
    "group": _group,
    "declared": _money,
    "hex": name_hex,
    "item": _number,
    "kind": _round,
    "least": _money,
    "limit": _number,
    "money": _money,
    "most": _money,
    "new": _money,
    "notes": _money,
    "number": _number,
    "old": _money,
    "operating_round": _number,
    "owed": _money,
    "payee": name_holder,
    "payer": name_holder,
    "payout": _payout,
    "percent": _number,
    "phase": name_phase,
    "places": _places,
    "player": name_player,
    "players": _players,
    "price": _price,
    "private": name_private,
    "privates": _privates,
    "proposer": name_player,
    "reason": _end,
    "result": _money,
    "revenue": _money,
    "rotation": _number,
    "seller": name_holder,
    "step": _money,
    "stop": _ordinal,
    "tile": name_tile,
    "train": name_train,
    "units": _number,
    "why": _why,
}

_BY_KIND: Final[Mapping[Kind, Meaning]] = {
    Kind.FLAG: _yes,
    Kind.PLAYER: name_player,
    Kind.COMPANY: name_company,
    Kind.PRIVATE: name_private,
    Kind.TRAIN: name_train,
    Kind.TILE: name_tile,
    Kind.HEX: name_hex,
    Kind.HOLDER: name_holder,
    Kind.PLAYERS: _players,
    Kind.PRIVATES: _privates,
    Kind.PLACES: _places,
    Kind.ROUTES: _routes,
    Kind.AMOUNTS: _amounts,
}
"""Meanings by the type of a field; those of numbers and choices go by their names."""

EXCEPTIONS: Final[Mapping[tuple[str, str], Meaning]] = {
    ("event.AuctionStarted", "private"): income_private,
    ("event.PrivateMoved.bank", "private"): income_private,
    ("event.PrivateMoved.sale", "private"): income_private,
    ("action.LayTile.plain", "rotation"): name_added_track,
    ("action.LayTile.power", "rotation"): name_added_track,
    ("action.LayTile.plain.unnumbered", "rotation"): name_added_track,
    ("action.LayTile.power.unnumbered", "rotation"): name_added_track,
    ("action.LayTile.plain", "tile"): number_tile,
    ("action.LayTile.power", "tile"): number_tile,
    ("action.SellPrivate", "buyer"): name_holder,
    ("action.CorrectPrice", "cell"): _cell,
    ("event.LoanChanged.repaid", "amount"): _owed,
    ("event.LoanChanged.cleared", "amount"): _owed,
    ("event.NotesChanged.redeemed", "amount"): _owed,
    ("event.OfferMade.train", "item"): name_train,
    ("event.OfferMade.private", "item"): name_private,
    ("event.OfferMade.private_sale", "item"): name_private,
    ("reason.route_too_long", "most"): _number,
}


class Facts:
    """The facts of one message by name, each formatted only when the sentence uses it."""

    def __init__(self, id: str, values: Mapping[str, Any], context: Context, language: str) -> None:
        self._id = id
        self._values = values
        self._context = context
        self._language = language

    def __getitem__(self, name: str) -> str:
        value = self._values[name]
        meaning = meaning_of(self._id, name)
        return str(value) if meaning is None else meaning(value, self._context, self._language)

    def count(self) -> int | None:
        """The number that chooses the plural, if there is one."""
        return count_in({name: value for name, value in self._values.items() if meaning_of(self._id, name) is _number})


def meanings_in(kind: type) -> dict[str, Meaning]:
    """The meanings of the fields of an action or event that follow from their types."""
    return {field.name: _BY_KIND[field.kind] for field in fields_of(kind) if field.kind in _BY_KIND}


_DERIVED: Final = {kind.__name__: meanings_in(kind) for kind in (*get_args(Action), *get_args(Event))}


@lru_cache(maxsize=1 << 12)
def meaning_of(id: str, name: str) -> Meaning | None:
    """The meaning of a fact: by message, by the type of the field, or by name."""
    exception = EXCEPTIONS.get((id, name))
    if exception is not None:
        return exception
    prefix, _, rest = id.partition(".")
    derived = _DERIVED.get(rest.partition(".")[0], {}).get(name) if prefix in ("action", "event") else None
    return MEANINGS.get(name) if derived is None else derived


def render(id: str, values: Mapping[str, Any], context: Context, language: str, preview: bool = False) -> str:
    """The message with its facts formatted; id and bare facts if there is no text yet.

    A preview has its own text (`preview.<id>`) where a language needs another tense.
    """
    language = dialect(language, context.setup.title.name)
    facts = Facts(id, values, context, language)
    ahead = message(f"preview.{id}", language, facts.count()) if preview else None
    found = ahead or message(id, language, facts.count())
    if found is None:
        return f"{id} ({', '.join(f'{name}={value}' for name, value in values.items())})" if values else id
    return found.format_map(facts)


def say(event: Event, context: Context, language: str, preview: bool = False) -> str:
    """What happened, as a sentence for the log; with `preview`, what would happen."""
    return render(form_of_event(event), values_of(event), context, language, preview)


def values_of(thing: Any) -> dict[str, Any]:
    """The facts of an action or event."""
    return {field.name: getattr(thing, field.name) for field in fields(thing)}
