"""Tables that differ only in hidden amounts answer the same, byte for byte, to whoever may not see them (C-1.1)."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import anyio
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import delete, insert, select, update

from goldenspike.core.actions import Accept, BuyFromBank, BuyPrivate, Pass, SetPar
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import Holder, Player
from goldenspike.core.options import Knowledge, Seating
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.services import make_services
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import MoveRow, TableRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.changes import pack_moves
from goldenspike.server.table.live_table import AppliedMove, Seat
from goldenspike.server.table.packing import pack_state
from goldenspike.titles.g1830 import classic
from goldenspike.view.secrets import visibility_for
from live_page import opened
from names_1830 import BNO, SV
from players import P0, P1, P2
from server_helpers import Browser

pytestmark = pytest.mark.sqlite

PLAYERS = 3
BUSY = ("LayTile", "RunTrains", "BuyTrain", "PlaceToken", "BuyShare", "StartCompany", "BuyFromBank", "SetPar")


def random_game(setup: Setup, seed: int) -> Iterator[Game]:
    """A random but busy game, after every action."""
    rng = random.Random(seed)
    game = Game(setup)
    while not game.is_over and game.ply < 600:
        actions = list(game.legal_for(game.actors[0]))
        game.push(rng.choice([action for action in actions if type(action).__name__ in BUSY] or actions))
        yield game


@cache
def positions(knowledge: Knowledge) -> dict[str, Game]:
    """Some positions worth comparing: an ordinary one, and one with a train that must be bought (7.6.2)."""
    setup = classic(PLAYERS, knowledge=knowledge)
    found: dict[str, Game] = {}
    for seed in range(30):
        for game in random_game(setup, seed):
            s = game.state
            if s.round != RoundKind.OPERATING or s.pending or sum(s.funded) < 2:
                continue
            kind = type(setup.plan.rounds[s.round][s.step]).__name__
            if kind == "TrainStep" and not s.trains[(FIRST_COMPANY + s.operating) * len(setup.title.trains) :][:1][0]:
                from goldenspike.core.rules.train_purchase import must_buy_train

                kind = "forced" if must_buy_train(setup, s, s.operating) else kind
            if kind not in found:
                found[kind] = game.copy()
        if "forced" in found and len(found) >= 4:
            break
    return found


def poorer(setup: Setup, s: State, seat: Player | None, amount: int) -> State:
    """The same position with other secrets: every hidden purse holds `amount`."""
    twin = s.copy()
    twin.money = s.money.copy()
    viewer = visibility_for(setup, s, seat)
    hidden = [player for player, seen in enumerate(viewer.players) if not seen]
    hidden += [FIRST_COMPANY + company for company, seen in enumerate(viewer.companies) if not seen]
    for holder in hidden:
        twin.money[BANK] += twin.money[holder] - amount
        twin.money[holder] = amount
    return twin


Secrets = tuple[str, str]
"""Of a person's browser and program."""


async def seat_people(database: str, game: Game) -> tuple[str, list[Secrets]]:
    """A table in that position with three people; its id and the secrets of their logins."""
    services = make_services(Settings(database=database))
    await services.start()
    secrets = [await services.accounts.guest(f"Person {number}") for number in range(PLAYERS)]
    people = [await services.accounts.find(secret, "web") for secret in secrets]
    assert all(isinstance(person, Person) for person in people)
    seats = tuple(
        Seat(Player(Holder(number)), SeatKind.PERSON, person.id, person.name, "")
        for number, person in enumerate(people)
        if person is not None
    )
    again = Game(game.setup)
    done = []
    for action in game.actions:
        events = again.push(action)
        done.append(AppliedMove(action, player_of(action), events, again.state))
    host = people[0]
    assert host is not None
    moves = pack_moves("secrets", game.setup, done, host.id, now())
    await services.seating.store("secrets", again, "", host, seats, moves, Status.RUNNING, False)
    tokens = [await services.accounts.new_token(person, "") for person in people if person is not None]
    await services.close()
    return "secrets", list(zip(secrets, tokens, strict=True))


