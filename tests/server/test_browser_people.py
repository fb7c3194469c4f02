"""Several people and bots at one table, each with a real browser."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from browser_helpers import Screen
from server_helpers import served

LONG = 30_000
"""Milliseconds; a condition that comes at all comes much sooner, unless the machine is busy."""


def two_people(chromium: Browser, address: str) -> tuple[Screen, Screen]:
    """Ada has opened a table and Bob has come by her invitation."""
    ada, bob = Screen(chromium, address), Screen(chromium, address)
    ada.new_table("me", "open")
    bob.page.goto(ada.page.input_value("[data-copy]"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("main button")
    bob.wait_for_table()
    expect(ada.page.locator(".part-players")).to_contain_text("Bob")
    return ada, bob


def until_ply(screen: Screen, ply: str) -> None:
    expect(screen.page.locator("[data-table]")).to_have_attribute("data-ply", ply, timeout=LONG)


def play_the_auction(ada: Screen, bob: Screen) -> None:
    """Both buy what is offered until all private companies are sold, then nobody wants a railroad."""
    people = (ada, bob)
    for number in range(6):
        buyer = people[number % 2]
        expect(buyer.page.locator(".part-panel button[data-kind=BuyFromBank]")).to_be_visible(timeout=LONG)
        buyer.press("BuyFromBank")
    expect(bob.page.locator("button[data-kind=SetPar]").first).to_be_visible(timeout=LONG)
    bob.press("SetPar", price=67)
    # Private companies are traded from the second stock round on (4.1).
    for person in people:
        expect(person.page.locator("button[data-kind=Pass]")).to_be_visible(timeout=LONG)
        person.press("Pass")
    until_ply(ada, bob.ply)
    expect(ada.page.locator(".part-status")).to_contain_text("SR 2", timeout=LONG)


def test_an_offer_is_made_in_one_browser_and_accepted_in_another(chromium: Browser, address: str) -> None:
    """A private company changes hands only if its owner agrees (4.1); the proposer sees the answer without reloading."""
    ada, bob = two_people(chromium, address)
    play_the_auction(ada, bob)
    ada.page.locator("details.offers summary").click()
    expect(ada.page.locator(".offers form.amount button").first).to_have_text("Offer")
    form = ada.page.locator("form.amount").filter(has_text="Champlain").filter(has=ada.page.locator("[data-kind=BuyPrivate]"))
    form.locator("input[name=chosen]").fill("55")
    before = ada.ply
    form.locator("button").click()
    expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
    expect(ada.page.locator("button[data-kind=Withdraw]")).to_be_visible()
    expect(ada.page.locator("button[data-kind=Accept]")).to_have_count(0)
    question = bob.page.locator(".question")
    expect(question).to_contain_text("Champlain", timeout=LONG)
    expect(question).to_contain_text("$55")
    bob.press("Accept")
    until_ply(ada, bob.ply)
    ada.page.click(".tabs [data-show=privates]")
    owner = ada.page.locator(".part-privates tr").filter(has=ada.page.locator("th", has_text="Champlain"))
    expect(owner).to_contain_text("Ada", timeout=LONG)
    expect(ada.page.locator("button[data-kind=Withdraw]")).to_have_count(0)
    for screen in (ada, bob):
        screen.close()


def test_an_offer_is_declined_or_withdrawn(chromium: Browser, address: str) -> None:
    ada, bob = two_people(chromium, address)
    play_the_auction(ada, bob)
    for answer in ("Decline", "Withdraw"):
        opened = ada.page.locator("details.offers")
        if opened.get_attribute("open") is None:
            opened.locator("summary").click()
        before = ada.ply
        ada.page.locator("form.amount").filter(has=ada.page.locator("[data-kind=BuyPrivate]")).first.locator("button").click()
        expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
        expect(bob.page.locator("button[data-kind=Accept]")).to_be_visible(timeout=LONG)
        (bob if answer == "Decline" else ada).press(answer)
        expect(bob.page.locator("button[data-kind=Accept]")).to_have_count(0, timeout=LONG)
        expect(ada.page.locator("button[data-kind=Pass]")).to_be_visible(timeout=LONG)
    for screen in (ada, bob):
        screen.close()


def test_an_undo_is_asked_for_and_granted_or_declined(chromium: Browser, address: str) -> None:
    ada, bob = two_people(chromium, address)
    ada.press("Pass")
    until_ply(bob, "1")
    for answer in ("no", "yes"):
        ada.page.click("[data-undo]")
        request = bob.page.locator(".request")
        expect(request).to_contain_text("Ada asks to undo back", timeout=LONG)
        expect(ada.page.locator(".request button")).to_have_count(1)
        request.locator(f"button[value={answer}]").click()
        expect(bob.page.locator(".request")).to_have_count(0, timeout=LONG)
        expect(ada.page.locator(".request")).to_have_count(0, timeout=LONG)
        until_ply(ada, "1" if answer == "no" else "0")
    expect(ada.page.locator(".log")).to_contain_text("Bob declines the undo")
    expect(bob.page.locator(".log")).to_contain_text("Ada undid 1")
    for screen in (ada, bob):
        screen.close()


def test_bots_answer_without_a_reload(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "bot", "bot")
    expect(ada.page.locator(".part-players thead .face svg")).to_have_count(2)
    ada.press("Pass")
    expect(ada.page.locator(".log-move").nth(2)).to_contain_text("Bot", timeout=LONG)
    expect(ada.page.locator(".part-status .turn")).to_be_visible(timeout=LONG)
    assert int(ada.ply) >= 3
    ada.close()


def test_nothing_is_lost_when_the_server_stops_in_the_middle(chromium: Browser, tmp_path: Path) -> None:
    """Two people; the server goes away and comes back; their pages find it again by themselves."""
    with served("--data", str(tmp_path), "--unlimited") as (address, _):
        port = int(address.rpartition(":")[2])
        ada, bob = two_people(chromium, address)
        ada.press("BuyFromBank")
        until_ply(bob, "1")
        bob.page.fill(".chat input[name=text]", "Back in a minute")
        bob.page.press(".chat input[name=text]", "Enter")
        expect(ada.page.locator(".log")).to_contain_text("Back in a minute")
        told = ada.page.inner_text(".log")
    with served("--data", str(tmp_path), "--unlimited", port=port):
        bob.press("BuyFromBank")
        until_ply(ada, "2")
        assert ada.page.inner_text(".log").startswith(told)
        ada.page.reload()
        assert ada.page.inner_text(".log").startswith(told) and ada.ply == "2"
        # Browsers complain of the connection that was cut; nothing else.
        for screen in (ada, bob):
            screen.complaints = [one for one in screen.complaints if "ERR_" not in one]
            screen.close()


def test_a_reload_in_the_middle_shows_the_same_question(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 165)
    parts = (".part-panel", ".part-companies", ".part-players", ".log")
    shown = [ada.page.locator(part).text_content() for part in parts]
    ada.page.reload()
    assert [ada.page.locator(part).text_content() for part in parts] == shown
    ada.close()


def test_the_language_of_a_table_is_changed_while_playing(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    url = ada.new_table("me", "local")
    ada.press("Pass")
    seen = {ada.page.inner_text(".question")}
    for language in ("de", "nl", "ja"):
        ada.page.select_option("#language", language)
        expect(ada.page.locator("html")).to_have_attribute("lang", language)
        ada.wait_for_table()
        assert ada.page.url == url and ada.ply == "1"
        seen.add(ada.page.inner_text(".question"))
    assert len(seen) == 4
    ada.close()
