"""Real games from 18xx.games replay with the same state after every action."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from goldenspike.core.events import EndReason
from goldenspike.core.switches import value_name
from goldenspike.record.digest import digest
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.games18xx.readings import SITE_READINGS
from goldenspike.record.games18xx.undo import effective_actions, with_auto_actions
from goldenspike.record.wire import read_tile

DATA = Path(__file__).parent.parent / "data"
IMPORTING = Path(__file__).parents[2] / "docs/importing.md"


@pytest.mark.parametrize(("name", "reason"), [("1830-bank-breaks", EndReason.BANK), ("1830-bankruptcy", EndReason.BANKRUPTCY)])
def test_every_action_leads_to_the_recorded_state(name: str, reason: EndReason) -> None:
    """Money, papers, prices, trains, stations, round, phase and priority after every action of a whole game."""
    importer = Importer(read_export((DATA / f"{name}.json").read_bytes()))
    expected = [json.loads(line) for line in (DATA / f"{name}.digest.ndjson").read_text().splitlines()]
    for line, replayed in zip(expected, importer.run(), strict=True):
        assert {"id": replayed.id, **digest(importer.game, importer.names)} == line
    assert importer.game.is_over
    assert importer.game.result().reason is reason
    wealth = importer.game.result().wealth
    ids = importer.export.player_ids
    assert {str(id): wealth[number] for number, id in enumerate(ids)} == importer.export.result


def imported(file: dict[str, Any]) -> tuple[Importer, dict[int | str, dict[str, Any]]]:
    """The importer after the whole export, and the position after each action by its id."""
    importer = Importer(read_export(json.dumps(file).encode()))
    return importer, {replayed.id: digest(importer.game, importer.names) for replayed in importer.run()}


def recorded_until(id: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The long recorded game, and its effective actions before this one."""
    file = json.loads((DATA / "1830-bank-breaks.json").read_text())
    actions = effective_actions(file["actions"])
    return {**file, "status": "active"}, [each for each in actions if each["id"] < id]


def railroad(id: int, symbol: str, type: str = "pass", **more: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "entity": symbol, "entity_type": "corporation", **more}


def private(id: int, symbol: str, type: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "entity": symbol, "entity_type": "company", **more}


CS_TILE = private(502, "CS", "lay_tile", hex="B20", tile="58-0", rotation=2)


@pytest.mark.parametrize("undone", [False, True])
def test_the_cs_tile_between_the_two_passes_at_the_end_of_a_turn(undone: bool) -> None:
    """The first pass is about trains, the second about private companies; in between, or after it was undone, the CS lays."""
    file, before = recorded_until(85)  # The NYNH has bought the CS after its first pass.
    second = [railroad(500, "NYNH"), {"id": 501, "type": "undo"}] if undone else []
    turn = [*second, CS_TILE, railroad(503, "NYNH"), railroad(504, "PRR")]
    importer, _ = imported({**file, "actions": [*before, *turn]})
    setup, s = importer.setup, importer.game.state
    laid = setup.faces[s.faces[setup.hex_index["B20"]]]
    assert laid.tile == read_tile(setup, "58")
    assert setup.title.companies[s.operating].id == "PRR"


@pytest.mark.parametrize("wanted", [True, False])
def test_the_dh_tile_and_station_between_the_two_passes(wanted: bool) -> None:
    """A railroad that has laid no tile may use the DH until its turn ends; it may do without the station."""
    file, before = recorded_until(86)
    station = private(506, "DH", "place_token", city="57-3-0", slot=0) if wanted else private(506, "DH", "pass")
    turn = [
        railroad(500, "PRR"),
        railroad(501, "PRR", "run_routes", routes=[{"train": "2-3", "connections": [["H12", "H14", "H16"]]}]),
        railroad(502, "PRR", "dividend", kind="payout"),
        railroad(503, "PRR"),
        railroad(504, "PRR", "buy_company", company="DH", price=140),
        private(505, "DH", "lay_tile", hex="F16", tile="57-3", rotation=1),
        station,
        railroad(507, "PRR"),
    ]
    _, positions = imported({**file, "actions": [*before, *turn]})
    assert positions[504]["corps"]["PRR"]["cash"] - positions[506]["corps"]["PRR"]["cash"] == 120
    assert ("F16" in positions[506]["corps"]["PRR"]["tokens"]) is wanted
    assert positions[506]["round"] == "OR 3.1"
    assert positions[507]["round"] == "SR 4"


def test_the_documentation_lists_the_readings_of_the_site() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", IMPORTING.read_text(), re.MULTILINE))
    assert listed == {name: value_name(value) for name, value in SITE_READINGS.items()}


def test_actions_without_ids_are_numbered_by_their_place() -> None:
    file = json.loads((DATA / "1830-bankruptcy.json").read_text())
    for each in file["actions"]:
        each["id"] = None
    _, positions = imported(file)
    assert list(positions) == list(range(1, 93))
    file["actions"][0]["price"] = 161
    with pytest.raises(RecordError, match=r"action 1 \(bid\): bid_too_low"):
        imported(file)


def action(id: int, type: str = "pass", **more: object) -> dict[str, object]:
    return {"id": id, "type": type, **more}


def ids(actions: list[dict[str, object]]) -> list[object]:
    return [each["id"] for each in actions]


def test_undo_takes_back_the_last_action() -> None:
    assert ids(effective_actions([action(1), action(2), action(3, "undo"), action(4)])) == [1, 4]


