"""Checks that an action refers to things that exist, so that rules may index freely."""

from typing import Final

from goldenspike.core.actions import LayTile, SellShares
from goldenspike.core.fields import Kind, fields_of
from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import NONE
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.title import Setup

_UNKNOWN: Final = {
    Kind.PLAYER: Reason.UNKNOWN_PLAYER,
    Kind.COMPANY: Reason.UNKNOWN_COMPANY,
    Kind.PRIVATE: Reason.UNKNOWN_PRIVATE,
    Kind.TRAIN: Reason.UNKNOWN_TRAIN,
    Kind.TILE: Reason.UNKNOWN_TILE,
    Kind.HEX: Reason.UNKNOWN_HEX,
    Kind.HOLDER: Reason.UNKNOWN_COMPANY,
}

_known: Final[dict[type, tuple[tuple[str, int, int], ...]]] = {}
"""For each class of actions its index fields: name, kind and lowest value."""


def _numbers_in(kind: type) -> tuple[tuple[str, int, int], ...]:
    found = _known[kind] = tuple(
        [(field.name, int(field.kind), NONE if field.is_optional else 0) for field in fields_of(kind) if field.kind in _UNKNOWN]
    )
    return found


def refuse_malformed(setup: Setup, action: object) -> Refusal | None:
    """A refusal if the action refers to a player, company, private company, hex, tile or train that does not exist.

    It goes by the fields alone, so that any class of actions can be checked.
    """
    counts = setup.counts
    fields = _known.get(type(action)) or _numbers_in(type(action))
    for name, kind, least in fields:
        number = getattr(action, name)
        if not least <= number < counts[kind]:
            return Refusal(_UNKNOWN[Kind(kind)], (number,) if kind == Kind.PLAYER else ())
    if isinstance(action, LayTile) and not 0 <= action.rotation < SIDES:
        return Refusal(Reason.UNKNOWN_TILE)
    if isinstance(action, SellShares) and action.double and not setup.title.companies[action.company].second_units:
        return Refusal(Reason.NO_DOUBLE, (action.company,))
    return None
