"""A new action is declared once: its wire format, its check and the facts of its words follow from the types of its fields."""

from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

import pytest

from goldenspike.core import actions, fields
from goldenspike.core.actions import Action, Payout, Route
from goldenspike.core.events import Event
from goldenspike.core.fields import Kind, fields_of
from goldenspike.core.holders import BANK, treasury
from goldenspike.core.ids import NO_TRAIN, Company, Hex, Holder, Place, Player, Private, Train
from goldenspike.core.reasons import Reason
from goldenspike.core.wellformed import refuse_malformed
from goldenspike.record import wire
from goldenspike.record.errors import RecordError
from goldenspike.text.facts import meanings_in
from goldenspike.text.names import Context, name_company, name_holder, name_player
from goldenspike.titles.catalogue import make


@dataclass(frozen=True, slots=True)
class LeaseTrain:
    """An action that no title knows."""

    player: Player
    lessee: Company
    train: Train
    lender: Holder
    station: Hex
    fee: int
    payout: Payout
    swap: Train = NO_TRAIN
    returns: bool = False


SETUP = make("1830", "classic", 4)
PRR, NYC = SETUP.company_index["PRR"], SETUP.company_index["NYC"]
LEASE: Any = LeaseTrain(SETUP.all_players[2], PRR, SETUP.train_index["3"], treasury(NYC), SETUP.hex_index["E19"], 50, Payout.PAY)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The action in the union; nothing else is told of it."""
    monkeypatch.setitem(wire.KINDS, "LeaseTrain", LeaseTrain)


@pytest.mark.usefixtures("known")
def test_a_new_action_has_a_wire_format() -> None:
    written = wire.to_wire(SETUP, LEASE)
    assert written == {
        "do": "LeaseTrain",
        "player": 2,
        "lessee": "PRR",
        "train": "3",
        "lender": "NYC",
        "station": "E19",
        "fee": 50,
        "payout": "pay",
    }
    assert wire.from_wire(SETUP, written) == LEASE
    swapped: Any = wire.from_wire(SETUP, written | {"swap": "2", "returns": True, "lender": "bank"})
    assert (swapped.swap, swapped.returns, swapped.lender) == (SETUP.train_index["2"], True, BANK)
    with pytest.raises(RecordError, match="needs 'fee'"):
        wire.from_wire(SETUP, {name: value for name, value in written.items() if name != "fee"})
    with pytest.raises(RecordError, match="unknown payout 'never'"):
        wire.from_wire(SETUP, written | {"payout": "never"})


@pytest.mark.parametrize(
    ("name", "number", "reason"),
    [
        ("player", 4, Reason.UNKNOWN_PLAYER),
        ("lessee", -1, Reason.UNKNOWN_COMPANY),
        ("train", 99, Reason.UNKNOWN_TRAIN),
        ("lender", 99, Reason.UNKNOWN_COMPANY),
        ("station", -1, Reason.UNKNOWN_HEX),
        ("swap", -2, Reason.UNKNOWN_TRAIN),
    ],
)
def test_a_new_action_is_checked(name: str, number: int, reason: Reason) -> None:
    values = {field.name: getattr(LEASE, field.name) for field in fields_of(LeaseTrain)}
    assert refuse_malformed(SETUP, LEASE) is None
    changed: Any = LeaseTrain(**values | {name: number})
    refusal = refuse_malformed(SETUP, changed)
    assert refusal is not None and refusal.reason is reason


def test_a_new_action_has_facts_for_its_words() -> None:
    meanings = meanings_in(LeaseTrain)
    assert (meanings["player"], meanings["lessee"], meanings["lender"]) == (name_player, name_company, name_holder)
    context = Context(SETUP, ("Ada", "Ben", "Cleo", "Dan"))
    assert meanings["player"](LEASE.player, context, "en") == "Cleo"
    assert meanings["station"](LEASE.station, context, "en") == "E19 (Albany)"
    assert "fee" not in meanings, "the name of a number tells whether it is money"


def test_a_field_of_an_unknown_type_is_reported() -> None:
    @dataclass(frozen=True)
    class Odd:
        weight: float

    with pytest.raises(TypeError, match=r"Odd\.weight"):
        fields_of(Odd)


def test_fields_with_several_values_hold_what_their_names_say() -> None:
    """Their kinds are told by name (compiled classes forget what tuples hold): the declared types must agree."""
    expected = {
        Kind.PLAYERS: tuple[Player, ...],
        Kind.PRIVATES: tuple[Private, ...],
        Kind.PLACES: tuple[Place, ...],
        Kind.ROUTES: tuple[Route, ...] | None,
        Kind.AMOUNTS: tuple[int, ...],
    }
    several = [
        (field.kind, get_type_hints(kind)[field.name])
        for kind in (*get_args(Action), *get_args(Event))
        for field in fields_of(kind)
        if field.name in fields._BY_NAME
    ]
    assert {kind for kind, _ in several} == set(expected)
    compiled = not actions.__file__.endswith(".py")
    assert all(compiled or declared == expected[kind] for kind, declared in several)
