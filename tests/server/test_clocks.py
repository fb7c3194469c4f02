"""Clocks of tables with a set time: deadlines, time-outs, votes, calendars, substitutes."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.game import Game
from goldenspike.protocol.messages import ClockKind, ClockRule, SeatRequest, TableRequest, TimeOut
from goldenspike.protocol.orders import SellOrder
from goldenspike.record.native import read_record, replay
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.reckoning import DAY, HOUR, Calendar
from goldenspike.server.clocks.service import ClockNotice, tell_of_clock, watch_clocks
from goldenspike.server.problems import Problem
from goldenspike.server.services import Services, make_services
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.migrate import migrate
from goldenspike.server.table.live_table import LiveTable
from server_helpers import Browser, Program, store_game

DATA = Path(__file__).parents[1] / "data"
MONDAY = 1_780_272_000_000
"""2026-06-01, 00:00 UTC."""
DAYS = {"kind": "move", "seconds": 2 * 24 * 3600}


class SetTime:
    """The time of a server's clocks, set by the test."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.services: Services = client.app.state.services
        self.now = MONDAY
        self.services.tables.now = lambda: self.now
        self.notices: list[ClockNotice] = []
        self.services.clocks.notify = self._note

    async def _note(self, connection: Querying, table: LiveTable, notice: ClockNotice) -> None:
        self.notices.append(notice)
        await tell_of_clock(connection, table, notice)

    def pass_by(self, milliseconds: int) -> int:
        """Let time pass and look for what is due; returns how much was."""
        self.now += milliseconds
        with self.client.portal() as portal:
            return portal.call(self.services.clocks.sweep)


@pytest.fixture
def time(client: TestClient[Litestar]) -> SetTime:
    return SetTime(client)


def shared_table(host: Program, *guests: Program, clock: dict[str, Any], **more: Any) -> str:
    table = host.new_table("me", *["open"] * len(guests), options={"seating": "free"}, clock=clock, **more)
    for guest in guests:
        guest.join(table)
    return str(table["id"])


def person_of(time: SetTime, program: Program) -> Person:
    token = program.headers["authorization"].removeprefix("Bearer ")
    person = time.client.blocking_portal.call(time.services.accounts.find, token, "api")
    assert person is not None
    return person


def clocks(program: Program, table: str) -> list[dict[str, Any]]:
    return list(program.get(f"/tables/{table}").json()["clocks"])


def deadlines(program: Program, table: str) -> list[int | None]:
    return [clock.get("deadline") for clock in clocks(program, table)]


def kinds(program: Program, table: str) -> list[str]:
    return [entry["kind"] for entry in program.get(f"/tables/{table}/log").json()["entries"]]


def pass_(program: Program, table: str, player: int) -> None:
    answer = program.act(table, {"do": "Pass", "player": player})
    assert answer.status_code == 200, answer.text


# --- running


def test_only_the_clock_of_the_asked_seat_runs(time: SetTime, ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd, clock=DAYS)
    assert deadlines(ada, table) == [MONDAY + 2 * DAY, None, None]
    time.pass_by(HOUR)
    pass_(ada, table, 0)
    assert deadlines(ada, table) == [None, MONDAY + 2 * DAY + HOUR, None]
    assert bob.get("/tables").json()[0]["deadline"] == MONDAY + 2 * DAY + HOUR


def test_a_bank_is_used_up_by_its_own_player(time: SetTime, ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob, clock={"kind": "bank", "seconds": 240 * 3600, "increment": 3600})
    time.pass_by(5 * HOUR)
    pass_(ada, table, 0)
    time.pass_by(7 * HOUR)
    pass_(bob, table, 1)
    assert [clock["left"] for clock in clocks(ada, table)] == [236 * HOUR, 234 * HOUR]


def test_undo_gives_no_time_back(time: SetTime, ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob, clock=DAYS)
    time.pass_by(5 * HOUR)
    pass_(ada, table, 0)
    time.pass_by(HOUR)
    assert ada.post(f"/tables/{table}/undo", {"ply": 1}).json()["asked"]
    assert bob.post(f"/tables/{table}/undo/vote", {"grant": True}).status_code == 200
    assert deadlines(ada, table) == [time.now + 2 * DAY - 5 * HOUR, None]


