"""The game for a Python prompt: what it prints, draws and says."""

import pickle
import subprocess
import sys
import traceback
from copy import copy, deepcopy
from random import Random
from xml.etree import ElementTree

import pytest

from goldenspike import Game
from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core import actions, events, game, holders, question, reasons
from goldenspike.core.actions import Bid, BuyFromBank, DrawSeats, Pass, PayDividend, Payout
from goldenspike.core.events import EndReason
from goldenspike.core.game import Result
from goldenspike.core.ids import Company, Private
from goldenspike.core.reasons import IllegalAction, Reason, Refusal
from goldenspike.core.title import RoundKind
from goldenspike.record.native import read_record, replay
from goldenspike.text import LANGUAGES
from goldenspike.titles.catalogue import CATALOGUE, make
from goldenspike.titles.g1830 import classic
from players import P0, P1, P2

NAMES = ("Ada", "Ben", "Cleo")
CODE = {name: thing for module in (actions, events, question, reasons, game) for name, thing in vars(module).items()}
"""What a reader has imported before pasting."""


def seated() -> Game:
    table = Game(classic(players=3), names=NAMES)
    table.push(DrawSeats((P0, P1, P2)))
    return table


def play(table: Game, plies: int, seed: int = 1) -> None:
    bots, rng = seat_bots(["random"], table.setup.players, seed, 0), Random(seed)
    while table.ply < plies and not table.is_over:
        table.push(next_action(table, bots, rng))


def test_a_refusal_is_copied_with_its_words() -> None:
    refusal = seated().refuse(Pass(P2))
    twin = copy(refusal)
    assert refusal is not None and twin == refusal and str(twin) == str(refusal)


def test_a_refusal_is_pickled_with_its_words() -> None:
    refusal = seated().refuse(Pass(P2))
    assert refusal is not None
    for twin in (deepcopy(refusal), pickle.loads(pickle.dumps(refusal))):
        assert twin == refusal and str(twin) == str(refusal)


# --- repr


def test_a_game_and_its_parts_fit_on_a_line() -> None:
    table = seated()
    assert repr(table) == "<Game 1830 classic, 3 players, ply 1: auction, player 0>"
    assert repr(Game(classic(players=3))) == "<Game 1830 classic, 3 players, ply 0: seating, chance>"
    assert repr(table.setup) == "<Setup 1830 classic, 3 players>"
    assert repr(table.setup.title) == "<Title 1830 classic>"
    assert repr(table.state).startswith("<State round=AUCTION, round_number=0, ")
    assert len(repr(table.state)) < 250
    assert repr(table.legal_for(P1)) == "<Legal []>"
    assert repr(table.legal).startswith("<Legal [Pass(player=0), BuyFromBank(player=0, private=0), ")


def test_a_game_that_is_over_says_so() -> None:
    table = Game(make("1830", "starter", 2, {}))
    play(table, 10_000)
    assert repr(table).endswith(f"ply {table.ply}: over>")
    assert "The game is over" in str(table)