async def put_state(database: str, table: str, ply: int, state: State) -> None:
    store = Database(database)
    async with store.write() as connection:
        where = (MoveRow.table_id == table, MoveRow.ply == ply)
        assert (await connection.execute(select(MoveRow.ply).where(*where))).scalar_one() == ply
        await connection.execute(update(MoveRow).where(*where).values(state=pack_state(state)))
    await store.close()


async def put_moves(database: str, table: str, game: Game) -> None:
    """Replace the game that is played at a table by another one of the same length."""
    again = Game(game.setup)
    done = [AppliedMove(action, player_of(action), again.push(action), again.state) for action in game.actions]
    store = Database(database)
    async with store.write() as connection:
        await connection.execute(delete(MoveRow).where(MoveRow.table_id == table))
        await connection.execute(insert(MoveRow), pack_moves(table, game.setup, done, None, 1_700_000_000_000))
    await store.close()


def forget(client: TestClient[Litestar]) -> None:
    """Drop everything in memory that depends on a stored state."""
    services = client.app.state.services
    services.tables.live._kept.clear()
    services.parts.clear()
    services.answers.clear()
    services.shared.clear()
    services.pictures.clear()
    services.summaries.clear()


ELAPSED = re.compile(rb'\d+ \w+ ago|data-now="\d+"')
"""How long ago a table changed: it differs between two readings."""


def make_plan(client: TestClient[Litestar], table: str, secrets: Secrets) -> str:
    """A plan of a seat, with the first few moves that come to mind."""
    headers = {"authorization": f"Bearer {secrets[1]}"}
    answer = client.post(f"/api/v1/tables/{table}/plans", json={}, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def everything_shown(
    client: TestClient[Litestar], table: str, secrets: Secrets | None, csrf: str, plan: str = ""
) -> dict[str, bytes]:
    """All that a seat can ask for about a table, read anew from the database."""
    forget(client)
    planned = (f"/t/{table}/plans/{plan}", f"/api/v1/tables/{table}/plans") if plan else ()
    paths = (
        *planned,
        f"/t/{table}",
        f"/t/{table}?log=all",
        f"/t/{table}/parts",
        f"/t/{table}/feed",
        f"/t/{table}/record",
        f"/api/v1/tables/{table}",
        f"/api/v1/tables/{table}/view",
        f"/api/v1/tables/{table}/legal",
        f"/api/v1/tables/{table}/log",
        f"/api/v1/tables/{table}/record",
        "/",
    )
    browser = Browser(client)
    browser.cookies["gs_csrf"] = csrf
    headers = {}
    if secrets is not None:
        browser.cookies["gs_session"], token = secrets
        headers["authorization"] = f"Bearer {token}"
    answers = {path: browser.get(path, headers=headers) for path in paths}
    return {path: str(answer.status_code).encode() + ELAPSED.sub(b"", answer.content) for path, answer in answers.items()}


@pytest.mark.parametrize("kind", ["forced", "TrackStep"])
@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED])
def test_answers_do_not_depend_on_secrets(knowledge: Knowledge, kind: str, database: str, client: TestClient[Litestar]) -> None:
    setup = classic(PLAYERS, knowledge=knowledge)
    game = positions(knowledge)[kind]
    table, secrets = anyio.run(seat_people, database, game)
    browser = Browser(client)
    browser.token()
    csrf = browser.cookies["gs_csrf"]
    compared = 0
    for seat in (None, P0, P1, P2):
        secret = None if seat is None else secrets[seat]
        answers = []
        plan = "" if secret is None else make_plan(client, table, secret)
        for amount in (0, 7, 5000):
            state = poorer(setup, game.state, seat, amount)
            if state == game.state:
                continue
            anyio.run(put_state, database, table, game.ply, state)
            answers.append(everything_shown(client, table, secret, csrf, plan))
        compared += len(answers)
        for other in answers[1:]:
            assert other == answers[0]
    assert compared > 6


