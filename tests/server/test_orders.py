"""Orders at tables: given, carried out with the moves that trigger them, secret, undone, stopped, told."""

import json
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import insert, select, update

from goldenspike.server.orders.keeping import KeptOrder, read_standing
from goldenspike.server.services import Services
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import NoticeAddress, OrderRow, OutboxRow, TableRow
from goldenspike.server.storage.tokens import new_id, now
from goldenspike.server.table.keeping import Position
from goldenspike.server.table.live_table import LiveTable
from server_helpers import Browser, Program

BID = {"order": "bid", "private": "CS", "most": 60, "then_pass": True}


def new_table(ada: Program, *others: Program, **more: Any) -> str:
    table = ada.new_table("me", *["open"] * len(others), options={"seating": "free"}, **more)
    for other in others:
        other.join(table)
    return str(table["id"])


def give(program: Program, table: str, order: dict[str, Any]) -> dict[str, Any]:
    answer = program.post(f"/tables/{table}/orders", {"order": order})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def orders(program: Program, table: str) -> list[dict[str, Any]]:
    return list(program.get(f"/tables/{table}/orders").json())


def moves(program: Program, table: str) -> list[tuple[int, bool]]:
    return [(move["seat"], move["by_order"]) for move in program.get(f"/tables/{table}/log").json()["moves"]]


def waiting_for(program: Program, table: str) -> list[int]:
    return list(program.get(f"/tables/{table}").json()["waiting_for"])


def act(program: Program, table: str, **action: Any) -> None:
    answer = program.act(table, action)
    assert answer.status_code == 200, answer.text


def play_auction(*programs: Program, table: str) -> None:
    """All private companies at face value, in turn (C-2.2)."""
    while programs[0].get(f"/tables/{table}/view").json()["view"]["round"]["kind"] != "stock":
        for program in programs:
            for action in program.legal(table)["actions"]:
                if action["do"] in ("BuyFromBank", "SetPar"):
                    assert program.act(table, action).status_code == 200
                    break


def test_an_order_acts_with_the_move_that_triggers_it(ada: Program, bob: Program, cyd: Program) -> None:
    table = new_table(ada, bob, cyd)
    given = give(bob, table, BID)
    assert given["in_force"] and given["sentence"].startswith("Bid on Champlain & St. Lawrence (CS)")
    act(ada, table, do="Pass", player=0)
    assert moves(ada, table) == [(0, False), (1, True)]
    assert waiting_for(ada, table) == [2]
    lines = [line for move in ada.get(f"/tables/{table}/log").json()["moves"] for line in move["lines"]]
    assert any("$45" in line for line in lines)
    act(cyd, table, do="Bid", player=2, private="CS", amount=50)
    act(ada, table, do="Pass", player=0)
    assert moves(ada, table)[-1] == (1, True)
    act(cyd, table, do="Bid", player=2, private="CS", amount=60)
    act(ada, table, do="Pass", player=0)
    [stopped] = orders(bob, table)
    assert not stopped["in_force"]
    assert stopped["why"] == "too_dear"
    assert waiting_for(ada, table) == [1], "the player is asked"


def test_an_order_acts_at_once_where_the_game_waits_for_it(ada: Program, bob: Program) -> None:
    table = new_table(ada, bob)
    preview = ada.post(f"/tables/{table}/orders/preview", {"order": BID}).json()
    assert preview["acts_at_once"] and preview["sentence"]
    assert moves(ada, table) == []
    give(ada, table, BID)
    assert moves(ada, table) == [(0, True)]
    give(bob, table, {**BID, "private": "DH", "most": 100})
    assert moves(ada, table) == [(0, True), (1, True), (0, True), (1, True)], "and so do the orders that follow"
    assert [one["why"] for one in orders(ada, table)] == ["price"], "all passed: a private company is cheaper now"