def test_nobody_waits_no_clock_runs(time: SetTime, ada: Program, bob: Program) -> None:
    """Bots and people at one screen do not wait; a stand-in stops the clocks of both."""
    alone = ada.new_table("me", "local", options={"seating": "free"}, clock=DAYS)["id"]
    pass_(ada, alone, 0)
    assert deadlines(ada, alone) == [None, None]
    table = shared_table(ada, bob, clock=DAYS)
    bob.post(f"/tables/{table}/stand-in", {"seat": 1, "bot": "greedy"})
    assert deadlines(ada, table) == [None, None]
    time.now += DAY
    bob.post(f"/tables/{table}/stand-in/end", {"seat": 1})
    assert deadlines(ada, table)[0] == time.now + 2 * DAY


def test_a_bad_clock_is_refused(ada: Program) -> None:
    for clock in ({"kind": "sand", "seconds": 3600}, {"kind": "move", "seconds": 5}, {"kind": "move", "seconds": 10**9}):
        seats = [{"kind": "me"}, {"kind": "open"}]
        assert ada.post("/tables", {"title": "1830", "seats": seats, "clock": clock}).status_code == 400


@pytest.mark.sqlite
@pytest.mark.parametrize("how", ["withdrawn", "declined", "declined by order", "handed over"])
@pytest.mark.parametrize(
    "clock", [DAYS, {"kind": "bank", "seconds": 48 * 3600, "increment": 7200}], ids=lambda clock: clock["kind"]
)
def test_a_turn_has_its_time_once(
    time: SetTime, ada: Program, bob: Program, cyd: Program, how: str, clock: dict[str, Any]
) -> None:
    """Bob offers Ada to buy her private company, again and again, or lets a bot take over for a moment."""
    whole = replay(read_record((DATA / "1830-discard.json").read_bytes()))
    game = Game(whole.setup)
    for action in whole.actions[:72]:
        game.push(action)
    assert game.actors == (1,) and game.state.privates[0] == 0
    portal, people = time.client.blocking_portal, [person_of(time, one) for one in (ada, bob, cyd)]
    table = portal.call(store_game, time.services, game, people, msgspec.convert(clock, ClockRule))
    for path, more in (("stand-in", {"bot": "greedy"}), ("stand-in/end", {})):
        assert cyd.post(f"/tables/{table}/{path}", {"seat": 2, **more}).status_code == 200
    if how == "declined by order":
        price = SellOrder(40, private=game.setup.title.privates[0].id)
        portal.call(time.services.orders.give, people[0], table, 0, price)
    offer = {"do": "BuyPrivate", "player": 1, "buyer": "NYC", "private": "SV", "price": 10}
    left = 48 * HOUR
    for _ in range(3):
        time.pass_by(5 * HOUR)
        left -= 5 * HOUR
        if how == "handed over":
            bob.post(f"/tables/{table}/stand-in", {"seat": 1, "bot": "greedy"})
            assert deadlines(bob, table)[1] is None
            bob.post(f"/tables/{table}/stand-in/end", {"seat": 1})
        else:
            assert bob.act(table, offer).status_code == 200
        if how in ("withdrawn", "declined"):
            assert deadlines(ada, table) == [time.now + 48 * HOUR, None, None]
            time.pass_by(HOUR)
            answer = bob.act(table, {"do": "Withdraw", "player": 1}) if how == "withdrawn" else None
            answer = answer or ada.act(table, {"do": "Decline", "player": 0})
            assert answer.status_code == 200, answer.text
        assert deadlines(bob, table) == [None, time.now + left, None]
    if how == "declined":
        assert clocks(ada, table)[0]["left"] == 48 * HOUR, "an answer costs nothing that the rule gives back, and gains nothing"


# --- time is up


def test_a_bot_stands_in_until_the_player_returns(time: SetTime, ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd, clock=DAYS)
    assert time.pass_by(2 * DAY - 5 * HOUR) == 0
    assert time.pass_by(HOUR) == 1 and [notice.kind for notice in time.notices] == ["low"]
    assert time.pass_by(3 * HOUR) == 0 and kinds(ada, table) == ["joined", "joined"]
    assert time.pass_by(HOUR) == 1 and [notice.kind for notice in time.notices] == ["low", "out"]
    assert {notice.turn for notice in time.notices} == {f"0.0.0.{MONDAY + 2 * DAY}"}
    assert {notice.seat for notice in time.notices} == {0}
    seat = ada.get(f"/tables/{table}").json()["seats"][0]
    assert seat["stand_in"] and seat["kind"] == "person"
    assert kinds(ada, table).count("timed_out") == kinds(ada, table).count("stand_in_starts") == 1
    answer = ada.post(f"/tables/{table}/stand-in/end", {"seat": 0})
    assert answer.status_code == 200 and answer.json()["seats"][0]["stand_in"] == ""


