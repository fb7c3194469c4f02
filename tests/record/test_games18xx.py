"""Real games from 18xx.games replay with the same state after every action."""

import json
from pathlib import Path

import pytest

from goldenspike.core.events import EndReason
from goldenspike.record.digest import digest
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.games18xx.undo import effective_actions, with_auto_actions

DATA = Path(__file__).parent.parent / "data"


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
