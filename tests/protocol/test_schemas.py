"""The schemas describe every action and event of whole games, and everything that the API sends."""

from dataclasses import fields
from random import Random
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from goldenspike.bots.base import Table
from goldenspike.bots.chance import draw
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.protocol import messages
from goldenspike.protocol.schemas import components, documented_fields
from goldenspike.record.native import Record, make_record
from goldenspike.record.wire import event_to_wire, to_wire
from goldenspike.titles.catalogue import make
from goldenspike.view import seat_view
from players import P0

SCHEMAS = components([Record, messages.ViewAnswer, messages.LegalAnswer, messages.ActionRequest])


def plain(value: object) -> Any:
    """As it arrives."""
    return msgspec.json.decode(msgspec.json.encode(value))


def validator(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}})


@pytest.mark.parametrize("version", ["1830 classic", "1830 base", "1830 s5", "1862 standard"])
def test_the_actions_events_and_views_of_a_game_follow_the_schemas(version: str) -> None:
    title, name = version.split()
    game = Game(make(title, name, 4))
    bot, rng = make_bot("random", "schemas"), Random(1)
    action_schema, event_schema = validator("Action"), validator("Event")
    while not game.is_over and game.ply < 900:
        actor = game.actors[0]
        action = draw(game, rng) if actor == CHANCE else bot.choose(Table(game, Player(actor)))
        for event in game.push(action):
            event_schema.validate(event_to_wire(game.setup, event))
        action_schema.validate(to_wire(game.setup, action))
        if game.ply % 100 == 0:
            validator("View").validate(plain(seat_view(game.setup, game.state, P0)))
    validator("Record").validate(plain(make_record(game, ["A", "B", "C", "D"])))


@pytest.mark.parametrize(("union", "name"), [(Action, "Action"), (Event, "Event")])
def test_every_class_has_its_schema_and_a_description(union: Any, name: str) -> None:
    kinds = get_args(union)
    assert len(kinds) > 25
    assert len(SCHEMAS[name]["oneOf"]) == len(kinds)
    for kind in kinds:
        schema = SCHEMAS[f"{kind.__name__}{name}"]
        assert schema["description"]
        assert len(schema["properties"]) == 1 + len(fields(kind))


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "Fly"},
        {"do": "Pass"},
        {"do": "Pass", "player": "Ada"},
        {"do": "Pass", "player": 0, "extra": 1},
        {"do": "LayTile", "player": 0, "company": 3, "hex": "H10", "tile": "57", "rotation": 1},
    ],
)
def test_wrong_actions_do_not_follow_the_schema(wrong: dict[str, object]) -> None:
    assert validator("Action").is_valid({"do": "Pass", "player": 0})
    assert not validator("Action").is_valid(wrong)


def test_strings_below_fields_become_descriptions() -> None:
    assert documented_fields(messages.Position) == {"asked": "Whether the others have to agree first (undo)."}
    assert SCHEMAS["PlayerView"]["properties"]["certificates"]["description"] == "Those that count against the limit (5.3)."