@pytest.mark.sqlite
@pytest.mark.parametrize("time_out", ["stand_in", "open"])
def test_a_time_out_settles_what_the_others_agree_on(
    time_out: str, time: SetTime, ada: Program, bob: Program, cyd: Program, dan: Program
) -> None:
    """Nobody waits for the vote of a player whose time is up: on leaving, and on undoing moves."""
    table = shared_table(ada, bob, cyd, dan, clock={**DAYS, "time_out": time_out})
    pass_(ada, table, 0)
    assert cyd.post(f"/tables/{table}/leave/ask").status_code == 200
    assert ada.post(f"/tables/{table}/stand-in/vote", {"agree": True}).json()["stand_in_request"]["agreed"] == 1
    dan.post(f"/tables/{table}/stand-in/vote", {"agree": False})
    assert ada.post(f"/tables/{table}/undo", {"ply": 1}).json()["asked"]
    for other in (cyd, dan):
        assert other.post(f"/tables/{table}/undo/vote", {"grant": True}).json()["asked"]
    time.pass_by(2 * DAY + HOUR)
    info = ada.get(f"/tables/{table}").json()
    assert (info["ply"], info["undo_request"]) == (0, None), "all who remain have agreed to undo"
    assert info["stand_in_request"] is None and info["seats"][2]["kind"] == "person"
    assert "leave_failed" in kinds(ada, table), "one of two is no majority"


def test_a_late_move_counts_if_nobody_was_quicker(time: SetTime, ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob, clock=DAYS)
    time.now += 3 * DAY
    pass_(ada, table, 0)
    assert time.pass_by(0) == 0 and "timed_out" not in kinds(ada, table)


def test_the_seat_is_passed_on_and_listed(time: SetTime, ada: Program, bob: Program, cyd: Program, dan: Program) -> None:
    table = shared_table(ada, bob, cyd, clock={**DAYS, "time_out": "open"}, listed=True)
    assert table not in [one["id"] for one in dan.get("/tables/sections/open").json()["tables"]]
    time.pass_by(2 * DAY)
    info = bob.get(f"/tables/{table}").json()
    assert info["seats"][0]["kind"] == "open" and info["status"] == "running"
    assert kinds(bob, table)[-2:] == ["timed_out", "seat_passed_on"]
    assert table in [one["id"] for one in dan.get("/tables/sections/open").json()["tables"]]
    assert dan.post(f"/tables/{table}/join", {}).status_code == 200, "no invitation is needed"
    assert deadlines(dan, table) == [time.now + 2 * DAY, None, None], "a substitute starts with the whole time"
    pass_(dan, table, 0)
    assert table not in [one["id"] for one in ada.get("/tables/sections/open").json()["tables"]]


def test_nobody_joins_an_unlisted_game_uninvited(time: SetTime, ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, clock={**DAYS, "time_out": "open"}, listed=False)
    time.pass_by(2 * DAY)
    assert cyd.post(f"/tables/{table}/join", {}).json()["code"] == "bad_invitation"
    cyd.join({"id": table, "invite": bob.get(f"/tables/{table}").json()["invite"]})
    assert cyd.get(f"/tables/{table}").json()["seats"][0]["yours"]


VOTING = {**DAYS, "time_out": "vote"}


def vote(program: Program, table: str, choice: str) -> dict[str, Any]:
    answer = program.post(f"/tables/{table}/time-out/vote", {"seat": 0, "choice": choice})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_table_that_fails_does_not_stop_the_other_clocks(time: SetTime, ada: Program, bob: Program) -> None:
    broken, sound = (shared_table(ada, bob, clock=DAYS) for _ in range(2))

    async def fail(connection: Querying, table: LiveTable, notice: ClockNotice) -> None:
        if table.id == broken:
            raise RuntimeError("broken")

    time.services.clocks.notify = fail
    assert time.pass_by(2 * DAY) == 1
    assert ["timed_out" in kinds(ada, table) for table in (broken, sound)] == [False, True]
    time.services.clocks.notify = tell_of_clock
    assert time.pass_by(0) == 1 and "timed_out" in kinds(ada, broken)


