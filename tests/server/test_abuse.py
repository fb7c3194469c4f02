"""What strangers may try: guess passwords, steal sessions, fill the lobby, imitate others."""

import asyncio
import itertools
import time
import unicodedata
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server import names
from goldenspike.server.accounts.hashing import AT_ONCE, MOST_WAITING, Hasher
from goldenspike.server.accounts.passwords import contains_name, is_common
from goldenspike.server.accounts.people import Person
from goldenspike.server.accounts.service import Accounts
from goldenspike.server.names import clean_name, distinct_name, imitates_bot, skeleton
from goldenspike.server.networks import network_of, site_of
from goldenspike.server.problems import Problem
from goldenspike.server.security import Limits
from server_helpers import Browser, Program

CYRILLIC_ADA = "\u0410d\u0430"
PASSWORD = "correct horse"


# --- accounts


def test_registering_ends_the_guests_session(client: TestClient[Litestar]) -> None:
    ada, thief = Browser(client).as_guest("Ada"), Browser(client)
    thief.cookies["gs_session"] = ada.cookies["gs_session"]
    assert "Ada" in thief.get("/account").text
    ada.post("/account/register", {"name": "Ada", "password": PASSWORD})
    assert "Ada" in ada.get("/account").text
    assert "Ada" not in thief.get("/account").text


def test_registering_a_program_ends_its_earlier_tokens_and_leaves_one(client: TestClient[Litestar]) -> None:
    eve = Program(client, "Eve")
    answer = client.post("/api/v1/people", json={"name": "Eve", "password": PASSWORD, "label": "bot"}, headers=eve.headers)
    assert answer.status_code == 201 and eve.get("/me").status_code == 401
    data = client.get("/api/v1/me/data", headers={"authorization": f"Bearer {answer.json()['token']}"}).json()
    assert [(login["kind"], login["label"]) for login in data["logins"]] == [("api", "bot")]


def run(client: TestClient[Litestar], work: Callable[[Accounts], Awaitable[Any]]) -> Any:
    """Something that the accounts of an application do, on its loop."""

    async def do() -> Any:
        return await work(client.app.state.services.accounts)

    with client.portal() as portal:
        return portal.call(do)


def test_a_guest_registers_once(client: TestClient[Litestar]) -> None:
    """Hashing takes long enough for somebody with the same token to be faster."""

    async def twice(accounts: Accounts) -> list[Any]:
        guest = await accounts.find(await accounts.guest("Eve", kind="api"), "api")
        both = (accounts.register(name, PASSWORD, guest, "api") for name in ("Eve", "Evelyn"))
        return await asyncio.gather(*both, return_exceptions=True)

    answers = run(client, twice)
    assert [answer.code for answer in answers if isinstance(answer, Problem)] == ["already_registered"]