def test_undo_to_an_action_takes_back_all_after_it_and_redo_brings_them_back() -> None:
    actions = [action(1), action(2), action(3), action(4, "undo", action_id=1)]
    assert ids(effective_actions(actions)) == [1]
    assert ids(effective_actions([*actions, action(5, "redo")])) == [1, 2, 3]


def test_undo_to_the_beginning() -> None:
    assert effective_actions([action(1), action(2), action(3, "undo", action_id=0)]) == []


def test_a_new_action_makes_redo_impossible() -> None:
    actions = [action(1), action(2), action(3, "undo"), action(4), action(5, "redo")]
    assert ids(effective_actions(actions)) == [1, 4]


def test_chat_is_left_out_and_never_undone() -> None:
    actions = [action(1), action(2, "message"), action(3, "undo"), action(4, "message"), action(5, "redo")]
    assert ids(effective_actions(actions)) == [1]


def test_programs_do_nothing_but_their_followers_count() -> None:
    follower = {"type": "pass", "entity": 1}
    program = action(1, "program_share_pass", auto_actions=[follower, {"type": "program_disable", "entity": 1}])
    assert with_auto_actions(program) == [follower]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda file: file.update(title="1846"), "title '1846' cannot be imported"),
        (lambda file: file.update(players=file["players"][:1]), "2 to 7 players, not 1"),
        (lambda file: file.update(players=[file["players"][0]] * 2), "two players have the same id"),
        (lambda file: file["settings"].update(optional_rules=["unheard_of"]), "unknown optional rule 'unheard_of'"),
        (lambda file: file["actions"].insert(0, {"id": 0, "type": "jump"}), "unknown action type 'jump'"),
        (lambda file: file["actions"][0].update(company="XY"), "unknown private company 'XY'"),
        (lambda file: file["actions"][0].update(entity=99), "unknown player 99"),
        (lambda file: file["actions"][0].update(price=161), "bid_too_low"),
        (lambda file: file["actions"][0].pop("price"), "malformed"),
        (lambda file: file.pop("actions"), "actions"),
        (lambda file: file["actions"][3].pop("type"), r"action 4: an action needs a type"),
        (lambda file: file["actions"][3].update(id=[4]), r"action 4: \[4\] is not an id"),
        (lambda file: file["actions"][3].update(entity=[4]), r"action 4 \(\w+\): malformed"),
        (lambda file: file["actions"][0].update(price=[4]), r"action 1 \(\w+\): malformed"),
        (lambda file: file["actions"][3].update(auto_actions=[4]), "action 4: auto_actions must be a list of actions"),
        (lambda file: file["actions"].insert(3, {"type": "undo", "action_id": 77}), "no earlier action has the id 77"),
        (lambda file: file["actions"][39].update(shares=[]), r"action 40 \(buy_shares\): malformed"),
        (lambda file: file["actions"][39].update(shares=["NYC_77"]), r"action 40 \(buy_shares\): unknown share 'NYC_77'"),
        (lambda file: file["actions"][39].update(entity="DH"), r"action 40 \(buy_shares\): "),
    ],
)
def test_bad_exports_say_what_and_where(change: object, message: str) -> None:
    """A wrong title, player, company, action or form is one clear error."""
    file = json.loads((DATA / "1830-bankruptcy.json").read_text())
    assert callable(change)
    change(file)
    with pytest.raises(RecordError, match=message):
        for _ in Importer(read_export(json.dumps(file).encode())).run():
            pass


def test_an_illegal_action_names_its_position_and_paragraph() -> None:
    """An action in the middle that breaks a rule: position, reason and paragraph."""
    file = json.loads((DATA / "1830-bankruptcy.json").read_text())
    lay = next(each for each in file["actions"] if each["type"] == "lay_tile")
    lay["hex"] = "B12"
    lay["tile"] = "9-0"
    with pytest.raises(RecordError, match=r"action 30 \(lay_tile\): not_connected \(7\.2\.1\)"):
        for _ in Importer(read_export(json.dumps(file).encode())).run():
            pass


def test_a_game_ended_by_hand_stays_where_it_was() -> None:
    """No passes are made up to reach an end that the source did not reach."""
    file = json.loads((DATA / "1830-bankruptcy.json").read_text())
    file["actions"] = [*file["actions"][:40], {"type": "end_game", "entity": 1, "entity_type": "player", "id": 41}]
    importer = Importer(read_export(json.dumps(file).encode()))
    digests = [digest(importer.game, importer.names) for _ in importer.run()]
    expected = [json.loads(line) for line in (DATA / "1830-bankruptcy.digest.ndjson").read_text().splitlines()]
    assert {"id": 40, **digests[39]} == expected[39]
    assert digests[40] == digests[39]
    assert not importer.game.is_over


def test_old_exports_without_connections_run_the_best_routes_if_they_earn_as_much() -> None:
    file = json.loads((DATA / "1830-bankruptcy.json").read_text())
    run = next(each for each in file["actions"] if each["type"] == "run_routes")
    for route in run["routes"]:
        del route["connections"]
    importer = Importer(read_export(json.dumps(file).encode()))
    for _ in importer.run():
        pass
    assert importer.game.is_over
    run["routes"][0]["revenue"] = 20
    with pytest.raises(RecordError, match="earn 20, the best run 30"):
        for _ in Importer(read_export(json.dumps(file).encode())).run():
            pass