def test_the_others_vote(time: SetTime, ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd, clock=VOTING)
    time.pass_by(2 * DAY)
    assert clocks(bob, table)[0]["vote"] == {"ends_at": time.now + DAY, "votes": {}, "needed": 2, "yours": None}
    assert ada.post(f"/tables/{table}/time-out/vote", {"seat": 0, "choice": "wait"}).status_code == 403
    assert vote(bob, table, "open")["clocks"][0]["vote"]["yours"] == "open"
    assert vote(bob, table, "wait")["clocks"][0]["vote"]["votes"] == {"wait": 1}, "a changed vote counts once"
    after = vote(cyd, table, "wait")
    assert after["clocks"][0]["vote"] is None and after["clocks"][0]["deadline"] == time.now + DAY
    assert time.pass_by(DAY) == 1 and clocks(bob, table)[0]["vote"]["votes"] == {}
    vote(bob, table, "open")
    assert vote(cyd, table, "open")["seats"][0]["kind"] == "open"
    assert bob.post(f"/tables/{table}/time-out/vote", {"seat": 0, "choice": "wait"}).json()["code"] == "no_time_out_vote"


def test_without_a_majority_the_player_gets_a_day(time: SetTime, ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd, clock=VOTING)
    time.pass_by(2 * DAY)
    vote(bob, table, "open")
    assert vote(cyd, table, "stand_in")["clocks"][0]["deadline"] == time.now + DAY


def test_a_vote_ends_after_a_day(time: SetTime, ada: Program, bob: Program, cyd: Program) -> None:
    tables = [shared_table(ada, bob, cyd, clock=VOTING) for _ in range(2)]
    time.pass_by(2 * DAY)
    vote(bob, tables[0], "open")
    assert time.pass_by(DAY) == 2
    assert cyd.get(f"/tables/{tables[0]}").json()["seats"][0]["kind"] == "open", "most votes decide"
    assert cyd.get(f"/tables/{tables[1]}").json()["seats"][0]["stand_in"], "a bot plays if nobody has voted"


def test_a_move_ends_the_vote(time: SetTime, ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob, clock=VOTING)
    time.pass_by(2 * DAY)
    pass_(ada, table, 0)
    assert clocks(ada, table)[0]["vote"] is None and deadlines(ada, table)[1] == time.now + 2 * DAY
    assert time.pass_by(DAY) == 0


@pytest.mark.sqlite
@pytest.mark.parametrize("how", ["leaves", "hands over"])
def test_those_who_remain_have_voted(time: SetTime, ada: Program, bob: Program, cyd: Program, how: str) -> None:
    """Ada's time is up and Bob has voted; when Cyd goes, nobody waits for her vote."""
    table = shared_table(ada, bob, cyd, clock=VOTING)
    time.pass_by(2 * DAY)
    assert vote(bob, table, "open")["clocks"][0]["vote"]["needed"] == 2
    path, more = ("leave", {}) if how == "leaves" else ("stand-in", {"seat": 2, "bot": "greedy"})
    assert cyd.post(f"/tables/{table}/{path}", more).status_code == 200
    info = bob.get(f"/tables/{table}").json()
    assert info["seats"][0]["kind"] == "open" and info["clocks"][0]["vote"] is None
    assert kinds(bob, table).count("seat_passed_on") == 1


# --- calendars


def set_calendar(time: SetTime, program: Program, change: Callable[[Person], Any]) -> None:
    time.client.blocking_portal.call(change, person_of(time, program))


def test_a_calendar_moves_running_deadlines(time: SetTime, ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob, clock=DAYS)
    revision = ada.get(f"/tables/{table}").json()["revision"]
    set_calendar(time, ada, lambda person: time.services.clocks.set_hours(person, "UTC", frozenset({1, 2}), None))
    assert deadlines(ada, table)[0] == MONDAY + 4 * DAY
    assert ada.get(f"/tables/{table}").json()["revision"] > revision
    pass_(ada, table, 0)
    assert deadlines(ada, table)[1] == MONDAY + 2 * DAY, "Bob has another calendar"