def test_a_login_that_has_begun_ends_with_the_password(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    async def race(accounts: Accounts) -> None:
        owner = await accounts.find(await accounts.register("Zoe", PASSWORD, None), "web")
        assert owner is not None
        verify = accounts._hasher.is_right

        async def meanwhile(hashed: str | None, password: str) -> bool:
            right = await verify(hashed, password)
            monkeypatch.setattr(accounts._hasher, "is_right", verify)
            await accounts.change_password(owner, PASSWORD, "another horse 7")
            return right

        monkeypatch.setattr(accounts._hasher, "is_right", meanwhile)
        with pytest.raises(Problem, match="wrong_name_or_password"):
            await accounts.log_in("Zoe", PASSWORD)

    run(client, race)


def test_a_password_that_an_operator_has_reset_stays(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing takes long enough for that; the old password no longer changes anything."""

    async def race(accounts: Accounts) -> None:
        owner = await accounts.find(await accounts.register("Zoe", PASSWORD, None), "web")
        assert owner is not None
        verify = accounts._hasher.is_right

        async def meanwhile(hashed: str | None, password: str) -> bool:
            right = await verify(hashed, password)
            await accounts.reset_password(owner)
            return right

        monkeypatch.setattr(accounts._hasher, "is_right", meanwhile)
        with pytest.raises(Problem, match="wrong_password"):
            await accounts.change_password(owner, PASSWORD, "another horse 7")

    run(client, race)


@pytest.mark.sqlite
def test_a_program_that_has_logged_in_before_is_not_locked_out(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(limits=True)) as client:
        known = {"name": "Ada", "password": PASSWORD}
        assert client.post("/api/v1/people", json=known).status_code == 201
        limits = client.app.state.services.limits
        for number in range(25):
            with suppress(Problem):
                limits.for_passwords(f"10.0.0.{number}", "Ada")
        assert client.post("/api/v1/tokens", json=known).status_code == 201


@pytest.mark.sqlite
def test_guesses_from_many_addresses_are_slowed(make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    with TestClient(make_app(limits=True)) as client:
        Browser(client).as_guest("Ada").post("/account/register", {"name": "Ada", "password": PASSWORD})
        monkeypatch.setattr("goldenspike.server.requests.network_of", lambda host: f"10.0.0.{next(numbers)}")
        guess = {"name": "Ada", "password": "wrong horse", "label": ""}
        statuses = [client.post("/api/v1/tokens", json=guess).status_code for _ in range(25)]
    assert statuses == [403] * 20 + [429] * 5


def test_the_owner_of_a_guessed_account_is_not_locked_out() -> None:
    limits = Limits(True)
    limits.welcome("192.0.2.1", "Ada")
    for number in range(20):
        limits.for_passwords(f"10.0.0.{number}", "ada")
    with pytest.raises(Problem):
        limits.for_passwords("10.0.1.1", "ADA")
    limits.for_passwords("192.0.2.1", "Ada")


def test_a_network_counts_as_one_address() -> None:
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::2") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("testclient") == "testclient"
    assert site_of(network_of("2001:db8:1:2::1")) == site_of(network_of("2001:db8:1:3::1")) == "2001:db8:1::/48"
    assert site_of(network_of("192.0.2.1")) == site_of(network_of("testclient")) == ""


def test_many_networks_of_one_site_do_not_get_more() -> None:
    limits = Limits(True, thinking=100)
    became = 0
    for number in range(1_000):
        with suppress(Problem):
            limits.for_new_people(network_of(f"2001:db8:1:{number:x}::1"))
            became += 1
    assert 160 <= became < 170
    limits.for_new_people(network_of("2001:db8:2::1"))
    thinking = 0
    for number in range(20):
        owner = network_of(f"2001:db8:1:{number:x}::1")
        with suppress(Problem):
            limits.for_thinking(owner)
            limits.charge_thinking(owner, 101)
            thinking += 1
    assert thinking == 8


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "Password1!",
        "P@ssw0rd",
        "P@ssw0rd!",
        "$ecret2026!",
        "Summer2026!",
        "Wint3r!24",
        "Herbst-2025",
        "zomer1862",
        "!December99",
        "12345678",
        "1234567890",
        "98765432",
        "abcdefgh",
        "qwertz123",
        "aaaabbbb",
        "hellohello",
    ],
)
def test_common_passwords_are_refused(password: str) -> None:
    assert is_common(password)


def test_passwords_that_are_easy_to_guess_are_refused(browser: Browser) -> None:
    for password, code in (("iloveyou1", "password_common"), ("Ada Lovelace 1815", "password_is_name")):
        form = {"name": "Ada Lovelace", "password": password}
        answer = browser.send("/account/register", form, accept="application/json")
        assert answer.status_code == 422 and answer.json()["code"] == code
    assert not any(map(is_common, (PASSWORD, "springboard 7", "autumnal-tiger", "marching!44 tubas")))
    assert not contains_name(PASSWORD, "Ada")


def test_passwords_are_hashed_a_few_at_a_time() -> None:
    """Each takes 64 MB and a thread, and logins from a hundred addresses would take all there is."""
    at_once = most = 0

    class Slow:
        def hash(self, password: str) -> str:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            time.sleep(0.002)
            at_once -= 1
            return password

    async def check() -> list[int]:
        hasher = Hasher()
        hasher._hasher = Slow()  # type: ignore[assignment]
        asked = [hasher.is_right(None, "wrong horse") for _ in range(AT_ONCE + MOST_WAITING + 5)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert not await hasher.is_right(None, "wrong horse"), "there is place again"
        return [answer.status if isinstance(answer, Problem) else 200 for answer in answers]

    statuses = asyncio.run(check())
    assert most == AT_ONCE and statuses.count(429) == 5 and statuses.count(200) == AT_ONCE + MOST_WAITING


def test_tokens_are_limited(client: TestClient[Litestar]) -> None:
    browser = Browser(client).as_guest("Ada")
    for _ in range(20):
        assert browser.send("/account/token", {"label": "x"}).status_code == 200
    answer = browser.send("/account/token", {"label": "x"}, accept="application/json")
    assert answer.status_code == 409 and answer.json()["code"] == "too_many_tokens"


def test_floods_of_joining_and_tokens_are_refused(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(limits=True)) as client:
        ada, bob = Program(client, "Ada"), Program(client, "Bob")
        table = ada.new_table("me", "open", "open")
        statuses = []
        for _ in range(12):
            statuses.append(bob.post(f"/tables/{table['id']}/join", {"invite": table["invite"]}).status_code)
            statuses.append(bob.post(f"/tables/{table['id']}/leave").status_code)
        assert statuses[:20] == [200] * 20 and 429 in statuses[20:]
        browser = Browser(client).as_guest("Cyd")
        token = browser.token()
        made = [browser.request("POST", "/account/token", data={"_csrf_token": token}).status_code for _ in range(12)]
        assert made[:10] == [200] * 10 and 429 in made


# --- lobby


def test_two_people_cannot_fill_the_lobby(client: TestClient[Litestar], database: str) -> None:
    Program(client, "Cyd").new_table("me", "open", name="Sunday")
    for name in ("Ada", "Bob"):
        program = Program(client, name)
        for _ in range(5):
            program.new_table("me", "open", name="spam")
        refused = program.post("/tables", {"title": "1830", "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert refused.status_code == 409 and refused.json()["code"] == "too_many_listed"
        assert program.new_table("me", "open", listed=False)
        for _ in range(26):
            program.new_table("me", "local", name="spam")
    assert "Sunday" in Browser(client).get("/").text
    listed = [table["name"] for table in Program(client, "Dan").get("/tables").json()]
    assert "Sunday" in listed and listed.count("spam") <= 12


def test_listing_tables_from_one_address_is_slowed(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(limits=True)) as client:
        wanted = {"title": "1830", "seats": [{"kind": "me"}, {"kind": "open"}]}
        statuses = [Program(client, f"Guest {number}").post("/tables", wanted).status_code for number in range(12)]
    assert statuses == [201] * 10 + [429] * 2


def test_the_lobby_admits_strangers_only_before_the_game(client: TestClient[Litestar]) -> None:
    ada, bob, eve = Program(client, "Ada"), Program(client, "Bob"), Browser(client).as_guest("Eve")
    table = ada.new_table("me", "open", "open")
    lobby = eve.get("/").text
    assert f"/t/{table['id']}/join" in lobby and table["invite"] not in lobby
    assert bob.post(f"/tables/{table['id']}/join", {}).status_code == 200
    assert eve.get(f"/t/{table['id']}/join").status_code == 200
    assert eve.post(f"/t/{table['id']}/join").status_code == 200
    assert ada.get(f"/tables/{table['id']}").json()["status"] == "running"
    assert bob.post(f"/tables/{table['id']}/leave").status_code == 200
    stranger = Program(client, "Dan")
    answer = stranger.post(f"/tables/{table['id']}/join", {})
    assert answer.status_code == 403 and answer.json()["code"] == "bad_invitation"
    stranger.join(table)


def test_tables_outside_the_lobby_need_an_invitation(ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open", listed=False)
    assert bob.post(f"/tables/{table['id']}/join", {}).json()["code"] == "bad_invitation"


# --- names


@pytest.mark.parametrize("name", ["\u200b", "\u3164\u3164", "\u2800", " \u202e ", "\u0301", "\U000e0041"])
def test_invisible_names_are_refused(client: TestClient[Litestar], name: str) -> None:
    answer = client.post("/api/v1/guests", json={"name": name})
    assert answer.status_code == 422 and answer.json()["code"] == "name_missing"


def test_names_are_normalized() -> None:
    assert clean_name("\uff21\uff44\uff41") == clean_name("A\u202ed\u200ba") == clean_name(" Ada\n") == "Ada"
    assert clean_name("e" + "\u0301" * 20) == "\u00e9" + "\u0301" * 3
    assert clean_name("\u30a2\u30c0\u3000\u30e9\u30d6\u30ec\u30b9") == "\u30a2\u30c0 \u30e9\u30d6\u30ec\u30b9"


def test_long_names_are_not_brought_into_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of marks on a letter would take a quarter of a second."""
    lengths: list[int] = []

    def normalize(form: Literal["NFKC"], text: str) -> str:
        lengths.append(len(text))
        return unicodedata.normalize(form, text)

    monkeypatch.setattr(names, "unicodedata", SimpleNamespace(normalize=normalize, category=unicodedata.category))
    assert clean_name("a" + "\u0301\u0316" * 8000) and clean_name("\ufdfa" * 10_000)
    assert max(lengths) <= 1_000


@pytest.mark.parametrize(
    "name", ["Bot greedy", "bot GREEDY", "B0t greedy", "\u0412ot baron", "Bot", "b o t greedy", "Bot-Leopold"]
)
def test_nobody_is_called_like_a_bot(client: TestClient[Litestar], name: str) -> None:
    answer = client.post("/api/v1/guests", json={"name": name})
    assert answer.status_code == 422 and answer.json()["code"] == "name_of_bot"


@pytest.mark.parametrize(
    "name",
    [
        "BotLeopold",
        "Bot_Leopold",
        "Bot.Leopold",
        "Bot\u2010Leopold",
        "(Bot)-Leo",
        "Bot7",
        "BOT-Leo",
        "\U0001f171ot Leo",
    ],
)
def test_signs_and_capitals_end_a_word(name: str) -> None:
    assert imitates_bot(clean_name(name))


def test_bottom_is_no_bot() -> None:
    assert not any(map(imitates_bot, ("Bottom", "BOTHA", "BoTha", "Abbot Baron", "Botond", "Jean-Bot", "\u30dc\u30c3\u30c8")))


def test_names_that_look_like_a_registered_one_are_taken(client: TestClient[Litestar]) -> None:
    Browser(client).as_guest("Ada").post("/account/register", {"name": "Ada", "password": PASSWORD})
    for name in (CYRILLIC_ADA, "A-d-a", "\uff21da"):
        assert client.post("/api/v1/guests", json={"name": name}).json()["code"] == "name_taken"
        form = {"name": name, "password": PASSWORD}
        assert Browser(client).send("/account/register", form, accept="application/json").json()["code"] == "name_taken"
        eve = Browser(client).as_guest("Eve")
        assert eve.send("/account/rename", {"name": name}, accept="application/json").json()["code"] == "name_taken"


def test_players_at_a_table_look_different(client: TestClient[Litestar]) -> None:
    ada, eve = Program(client, "Ada"), Program(client, CYRILLIC_ADA)
    table = ada.new_table("me", "open")
    eve.join(table)
    names = [seat["name"] for seat in ada.get(f"/tables/{table['id']}").json()["seats"]]
    assert names == ["Ada", f"{CYRILLIC_ADA} 2"]
    assert skeleton(names[0]) != skeleton(names[1])
    assert distinct_name("B0b", ("Bob", "Bob 2")) == "B0b 3"


def test_many_guests_of_one_address_do_not_get_more() -> None:
    """Eight people may act, talk and join as they like; a hundred guests from there may not."""
    limits = Limits(True)
    done = 0
    for number in range(100):
        guest = Person(f"guest{number}", "Eve", True, None, "")
        limits.remember_address(guest, "192.0.2.7")
        for _ in range(10):
            with suppress(Problem):
                limits.for_talk(guest)
                done += 1
    assert 80 <= done < 100
    elsewhere = Person("elsewhere", "Ada", True, None, "")
    limits.remember_address(elsewhere, "192.0.2.8")
    limits.for_talk(elsewhere)


# Small capitals, Cherokee, Lisu, Coptic, Canadian syllabics, an apostrophe that counts as a letter.
@pytest.mark.parametrize(
    "name", ["\u15e9da", "\U0001f150da", "\u1d00da", "\u13aada", "\uab7ada", "\ua4eeda", "\u2c80da", "\u15c5da", "Ada\u02bc"]
)
def test_letters_of_rare_alphabets_look_like_latin_ones(name: str) -> None:
    assert skeleton(clean_name(name)) == skeleton("Ada")


@pytest.mark.parametrize("name", ["\u0299ot greedy", "B\u1ecdt greedy", "\u13f4ot greedy", "B\u00f6t Midas", "\ua4d0ot"])
def test_nobody_is_called_bot_in_other_letters_or_with_accents(name: str) -> None:
    assert imitates_bot(clean_name(name))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Player \u0966", "Player 0"),
        ("\u53e3\u30b5", "\u30ed\u30b5"),
        ("\u3078\u30a2", "\u30d8\u30a2"),
        ("\u529b\u30ca", "\u30ab\u30ca"),
        ("\u01c0an", "Ian"),
        ("VVanda", "Wanda"),
        ("\u0475vilma", "Wilma"),
    ],
)
def test_digits_kana_and_kanji_that_look_alike(name: str, other: str) -> None:
    assert skeleton(clean_name(name)) == skeleton(clean_name(other))


def test_accents_do_not_tell_two_players_apart() -> None:
    assert distinct_name("\u1ea0da", ("Ada",)) == "\u1ea0da 2"
    assert distinct_name("\u304c\u304f", ("\u304b\u304f",)) == "\u304c\u304f", "voiced kana are other letters"
    assert skeleton("M\u00fcller") != skeleton("Muller"), "two people may register both"


def test_spectators_cannot_talk_in_the_name_of_a_player(client: TestClient[Litestar]) -> None:
    ada, eve = Program(client, "Ada"), Program(client, CYRILLIC_ADA)
    table = ada.new_table("me", "local")["id"]
    ada.post(f"/tables/{table}/chat", {"text": "hello"})
    eve.post(f"/tables/{table}/chat", {"text": "I resign"})
    names = [entry["name"] for entry in ada.get(f"/tables/{table}/log").json()["entries"]]
    assert names == ["Ada", f"{CYRILLIC_ADA} 3"]