def test_the_president_sees_what_others_do_not(database: str, client: TestClient[Litestar]) -> None:
    setup = classic(PLAYERS)
    game = positions(Knowledge.PARTIAL)["TrackStep"]
    table, secrets = anyio.run(seat_people, database, game)
    company = game.state.operating
    president = game.state.presidents[company]
    state = poorer(setup, game.state, None, 4321)
    anyio.run(put_state, database, table, game.ply, state)
    for seat, secret in enumerate(secrets):
        pages = everything_shown(client, table, secret, "")
        shown = b"4,321" in pages[f"/t/{table}"]
        runs = any(state.presidents[number] == seat and state.funded[number] for number in range(len(state.funded)))
        assert shown == runs, seat
    assert b"4,321" in everything_shown(client, table, secrets[president], "")[f"/t/{table}"]
    nobody = everything_shown(client, table, None, "")
    bare = re.compile(rb"(?<![0-9a-z])4,?321(?![0-9a-z])")
    assert not any(bare.search(page) for page in nobody.values())
    assert b"secrets_until_the_end" in nobody[f"/api/v1/tables/{table}/record"]


def parts_seen(client: TestClient[Litestar], table: str, secret: Secrets | None, csrf: str) -> dict[str, str]:
    """The parts of the page as one reader gets them."""
    browser = Browser(client)
    browser.cookies["gs_csrf"] = csrf
    if secret is not None:
        browser.cookies["gs_session"] = secret[0]
    answer = browser.get(f"/t/{table}/parts", accept="application/json").json()
    return {name: part["html"] for name, part in answer["parts"].items()}


@pytest.mark.parametrize("kind", ["forced", "TrackStep"])
@pytest.mark.parametrize("knowledge", list(Knowledge))
def test_readers_share_parts_but_no_secrets(knowledge: Knowledge, kind: str, database: str, client: TestClient[Litestar]) -> None:
    """Whoever comes first, a reader gets from the shared cache what he would get alone."""
    setup = classic(PLAYERS, knowledge=knowledge)
    game = positions(knowledge)[kind]
    table, secrets = anyio.run(seat_people, database, game)
    anyio.run(put_state, database, table, game.ply, poorer(setup, game.state, None, 4321))
    readers: list[tuple[Secrets | None, str]] = [(None, "a" * 128), *((secret, "b" * 128) for secret in secrets)]
    alone = []
    for reader in readers:
        forget(client)
        alone.append(parts_seen(client, table, *reader))
    if knowledge is not Knowledge.OPEN:
        assert alone[0] != alone[1] and not any("4,321" in part for part in alone[0].values())
    for first in range(len(readers)):
        forget(client)
        for number in (first, *range(len(readers))):
            assert parts_seen(client, table, *readers[number]) == alone[number], (first, number)


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED])
def test_what_readers_share_contains_no_secrets(knowledge: Knowledge, database: str, client: TestClient[Litestar]) -> None:
    """Presidents see the money of their railroads, but it is only filled in for them."""
    game = positions(knowledge)["TrackStep"]
    table, secrets = anyio.run(seat_people, database, game)
    state = poorer(game.setup, game.state, None, 4321)
    anyio.run(put_state, database, table, game.ply, state)
    forget(client)
    run = [president for president, funded in zip(state.presidents, state.funded, strict=True) if funded]
    for seat in (P0, P1, P2):
        assert ("4,321" in parts_seen(client, table, secrets[seat], "")["companies"]) == (seat in run)
    kept = [part.html for part, _ in client.app.state.services.parts._kept._kept.values()]
    companies = [html for html in kept if 'id="company-' in html and "<blank treasury" in html]
    assert companies and not any("4,321" in html for html in companies)
    filled = [html for at in client.app.state.services.shared._positions.values() for html in at.get(("fills",), {}).values()]
    assert filled and not any("4,321" in html for html in filled)
    if knowledge is Knowledge.PARTIAL:
        # Where players' money is public, all three share the same.
        assert len(companies) == 1 and not any("4,321" in html for html in kept)


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED])
def test_everybody_is_sent_his_own_view(knowledge: Knowledge, database: str, client: TestClient[Litestar]) -> None:
    """All readers listen at the same time; each is sent exactly what he would be shown alone."""
    game = positions(knowledge)["TrackStep"]
    table, secrets = anyio.run(seat_people, database, game)
    readers = []
    for secret in (None, *secrets):
        reader = Browser(client)
        if secret is not None:
            reader.cookies["gs_session"] = secret[0]
        readers.append(reader)
    pages = [opened(client, table, reader) for reader in readers]
    with pages[0].listening(), pages[1].listening(), pages[2].listening(), pages[3].listening():
        actor = game.actors[0]
        revision = opened(client, table, readers[1 + actor]).act({"do": "Pass", "player": actor})["revision"]
        for page in pages:
            page.told(revision)
        for page in pages:
            forget(client)
            alone = opened(client, table, page.browser)
            assert page.have == alone.have
    assert pages[0].have != pages[1].have