def test_nobody_else_notices_an_order(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    """Everything that others can read is the same, byte for byte, until the order acts."""
    player, reader = Browser(client).as_guest("Cyd"), Browser(client).as_guest("Eve")
    made = ada.new_table("me", "open", "open", options={"seating": "free"})
    table = str(made["id"])
    bob.join(made)
    player.post(f"/t/{table}/join/{made['invite']}")
    addresses = ["", "/view", "/legal", "/log", "/prices", "/orders", "/record"]
    pages = ["", "/parts", "/feed", "/screen", "/reports", "/orders"]

    def seen() -> list[str]:
        own = [ada.get(f"/tables{address}").text for address in ("", *(f"/{table}{address}" for address in addresses))]
        return [*own, *(one.get(f"/t/{table}{page}").text for one in (reader, player) for page in pages)]

    before = seen()
    given = give(bob, table, BID)
    assert seen() == before
    bob.client.delete(f"/api/v1/tables/{table}/orders/{given['id']}", headers=bob.headers)
    assert orders(bob, table) == []
    assert seen() == before
    assert ada.get(f"/tables/{table}/orders").json() == []


def test_only_ones_own_orders(ada: Program, bob: Program) -> None:
    table = new_table(ada, bob)
    given = give(bob, table, BID)
    answer = ada.client.delete(f"/api/v1/tables/{table}/orders/{given['id']}", headers=ada.headers)
    assert answer.status_code == 404
    for order, code in (
        ({"order": {**BID, "private": "XX"}}, "bad_order"),
        ({"order": {**BID, "most": 10}, "seat": 1}, "not_your_seat"),
        ({"order": {"order": "pass", "round": 0}}, None),
        ({"order": {"order": "sell", "private": "SV", "price": 10}}, "order_over"),
    ):
        answer = ada.post(f"/tables/{table}/orders", order)
        assert code is None or answer.json()["code"] == code, answer.text


def test_an_order_is_undone_with_the_move_that_triggered_it(ada: Program, bob: Program) -> None:
    table = new_table(ada, bob)
    give(bob, table, BID)
    act(ada, table, do="Pass", player=0)
    assert moves(ada, table) == [(0, False), (1, True)]
    asked = ada.post(f"/tables/{table}/undo", {"ply": 2})
    assert asked.json()["asked"], "what another player's order did is not taken back without consent"
    assert bob.post(f"/tables/{table}/undo/vote", {"grant": True}).json()["ply"] == 0
    assert [one["in_force"] for one in orders(bob, table)] == [True]
    act(ada, table, do="Bid", player=0, private="CS", amount=45)
    assert moves(ada, table) == [(0, False), (1, True)], "it acts again"
    assert "$50" in ada.get(f"/tables/{table}/log").text


def test_an_order_whose_own_move_is_undone_stops(ada: Program) -> None:
    table = str(ada.new_table("me", "local", options={"seating": "free"})["id"])
    answer = ada.post(f"/tables/{table}/orders", {"order": BID, "seat": 0})
    assert answer.status_code == 201, answer.text
    assert ada.post(f"/tables/{table}/undo", {"ply": 1}).json()["ply"] == 0
    assert [one["why"] for one in orders(ada, table)] == ["undone"]
    assert moves(ada, table) == []


def test_a_stop_is_undone_too(ada: Program, bob: Program) -> None:
    """An order that stopped after a move is in force again once that move is undone."""
    table = new_table(ada, bob)
    give(bob, table, {"order": "bid", "private": "SV", "most": 60})
    act(ada, table, do="BuyFromBank", player=0, private="SV")
    assert [one["why"] for one in orders(bob, table)] == ["sold"]
    ada.post(f"/tables/{table}/undo", {"ply": 1})
    bob.post(f"/tables/{table}/undo/vote", {"grant": True})
    assert [one["in_force"] for one in orders(bob, table)] == [True]


def undo(asking: Program, *others: Program, table: str, to: int) -> None:
    ply = asking.get(f"/tables/{table}").json()["ply"]
    if asking.post(f"/tables/{table}/undo", {"ply": ply, "to_ply": to}).json()["asked"]:
        for other in others:
            other.post(f"/tables/{table}/undo/vote", {"grant": True})
    assert asking.get(f"/tables/{table}").json()["ply"] == to


@pytest.mark.parametrize("is_delivered", [False, True], ids=["waiting", "delivered"])
def test_an_order_that_stops_again_after_an_undo_is_told_again(
    ada: Program, bob: Program, client: TestClient[Litestar], is_delivered: bool
) -> None:
    """What was not told yet is withdrawn with the undo, since the order is in force again."""
    table = new_table(ada, bob)
    reached(client, table, 1)
    give(bob, table, {"order": "bid", "private": "SV", "most": 60})
    for count in (1, 2):
        act(ada, table, do="BuyFromBank", player=0, private="SV")
        assert noticed(client).count("order") == (count if is_delivered else 1)
        if is_delivered:
            deliver(client)
        undo(ada, bob, table=table, to=0)
        assert noticed(client).count("order") == (count if is_delivered else 0)


def deliver(client: TestClient[Litestar]) -> None:
    """Mark all notices as delivered."""
    services: Services = client.app.state.services

    async def mark() -> None:
        async with services.database.write() as connection:
            await connection.execute(update(OutboxRow).values(done_at=now()))

    with client.portal() as portal:
        portal.call(mark)


def test_an_order_whose_own_move_was_undone_does_not_come_back(ada: Program, bob: Program) -> None:
    table = new_table(ada, bob)
    give(bob, table, BID)
    act(ada, table, do="Pass", player=0)
    undo(bob, ada, table=table, to=1)
    assert [one["why"] for one in orders(bob, table)] == ["undone"]
    act(bob, table, do="Pass", player=1)
    undo(ada, bob, table=table, to=0)
    assert [one["why"] for one in orders(bob, table)] == ["undone"]
    act(ada, table, do="Pass", player=0)
    assert moves(ada, table) == [(0, False)]


@pytest.mark.parametrize("cancels", [True, False], ids=["canceled", "removed"])
def test_an_order_that_a_newer_one_replaced_does_not_come_back(ada: Program, bob: Program, cancels: bool) -> None:
    """Not even once the newer one is gone."""
    table = new_table(ada, bob)
    give(bob, table, {**BID, "most": 45})
    act(ada, table, do="Bid", player=0, private="CS", amount=45)
    assert [one["why"] for one in orders(bob, table)] == ["too_dear"]
    newer = give(bob, table, {**BID, "most": 50})
    assert moves(ada, table) == [(0, False), (1, True)]
    if not cancels:
        act(ada, table, do="Bid", player=0, private="CS", amount=55)
    bob.client.delete(f"/api/v1/tables/{table}/orders/{newer['id']}", headers=bob.headers)
    undo(ada, bob, table=table, to=0)
    assert [one["in_force"] for one in orders(bob, table)] == [False]


def test_pass_orders_in_a_stock_round(ada: Program, bob: Program, cyd: Program) -> None:
    """They pass until something on the stop list happens; the log marks what they do."""
    table = new_table(ada, bob, cyd)
    play_auction(ada, bob, cyd, table=table)
    programs = (ada, bob, cyd)
    first = waiting_for(ada, table)[0]
    second, third = (first + 1) % 3, (first + 2) % 3
    give(programs[second], table, {"order": "pass", "round": 1})
    give(programs[third], table, {"order": "pass", "round": 1, "stops": []})
    act(programs[first], table, do="Pass", player=first)
    assert moves(ada, table)[-2:] == [(second, True), (third, True)]
    assert ada.get(f"/tables/{table}/view").json()["view"]["round"]["number"] == 2, "all have passed"
    assert [one["why"] for one in orders(programs[second], table)] == ["round_over"]


def test_a_started_railroad_stops_a_pass_order(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    programs = (ada, bob)
    first = waiting_for(ada, table)[0]
    other = 1 - first
    reached(client, table, other)
    given = give(programs[other], table, {"order": "pass", "round": 1})
    assert "a railroad starts or floats" in given["stops"]
    start = next(
        action for action in programs[first].legal(table)["actions"] if action["do"] == "StartCompany" and action["price"] == 67
    )
    act(programs[first], table, **start)
    [stopped] = orders(programs[other], table)
    assert stopped["why"] in ("start", "buyable", "priority")
    assert stopped["reason"]
    assert noticed(client) == ["order"], "the owner is told"
    act(programs[first], table, do="Pass", player=first)
    assert waiting_for(ada, table) == [other]


def reached(client: TestClient[Litestar], table: str, seat: int) -> None:
    """Give the owner of a seat an address for notices."""
    services: Services = client.app.state.services

    async def add() -> None:
        live: LiveTable = await services.tables.live.get(table)
        async with services.database.write() as connection:
            await connection.execute(
                insert(NoticeAddress).values(
                    id=new_id(),
                    person_id=live.owner_of(seat),
                    channel="hook",
                    target="https://example.org/",
                    secret="",
                    kinds="turn offer over",
                    language="en",
                    made_at=now(),
                    confirmed_at=now(),
                    error="",
                )
            )

    with client.portal() as portal:
        portal.call(add)


def noticed(client: TestClient[Litestar]) -> list[str]:
    """The kinds of all notices so far."""
    services: Services = client.app.state.services

    async def read() -> list[str]:
        async with services.database.read() as connection:
            return [row.kind for row in await connection.execute(select(OutboxRow.kind).order_by(OutboxRow.id))]

    with client.portal() as portal:
        return portal.call(read)


def test_a_public_price(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    """Offers below it are declined with a counter-offer, others are accepted at once."""
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    programs = (ada, bob)
    for _ in range(2):
        player = waiting_for(ada, table)[0]
        act(programs[player], table, do="Pass", player=player)
    buyer = waiting_for(ada, table)[0]
    seller = 1 - buyer
    reached(client, table, buyer)
    owned = programs[seller].get(f"/tables/{table}/view").json()["view"]["players"][seller]["privates"][0]
    order = {"order": "sell", "private": owned, "price": 150, "below": "counter", "public": True}
    give(programs[seller], table, order)
    [price] = programs[buyer].get(f"/tables/{table}/prices").json()
    assert price["seat"] == seller and price["text"].endswith("for $150")
    offer = {"do": "BuyPrivate", "player": buyer, "buyer": buyer, "private": owned}
    act(programs[buyer], table, **offer, price=149)
    assert moves(ada, table)[-1] == (seller, True)
    kinds = [entry["kind"] for entry in ada.get(f"/tables/{table}/log").json()["entries"]]
    assert kinds[-2:] == ["for_sale", "counter"]
    assert noticed(client) == ["price", "counter"]
    page = Browser(client).get(f"/t/{table}").text
    assert "$150" in page
    act(programs[buyer], table, **offer, price=150)
    assert owned in ada.get(f"/tables/{table}/view").json()["view"]["players"][buyer]["privates"]
    assert ada.get(f"/tables/{table}/prices").json() == []
    assert [one["why"] for one in orders(programs[seller], table)] == ["sold"]


def test_a_price_for_one_buyer_tells_no_more_than_it_must(ada: Program, bob: Program) -> None:
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    owned = ada.get(f"/tables/{table}/view").json()["view"]["players"][0]["privates"][0]
    order = {"order": "sell", "private": owned, "price": 150, "buyer": 1, "below": "ask", "until": [3, 0], "public": True}
    give(ada, table, order)
    entry = bob.get(f"/tables/{table}/log").json()["entries"][-1]
    assert entry["kind"] == "for_sale"
    assert "until" not in str(entry) and "below" not in str(entry)
    [price] = bob.get(f"/tables/{table}/prices").json()
    assert price["text"].endswith("to Bob for $150")
    secret = give(ada, table, {"order": "sell", "private": owned, "price": 170, "below": "counter"})
    assert secret["sentence"].endswith("name the price.")


def test_a_public_price_tells_only_what_a_buyer_needs(ada: Program, bob: Program) -> None:
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    owned = ada.get(f"/tables/{table}/view").json()["view"]["players"][0]["privates"][0]
    give(ada, table, {"order": "sell", "private": owned, "price": 150, "below": "ask", "until": [3, 0], "public": True})
    [price] = bob.get(f"/tables/{table}/prices").json()
    text = price.pop("text")
    assert owned in text and text.endswith("for $150")
    assert price == {"seat": 0, "price": 150, "private": owned, "company": "", "train": "", "buyer": None}


def test_prices_that_change_often_are_told_once(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    """At one position the log has the last price only, and a notice goes out about the last one only."""
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    reached(client, table, 1)
    owned = ada.get(f"/tables/{table}/view").json()["view"]["players"][0]["privates"]
    orders = [{"order": "sell", "private": owned[0], "price": price, "public": True} for price in (*range(101, 120), 119)]
    for order in orders:
        given = give(ada, table, order)
    give(ada, table, {**orders[0], "private": owned[1]})

    def told() -> list[int]:
        entries = ada.get(f"/tables/{table}/log").json()["entries"]
        return [json.loads(entry["text"])["price"] for entry in entries if entry["kind"] == "for_sale"]

    assert told() == [119, 101]
    assert noticed(client) == ["price", "price"]
    ada.client.delete(f"/api/v1/tables/{table}/orders/{given['id']}", headers=ada.headers)
    assert noticed(client) == ["price"], "nobody is told of a price that was canceled before"
    first = waiting_for(ada, table)[0]
    act((ada, bob)[first], table, do="Pass", player=first)
    give(ada, table, orders[0])
    assert told() == [119, 101, 101], "at a later position it is news"


def test_an_order_to_buy_takes_a_public_price(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    """As soon as it is the buyer's turn; the price is shown with a button to whoever can buy now."""
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    programs = (ada, bob)
    for _ in range(2):
        player = waiting_for(ada, table)[0]
        act(programs[player], table, do="Pass", player=player)
    buyer = waiting_for(ada, table)[0]
    seller = 1 - buyer
    owned = programs[seller].get(f"/tables/{table}/view").json()["view"]["players"][seller]["privates"]
    take = {"order": "take", "private": owned[0], "most": 150}
    preview = programs[buyer].post(f"/tables/{table}/orders/preview", {"order": take}).json()
    assert not preview["acts_at_once"] and preview["stops"] == []
    give(programs[buyer], table, take)
    give(programs[seller], table, {"order": "sell", "private": owned[0], "price": 140, "public": True})
    assert moves(ada, table)[-2:] == [(buyer, True), (seller, True)], "the game waits for the buyer, so it acts at once"
    assert owned[0] in ada.get(f"/tables/{table}/view").json()["view"]["players"][buyer]["privates"]
    assert [one["why"] for one in orders(programs[buyer], table)] == ["done"]
    give(programs[seller], table, {"order": "sell", "private": owned[1], "price": 140, "public": True})
    assert (
        programs[buyer].post(f"/tables/{table}/orders/preview", {"order": {**take, "private": owned[1]}}).json()["acts_at_once"]
    )


def test_orders_while_a_bot_stands_in(ada: Program, bob: Program) -> None:
    """They stop, but do not act, and a public price is not shown: nobody would keep to it."""
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    programs = (ada, bob)
    first = waiting_for(ada, table)[0]
    other = 1 - first
    owned = ada.get(f"/tables/{table}/view").json()["view"]["players"][other]["privates"][0]
    give(programs[other], table, {"order": "pass", "round": 1})
    give(programs[other], table, {"order": "sell", "private": owned, "price": 150, "public": True})
    assert len(ada.get(f"/tables/{table}/prices").json()) == 1
    answer = programs[other].post(f"/tables/{table}/stand-in", {"seat": other, "bot": "greedy"})
    assert answer.status_code == 200, answer.text
    assert ada.get(f"/tables/{table}/prices").json() == []
    start = next(action for action in programs[first].legal(table)["actions"] if action["do"] == "StartCompany")
    act(programs[first], table, **start)
    assert sorted((one["order"]["order"], one["in_force"]) for one in orders(programs[other], table)) == [
        ("pass", False),
        ("sell", True),
    ]


def test_orders_act_when_the_player_is_back(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    """A player who takes the seat back in his own turn finds what the order does done."""
    client.app.state.services.tables.after_change = lambda table: None
    table = new_table(ada, bob)
    play_auction(ada, bob, table=table)
    programs = (ada, bob)
    first = waiting_for(ada, table)[0]
    other = 1 - first
    assert programs[other].post(f"/tables/{table}/stand-in", {"seat": other, "bot": "greedy"}).status_code == 200
    give(programs[other], table, {"order": "pass", "round": 1})
    act(programs[first], table, do="Pass", player=first)
    assert waiting_for(ada, table) == [other]
    assert programs[other].post(f"/tables/{table}/stand-in/end", {"seat": other}).status_code == 200
    assert moves(ada, table)[-1] == (other, True)
    assert waiting_for(ada, table) != [other] or ada.get(f"/tables/{table}/view").json()["view"]["round"]["number"] == 2


def test_an_order_that_cannot_act_stops_when_the_player_is_back(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    client.app.state.services.tables.after_change = lambda table: None
    table = new_table(ada, bob)
    give(bob, table, {**BID, "private": "SV", "most": 19})
    assert bob.post(f"/tables/{table}/stand-in", {"seat": 1, "bot": "greedy"}).status_code == 200
    act(ada, table, do="Pass", player=0)
    assert [one["in_force"] for one in orders(bob, table)] == [True]
    assert bob.post(f"/tables/{table}/stand-in/end", {"seat": 1}).status_code == 200
    assert [one["why"] for one in orders(bob, table)] == ["too_dear"]
    assert waiting_for(ada, table) == [1]


def redo(client: TestClient[Litestar], program: Program, table: str) -> None:
    services: Services = client.app.state.services
    position = program.get(f"/tables/{table}").json()

    async def again() -> None:
        person = await services.accounts.find(program.headers["authorization"].removeprefix("Bearer "), "api")
        assert person is not None
        await services.tables.undoing.redo(person, table, Position(position["ply"], position["undos"]))

    with client.portal() as portal:
        portal.call(again)


@pytest.mark.parametrize("is_old", [False, True], ids=["", "stored before"])
def test_a_redone_move_is_still_by_order(ada: Program, client: TestClient[Litestar], is_old: bool) -> None:
    """Databases of older versions have no mark: what was undone there can be made again all the same."""
    table = str(ada.new_table("me", "local", options={"seating": "free"})["id"])
    assert ada.post(f"/tables/{table}/orders", {"order": BID, "seat": 0}).status_code == 201
    act(ada, table, do="Pass", player=1)
    made = moves(ada, table)
    assert made == [(0, True), (1, False), (0, True)]
    undo(ada, table=table, to=0)
    if is_old:
        services: Services = client.app.state.services

        async def forget() -> None:
            async with services.database.write() as connection:
                packed = (await connection.execute(select(TableRow.redo))).scalar_one()
                undone = [[move[0] for move in moves] for moves in json.loads(packed)]
                values = {"redo": json.dumps(undone), "revision": TableRow.revision + 1}
                await connection.execute(update(TableRow).values(**values))

        with client.portal() as portal:
            portal.call(forget)
    redo(client, ada, table)
    assert moves(ada, table) == ([(seat, False) for seat, _ in made] if is_old else made)


def test_orders_of_others_who_take_the_seat(ada: Program, bob: Program, cyd: Program) -> None:
    """An order ends when its owner leaves the table."""
    table = new_table(ada, bob)
    give(bob, table, BID)
    bob.post(f"/tables/{table}/leave")
    invite = ada.get(f"/tables/{table}").json()["invite"]
    cyd.join({"id": table, "invite": invite})
    act(ada, table, do="Pass", player=0)
    assert moves(ada, table) == [(0, False)]
    assert orders(cyd, table) == []


def test_orders_of_somebody_who_left_do_not_come_back(ada: Program, bob: Program) -> None:
    """Neither with the player, nor with an undo of the move that had stopped one."""
    table = new_table(ada, bob)
    give(bob, table, {"order": "bid", "private": "SV", "most": 60})
    act(ada, table, do="BuyFromBank", player=0, private="SV")
    act(bob, table, do="Pass", player=1)
    give(bob, table, BID)
    bob.post(f"/tables/{table}/leave")
    bob.join({"id": table, "invite": ada.get(f"/tables/{table}").json()["invite"]})
    assert sorted(one["why"] for one in orders(bob, table)) == ["left", "sold"]
    undo(ada, bob, table=table, to=0)
    assert not any(one["in_force"] for one in orders(bob, table))
    act(ada, table, do="Pass", player=0)
    assert moves(ada, table) == [(0, False)]


def test_an_order_that_another_process_has_stored_meanwhile(ada: Program, bob: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move notices in its transaction that the orders it has read are out of date, and is made again."""
    table = new_table(ada, bob)
    give(bob, table, BID)
    answers = [0]

    async def read_late(database: Database, table_id: str) -> list[KeptOrder]:
        answers[0] += 1
        return [] if answers[0] == 1 else await read_standing(database, table_id)

    monkeypatch.setattr("goldenspike.server.table.keeping.read_standing", read_late)
    act(ada, table, do="Pass", player=0)
    assert answers == [2]
    assert moves(ada, table) == [(0, False), (1, True)]


@pytest.mark.parametrize("damaged", ['{"order": "bid", "private": "no such", "most": 60}', '{"order": "no such"}'])
def test_a_damaged_order_does_not_block_the_table(ada: Program, bob: Program, client: TestClient[Litestar], damaged: str) -> None:
    table = new_table(ada, bob)
    give(bob, table, BID)
    services: Services = client.app.state.services

    async def damage() -> None:
        async with services.database.write() as connection:
            await connection.execute(update(OrderRow).values(data=damaged))

    with client.portal() as portal:
        portal.call(damage)
    act(ada, table, do="Pass", player=0)
    assert moves(ada, table) == [(0, False)]
    assert waiting_for(ada, table) == [1]
    [stopped] = orders(bob, table)
    assert stopped["why"] == "failed"
    assert stopped["sentence"] == "An order that can no longer be read."


def test_orders_without_end_stop(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves by order in a row are bounded: the orders that would go on stop, and the player is asked."""
    monkeypatch.setattr("goldenspike.server.table.keeping.MOST_BY_ORDER", 3)
    table = str(ada.new_table("me", "local", options={"seating": "free"})["id"])
    for seat in (1, 0):
        answer = ada.post(f"/tables/{table}/orders", {"order": {**BID, "private": "BO", "most": 400}, "seat": seat})
        assert answer.status_code == 201, answer.text
    assert moves(ada, table) == [(0, True), (1, True), (0, True)]
    assert sorted((one["seat"], one["in_force"], one["why"]) for one in orders(ada, table)) == [
        (0, True, ""),
        (1, False, "failed"),
    ]
    assert waiting_for(ada, table) == [1]


# --- the page


@pytest.mark.sqlite
def test_the_page_shows_the_sentence_and_the_stop_list_first(client: TestClient[Litestar]) -> None:
    ada = Browser(client).as_guest("Ada")
    program = Program(client, "Host")
    made = program.new_table("me", "open", options={"seating": "free"})
    ada.post(f"/t/{made['id']}/join/{made['invite']}")
    table = made["id"]
    page = ada.get(f"/t/{table}/orders").text
    assert 'id="order-bid"' in page and 'id="order-pass"' in page
    wrong = ada.send(f"/t/{table}/orders/preview", {"seat": "1", "order": "bid", "private": "CS", "most": "0"})
    assert "The order is incomplete" in wrong.text
    for until, status in (("9" * 5_000, 400), ("soon", 400), ("1.x", 400), ("1.", 422), ("9999.0", 422)):
        sale = {"seat": "1", "order": "sell", "thing": "private SV", "price": "5", "until": until}
        assert ada.send(f"/t/{table}/orders", sale).status_code == status, until
    asked = ada.send(f"/t/{table}/orders/preview", {"seat": "1", "order": "pass", "round": "1"}).text
    assert "Pass in SR 1." in asked
    assert asked.count('type="checkbox"') == 6
    packed = '{"order":"pass","round":1,"company":"","stops":["sale"]}'
    answer = ada.send(f"/t/{table}/orders", {"seat": "1", "json": packed, "stop.sale": "yes", "stop.start": "yes"})
    assert answer.status_code in (200, 303)
    table_page = ada.get(f"/t/{table}").text
    assert "Pass in SR 1." in table_page
    listed = ada.get(f"/t/{table}/orders").text
    assert "somebody sells shares" in listed and "a railroad starts or floats" in listed
    assert "priority deal" not in listed.partition('id="order-pass"')[0]
    [id] = [part.partition('"')[0] for part in table_page.split('id="order-')[1:]]
    ada.send(f"/t/{table}/orders/cancel", {"id": id})
    assert "Pass in SR 1." not in ada.get(f"/t/{table}").text