def test_hours_hold_for_a_week(time: SetTime, ada: Program, bob: Program) -> None:
    """Nobody can hold up the others for ever by taking each day off anew."""
    table = shared_table(ada, bob, clock=DAYS)
    clocks_of = time.services.clocks

    def take_off(*days: int) -> None:
        set_calendar(time, ada, lambda person: clocks_of.set_hours(person, "UTC", frozenset(days), None))

    take_off(0)
    time.pass_by(HOUR // 2)
    take_off(0, 6)
    time.pass_by(DAY)
    with pytest.raises(Problem) as refused:
        take_off(1)
    assert (refused.value.code, refused.value.facts["count"]) == ("hours_set_lately", 6)
    take_off(6)
    with pytest.raises(Problem):
        take_off(0, 6)
    take_off()
    time.pass_by(DAY)
    assert "timed_out" not in kinds(ada, table)
    time.pass_by(HOUR)
    time.pass_by(DAY)
    assert kinds(ada, table).count("timed_out") == 1
    time.pass_by(5 * DAY)
    take_off(1, 2)


def test_a_vacation_that_has_begun_counts(time: SetTime, ada: Program, bob: Program) -> None:
    """Clocks stood on that day: nobody gets it back by ending the vacation in the evening."""
    shared_table(ada, bob, clock=DAYS)
    clocks_of = time.services.clocks
    first = date(2026, 6, 1)
    later = date(2026, 7, 1)
    set_calendar(time, ada, lambda person: clocks_of.add_vacation(person, first, date(2026, 6, 9)))
    set_calendar(time, ada, lambda person: clocks_of.add_vacation(person, later, later))
    time.pass_by(23 * HOUR)
    set_calendar(time, ada, lambda person: clocks_of.end_vacation(person, first))
    set_calendar(time, ada, lambda person: clocks_of.end_vacation(person, later))
    found: list[Calendar] = []

    async def read(person: Person) -> None:
        found.append(await clocks_of.calendar(person))

    set_calendar(time, ada, read)
    assert found[0].vacations == ((first, first),)
    time.pass_by(10 * DAY)
    set_calendar(time, ada, lambda person: clocks_of.end_vacation(person, first))
    set_calendar(time, ada, read)
    assert found[1].vacations == ((first, first),), "one that is over stays as it was"


# --- pages


@pytest.mark.sqlite
def test_the_pages_show_clocks(time: SetTime, client: TestClient[Litestar], database: str) -> None:
    """Without scripts the deadline is a time in the reader's zone; with them it counts down."""
    ada, bob = Browser(client).as_guest("Ada"), Browser(client).as_guest("Bob")
    form = {
        "game": "1830/classic",
        "players": "2",
        "seat.0.kind": "me",
        "seat.1.kind": "open",
        "option.seating": "free",
        "clock": "bank",
        "clock.amount": "3",
        "clock.unit": "days",
        "clock.increment": "6",
        "clock.time_out": "vote",
        "name": "Two",
        "listed": "yes",
        "do": "create",
    }
    assert "between a minute and 60 days" in ada.post("/new", {**form, "clock.amount": "99"}).text
    page = ada.post("/new", form).text
    table = page.split('data-table="')[1].split('"')[0]
    assert bob.post(f"/t/{table}/join").status_code == 200
    assert ada.post("/account/calendar", {"zone": "Asia/Tokyo", "off.2": "yes"}).status_code == 200
    page = ada.get(f"/t/{table}").text
    deadline = MONDAY + 4 * DAY  # Wednesday does not count
    assert page.count(f'data-deadline="{deadline}"') == 2, "in the bar and among the players"
    assert "until Fri 5 Jun, 09:00" in page and "3d 00:00" in page, "Bob's clock stands"
    assert f'data-now="{MONDAY}"' in page
    assert f'data-deadline="{deadline}"' in ada.get("/").text and f'data-deadline="{deadline}"' in bob.get("/").text
    assert "Fri 5 Jun, 00:00" in bob.get(f"/t/{table}").text, "in UTC for those without a calendar"
    time.pass_by(4 * DAY)
    page = bob.get(f"/t/{table}").text
    assert "Ada has run out of time. What now?" in page and "time is up" in page and "Ada has run out of time." in page
    assert "Wait another day (0/1)" in page and "Wait another day" not in ada.get(f"/t/{table}").text
    page = bob.post(f"/t/{table}/time-out/vote", {"seat": "0", "choice": "open"}).text
    assert "The seat of Ada is open to a substitute." in page and '<span class="waits">open seat</span>' in page
    assert "needs a substitute" in ada.get("/").text


@pytest.mark.sqlite
def test_the_account_page_keeps_a_calendar(time: SetTime, client: TestClient[Litestar], database: str) -> None:
    ada = Browser(client).as_guest("Ada")
    hours = {"zone": "Europe/Berlin", "off.5": "yes", "off.6": "yes", "night": "yes", "night_from": "23", "night_to": "6"}
    page = ada.post("/account/calendar", hours).text
    days = [text.strip() for text in re.findall(r'name="off\.\d"[^>]*>([^<]*)<', page)]
    assert days == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert page.count("checked") >= 3 and "<option selected>Europe/Berlin" in page
    assert "There is no time zone" in ada.post("/account/calendar", {"zone": "Atlantis"}).text
    week = {f"off.{day}": "yes" for day in range(4)}
    assert "At most 3 days" in ada.post("/account/calendar", {"zone": "UTC", **week}).text
    assert "can’t be read" in ada.post("/account/calendar", {**hours, "night_from": "x"}).text
    assert "at most 12 hours" in ada.post("/account/calendar", {**hours, "night_from": "1", "night_to": "0"}).text
    time.now += 3 * HOUR
    assert "next in 7 days" in ada.post("/account/calendar", {**hours, "off.4": "yes"}).text
    time.now -= 3 * HOUR
    page = ada.post("/account/vacation", {"first": "2026-07-01", "last": "2026-07-20"}).text
    assert "You have 15 of 35 vacation days left in 2026." in page
    assert "covers these days" in ada.post("/account/vacation", {"first": "2026-07-20", "last": "2026-07-21"}).text
    assert "35 vacation days a year" in ada.post("/account/vacation", {"first": "2026-08-01", "last": "2026-08-20"}).text
    assert "must begin today or later" in ada.post("/account/vacation", {"first": "2026-05-01", "last": "2026-08-20"}).text
    assert "can’t be read" in ada.post("/account/vacation", {"first": "", "last": ""}).text
    stored = ada.get("/account/data").json()["calendar"]
    assert stored == {
        "zone": "Europe/Berlin",
        "days_off": [5, 6],
        "night": [23, 6],
        "vacations": [{"first": "2026-07-01", "last": "2026-07-20"}],
    }
    assert "35 of 35" in ada.post("/account/vacation/end", {"first": "2026-07-01"}).text


# --- exactly once


async def overdue_tables(services: Services, count: int, time_out: TimeOut) -> list[str]:
    """Tables with two people whose time has been up since long ago."""
    people = []
    for name in ("Ada", "Bob"):
        person = await services.accounts.find(await services.accounts.guest(name), "web")
        assert person is not None
        people.append(person)
    services.tables.now = lambda: MONDAY
    rule = ClockRule(ClockKind.BANK, 3600, time_out=time_out)
    tables: list[str] = []
    for _ in range(count):
        seats = [SeatRequest("me"), SeatRequest("open")]
        request = TableRequest("1830", seats, "classic", {"seating": "free"}, listed=False, clock=rule)
        table_id = await services.seating.create(people[0], request)
        await services.seating.join(people[1], table_id, (await services.tables.live.get(table_id)).invite)
        tables.append(table_id)
    services.tables.now = lambda: MONDAY + DAY
    return tables


async def count_entries(services: Services, tables: list[str]) -> list[int]:
    return [sum(entry.kind == "timed_out" for entry in await services.tables.live.entries(table)) for table in tables]


def worker(database: str, redis: str | None = None) -> Services:
    services = make_services(Settings(database=database, redis=redis, limits=False, warm=False))
    services.tables.after_change = lambda table: None
    services.tables.now = lambda: MONDAY + DAY
    return services


@pytest.mark.parametrize("time_out", TimeOut)
def test_two_workers_time_out_once(database: str, time_out: TimeOut, request: pytest.FixtureRequest) -> None:
    """With PostgreSQL they are connected by Redis, as in earnest."""
    redis = None if database.startswith("sqlite") else request.getfixturevalue("redis")

    async def run() -> None:
        workers = [worker(database, redis), worker(database, redis)]
        await migrate(workers[0].database)
        tables = await overdue_tables(workers[0], 6, time_out)
        for _ in range(2):
            await asyncio.gather(*(one.clocks.sweep() for one in workers))
        assert await count_entries(workers[1], tables) == [1] * 6
        for one in workers:
            await one.close()

    asyncio.run(run())


def test_a_time_out_across_a_change_of_clocks_and_a_restart(database: str) -> None:
    """Two days from Saturday noon in Berlin are 49 hours when the clocks are set back. The time-out happens once."""
    asked = 1_792_836_000_000  # 2026-10-24, 12:00 in Berlin

    async def prepare() -> list[str]:
        services = worker(database)
        await migrate(services.database)
        services.tables.now = lambda: asked
        ada, bob = [await services.accounts.find(await services.accounts.guest(name), "web") for name in ("Ada", "Bob")]
        assert ada is not None and bob is not None
        await services.clocks.set_hours(ada, "Europe/Berlin", frozenset(), None)
        seats = [SeatRequest("me"), SeatRequest("open")]
        rule = ClockRule(ClockKind.MOVE, 2 * 24 * 3600)
        wanted = TableRequest("1830", seats, "classic", {"seating": "free"}, listed=False, clock=rule)
        table = await services.seating.create(ada, wanted)
        await services.seating.join(bob, table, (await services.tables.live.get(table)).invite)
        await services.close()
        return [table]

    async def sweep(time: int) -> list[int]:
        """By two processes that have just been started."""
        workers = [worker(database), worker(database)]
        for one in workers:
            one.tables.now = lambda: time
        await asyncio.gather(*(one.clocks.sweep() for one in workers))
        found = await count_entries(workers[0], tables)
        for one in workers:
            await one.close()
        return found

    tables = asyncio.run(prepare())
    hours = (48, 49, 50)
    assert [asyncio.run(sweep(asked + number * HOUR)) for number in (47, *hours)] == [[0], [0], [1], [1]]


CRASH = """
import asyncio, os, runpy, signal, sys
worker = runpy.run_path(sys.argv[3])["worker"]

async def run():
    services = worker(sys.argv[1])
    async def die(connection, table, notice):
        os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[2] == "before":
        services.clocks.notify = die
    else:
        async def die_after(table, kind):
            os.kill(os.getpid(), signal.SIGKILL)
        services.tables.announce = die_after
    await services.clocks.sweep()

asyncio.run(run())
"""


def test_killed_between_sweep_and_action(database: str) -> None:
    """Killed before the commit: it is still due after a restart. Killed after it: it has happened."""

    async def prepare() -> list[str]:
        services = worker(database)
        await migrate(services.database)
        tables = await overdue_tables(services, 2, TimeOut.VOTE)
        await services.close()
        return tables

    async def count(sweeping: bool) -> list[int]:
        services = worker(database)
        if sweeping:
            await services.clocks.sweep()
        found = await count_entries(services, tables)
        await services.close()
        return sorted(found)

    def crash(moment: str) -> None:
        path = os.pathsep.join([os.path.dirname(os.path.dirname(__file__)), *sys.path])
        died = subprocess.run([sys.executable, "-c", CRASH, database, moment, __file__], env={**os.environ, "PYTHONPATH": path})
        assert died.returncode == -signal.SIGKILL

    tables = asyncio.run(prepare())
    crash("before")
    assert asyncio.run(count(sweeping=False)) == [0, 0]
    crash("after")
    assert asyncio.run(count(sweeping=False)) == [0, 1]
    assert asyncio.run(count(sweeping=True)) == [1, 1]
    assert asyncio.run(count(sweeping=True)) == [1, 1]


@pytest.mark.sqlite
def test_the_server_sweeps_by_itself(database: str) -> None:
    async def run() -> None:
        services = worker(database)
        await migrate(services.database)
        tables = await overdue_tables(services, 1, TimeOut.VOTE)
        swept = asyncio.Event()
        sweep = services.clocks.sweep

        async def watched() -> int:
            count = await sweep()
            swept.set()
            return count

        services.clocks.sweep = watched  # type: ignore[method-assign]
        task = asyncio.create_task(watch_clocks(services.clocks, services.hub, 0))
        async with asyncio.timeout(60):
            await swept.wait()
        task.cancel()
        assert await count_entries(services, tables) == [1]
        await services.close()

    asyncio.run(run())