async def allow_hints(database: str, table: str) -> None:
    store = Database(database)
    async with store.write() as connection:
        await connection.execute(update(TableRow).where(TableRow.id == table).values(hints="all"))
    await store.close()


@pytest.mark.parametrize("kind", ["forced", "TrainStep", "TrackStep"])
def test_hints_do_not_depend_on_secrets(kind: str, database: str, make_app: Callable[..., Litestar]) -> None:
    """Bots have all the time that they take: what they find within a limit depends on how busy the machine is."""
    setup = classic(PLAYERS, knowledge=Knowledge.CLOSED)
    game = positions(Knowledge.CLOSED)[kind]
    seat = game.actors[0]
    said = []
    with TestClient(make_app(bot_seconds=300)) as client:
        table, secrets = anyio.run(seat_people, database, game)
        anyio.run(allow_hints, database, table)
        headers = {"authorization": f"Bearer {secrets[seat][1]}"}
        for amount in (0, 7, 2000):
            anyio.run(put_state, database, table, game.ply, poorer(setup, game.state, seat, amount))
            client.app.state.services.tables.live._kept.clear()
            client.app.state.services.hints._kept.clear()
            answer = client.post(f"/api/v1/tables/{table}/hint", headers=headers)
            assert answer.status_code == 200, answer.text
            said.append(answer.content)
    assert said[0] == said[1] == said[2]


def sold_between_players(knowledge: Knowledge, price: int, moves_after: int) -> Game:
    """In the second stock round P0 buys the SV from P1; there are as many moves after the offer as wanted."""
    game = Game(classic(PLAYERS, knowledge=knowledge, seating=Seating.FREE))
    for private in game.setup.all_privates:
        game.push(BuyFromBank(game.actors[0], private))
    game.push(SetPar(game.actors[0], BNO, 100))
    while (game.state.round, game.state.round_number) != (RoundKind.STOCK, 2) or game.actors != (P2,):
        game.push(Pass(game.actors[0]))
    for action in (BuyPrivate(P2, P2, SV, price), Accept(P0), Pass(P2))[: 1 + moves_after]:
        game.push(action)
    return game


@pytest.mark.parametrize("moves_after", [0, 2])
@pytest.mark.parametrize("knowledge", [Knowledge.CLOSED, Knowledge.TOTALS])
def test_only_totals_are_told(knowledge: Knowledge, moves_after: int, database: str, client: TestClient[Litestar]) -> None:
    """Two games that differ in what a private company cost look the same to everybody else, and the parties are told."""
    games = [sold_between_players(knowledge, price, moves_after) for price in (11, 222)]
    table, secrets = anyio.run(seat_people, database, games[0])
    browser = Browser(client)
    browser.token()
    csrf = browser.cookies["gs_csrf"]
    for seat in (None, P0, P1, P2):
        answers = []
        for game in games:
            anyio.run(put_moves, database, table, game)
            answers.append(everything_shown(client, table, None if seat is None else secrets[seat], csrf))
        is_told = knowledge is Knowledge.CLOSED or seat in (P0, P2)
        different = {path for path in answers[0] if answers[0][path] != answers[1][path]}
        assert bool(different) == is_told, (seat, different)
        assert (b"$222" in answers[1][f"/t/{table}?log=all"]) == is_told
        assert (b"an undisclosed amount" in answers[1][f"/t/{table}?log=all"]) == (not is_told)