@pytest.mark.parametrize(
    "thing",
    [
        PayDividend(P0, Company(2), Payout.PAY),
        Refusal(Reason.NOT_ENOUGH_MONEY, (100, 20)),
        Result(EndReason.BANK, (1, 2)),
        events.Paid(P0, holders.BANK, 20, events.Why.PRIVATE),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_what_is_printed_can_be_pasted_back(thing: object) -> None:
    assert eval(repr(thing), CODE) == thing


def test_all_that_happens_in_a_game_can_be_pasted_back() -> None:
    table = Game(classic(players=4))
    bots, rng = seat_bots(["greedy", "random"], 4, 3, 0), Random(3)
    while not table.is_over:
        asked, action = table.question, next_action(table, bots, rng)
        happened = list(table.push(action))
        assert eval(repr([asked, action, happened]), {**CODE, "RoundKind": RoundKind}) == [asked, action, happened]


def test_a_question_prints_only_what_is_known_of_it() -> None:
    assert repr(seated().question) == "Question(kind='auction', players=(0,), private=0, price=20)"


# --- words


def test_the_events_of_a_move_are_told_in_every_language() -> None:
    table = seated()
    happened = table.push(BuyFromBank(P0, Private(0)))
    assert str(happened) == happened.text("en")
    assert happened.text("en").splitlines()[0] == "Ada buys Schuylkill Valley (SV, pays $5) from the bank for $20."
    assert happened.text("de").splitlines()[0] == "Ada kauft Schuylkill Valley (SV, bringt $5) von der Bank für $20."
    assert len({happened.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    # Still the list of events that core returns.
    assert isinstance(happened[1], events.PrivateMoved) and happened[1].price == 20


def test_each_event_of_a_move_is_told_in_every_language() -> None:
    paid, moved, *_ = table_events = seated().push(BuyFromBank(P0, Private(0)))
    assert str(paid) == paid.text("en") == "Ada pays $20 to the bank for a private company."
    assert moved.text("de") == "Ada kauft Schuylkill Valley (SV, bringt $5) von der Bank für $20."
    assert len({paid.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    # Apart from its words it is the event of core.
    plain = events.Paid(P0, holders.BANK, 20, events.Why.PRIVATE)
    assert paid == plain and plain == paid and paid != moved and plain in table_events
    assert repr(paid) == repr(plain) and copy(paid) == plain
    assert [isinstance(paid, kind) for kind in (events.Paid, events.PrivateMoved)] == [True, False]
    match paid:
        case events.Paid(amount=amount):
            assert amount == 20
        case _:
            pytest.fail("a pattern does not recognize the event")


def test_one_event_or_action_is_told_by_the_game() -> None:
    table = seated()
    paid = events.Paid(P0, holders.BANK, 20, events.Why.PRIVATE)
    assert table.text(paid) == "Ada pays $20 to the bank for a private company."
    assert table.text(table.push(BuyFromBank(P0, Private(0)))[0]) == table.text(paid)
    assert table.text(Bid(P1, Private(2), 75)) == "Bid $75 for Delaware & Hudson (DH)"
    assert table.text(Refusal(Reason.NOT_YOUR_TURN, (2,)), "de") != table.text(Refusal(Reason.NOT_YOUR_TURN, (2,)))


def test_a_refusal_is_told_in_every_language() -> None:
    table = seated()
    refusal = table.refuse(Pass(P2))
    assert refusal is not None
    assert refusal.reason is Reason.NOT_YOUR_TURN
    assert str(refusal) == refusal.text("en") == "It is not Cleo’s turn. [2.0]"
    assert len({refusal.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert repr(refusal) == "Refusal(reason=Reason.NOT_YOUR_TURN, facts=(2,))"
    assert table.refuse(Pass(P0)) is None


def test_an_illegal_action_says_why_below_the_traceback() -> None:
    table = seated()
    before = table.state
    with pytest.raises(IllegalAction) as raised:
        table.push(Pass(P2))
    assert "".join(traceback.format_exception(raised.value)).endswith(
        "IllegalAction: not_your_turn (2.0): player=2\nIt is not Cleo’s turn. [2.0]\n"
    )
    assert table.state is before


def test_legal_actions_print_as_code_with_comments() -> None:
    table = seated()
    lines = str(table.legal_for(P0)).splitlines()
    assert lines[1] == "BuyFromBank(player=0, private=0)      # Buy Schuylkill Valley (SV)"
    assert lines[2] == "Bid(player=0, private=1, amount=45)   # Bid $45 for Champlain & St. Lawrence (CS), $45–$800"
    assert [eval(line, CODE) for line in lines] == list(table.legal)
    assert str(table.legal_for(P1)) == ""


def test_players_without_names_are_numbered() -> None:
    table = Game(classic(players=3))
    assert "Player 3" in table.push(DrawSeats((P0, P1, P2))).text()


def test_the_position_shows_bids() -> None:
    table = seated()
    table.push(Bid(P0, Private(4), 165))
    line = next(line for line in str(table).splitlines() if "Ada" in line)
    assert line.split()[1:] == ["$800", "$800", "CA", "(bid", "$165)"]


# --- it is the game of core


def test_a_copy_speaks_too_and_has_its_past() -> None:
    table = seated()
    twin = table.copy()
    assert twin.push(BuyFromBank(P0, Private(0))).text().startswith("Ada buys")
    assert (twin.pop(), twin.pop()) == (BuyFromBank(P0, Private(0)), DrawSeats((P0, P1, P2)))
    assert table.ply == 1


def test_a_replayed_record_can_be_shown() -> None:
    with open("tests/data/1830-discard.json", "rb") as file:
        replayed = replay(read_record(file.read()))
    table = Game.of(replayed, NAMES)
    assert table.actions == replayed.actions and table.state == replayed.state
    assert table.pop() == replayed.actions[-1]


def test_importing_core_loads_neither_words_nor_drawings() -> None:
    program = (
        "import sys, goldenspike.core.game, goldenspike.titles.g1830\n"
        "assert not {'goldenspike.text', 'goldenspike.svg', 'goldenspike.prompt', 'rich', 'babel'} & set(sys.modules)\n"
        "from goldenspike import Game\n"
        "assert Game.__module__ == 'goldenspike.prompt.game'\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=60)
    with pytest.raises(ImportError):
        exec("from goldenspike import Nothing")


# --- pictures


def test_notebooks_draw_the_board() -> None:
    picture = ElementTree.fromstring(seated()._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    hexes = [part.get("data-hex") for part in picture.iter() if part.get("data-hex")]
    assert "H12" in hexes


def test_every_title_prints_at_any_time() -> None:
    for entry in CATALOGUE:
        for version in entry.versions:
            table = Game(make(entry.name, version.name, version.players[0]))
            for plies in (0, 1, 60, 300):
                play(table, plies)
                printed = str(table)
                assert printed.splitlines()[0].startswith(f" {table.setup.title.name} {table.setup.title.version} ")
                assert all(company.id in printed for company in table.setup.title.companies)
