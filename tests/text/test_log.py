"""The log for people: one sentence for one thing that happened, under a heading for each round and turn."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from goldenspike.core import events as typed_events
from goldenspike.core.actions import Payout
from goldenspike.core.events import Event, Why
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL
from goldenspike.core.title import RoundKind
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.text import LANGUAGES, Context, Line, LogWriter, say_all, write_log
from goldenspike.titles.g1830 import classic
from names_1830 import CA, NYC, PRR, SV

events: Any = typed_events
"""Plain numbers stand for players, railroads and hexes."""
CONTEXT = Context(classic(4), ("Ada", "Bob", "Cleo", "Dan"))
DATA = Path(__file__).parent.parent / "data"


def said(*happened: Event, language: str = "en") -> list[str]:
    return say_all(happened, CONTEXT, language)


def log(*moves: tuple[Any, Sequence[Event]], first: int = 1, language: str = "en") -> list[Line]:
    numbered = [(ply, seat, happened) for ply, (seat, happened) in enumerate(moves, 1)]
    return write_log(numbered, CONTEXT, language, first)


def texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


def bids(*made: tuple[int, int]) -> list[tuple[int, list[Event]]]:
    return [(player, [events.BidMade(player, CA, amount)]) for player, amount in made]


# --- one thing, one sentence


def test_a_sale_with_its_price() -> None:
    sale = events.ShareMoved(NYC, 0, POOL, 2, 90), events.Paid(BANK, 0, 180, Why.SHARE), events.PriceMoved(NYC, 90, 76)
    assert said(*sale) == ["Ada sells 2 shares of NYC for $90 each; share value $90 → $76."]
    assert said(*sale, language="ja")[0].endswith("（株価$90→$76）。")
    assert len(said(events.PresidentChanged(NYC, 1), *sale)) == 2


def test_a_dividend_with_its_recipients_and_its_price() -> None:
    paid = [events.Paid(BANK, 0, 60, Why.DIVIDEND), events.Paid(BANK, FIRST_COMPANY + NYC, 20, Why.DIVIDEND)]
    declared = events.DividendDeclared(NYC, Payout.PAY, 200)
    assert said(declared, *paid, events.PriceMoved(NYC, 90, 100)) == [
        "NYC pays out $200: Ada $60, NYC $20; share value $90 → $100."
    ]
    assert said(declared, *paid) == ["NYC pays out $200: Ada $60, NYC $20."]
    assert said(declared, *paid, language="de") == ["Die NYC schüttet $200 aus: Ada $60, NYC $20."]
    kept = events.Paid(BANK, FIRST_COMPANY + NYC, 200, Why.REVENUE), events.PriceMoved(NYC, 90, 82)
    assert said(events.DividendDeclared(NYC, Payout.WITHHOLD, 200), *kept) == ["NYC withholds $200; share value $90 → $82."]


def test_a_railroad_is_started_in_one_sentence() -> None:
    started = [
        events.Paid(1, BANK, 180, Why.SHARE),
        events.PresidentChanged(PRR, 1),
        events.ShareMoved(PRR, BANK, 1, 2, 90),
        events.ParSet(PRR, 90),
    ]
    assert said(*started) == ["Bob starts PRR at a par price of $90 and pays $180 for the president’s certificate."]


def test_runs_are_listed_behind_their_total() -> None:
    runs = [events.RouteRun(PRR, 1, 60, (0, 4)), events.RouteRun(PRR, 0, 40, (0, 4)), events.TrainsRun(PRR, 100)]
    [sentence] = said(*runs)
    assert sentence.startswith("PRR’s trains earn a total of $100: 3-train $60 (") and "; 2-train $40 (" in sentence
    assert len(said(runs[0], events.TrainsRun(PRR, 60))) == 1


def test_small_things_that_belong_together() -> None:
    capital = events.Paid(BANK, FIRST_COMPANY + PRR, 670, Why.CAPITAL)
    assert said(events.Floated(PRR), capital) == ["PRR floats; its treasury receives $670."]
    income = [events.Paid(BANK, player, amount, Why.PRIVATE_INCOME) for player, amount in ((0, 5), (1, 10), (0, 20))]
    assert said(*income) == ["Private company income: Ada $25, Bob $10."]
    assert said(events.PrivateClosed(SV), events.PrivateClosed(CA)) == ["Schuylkill Valley (SV) and Camden & Amboy (CA) close."]
    exchanged = events.PrivateClosed(3), events.ShareMoved(NYC, BANK, 2, 1, 0)
    assert said(*exchanged) == ["Cleo exchanges Mohawk & Hudson (MH) for a share of NYC."]
    gifts = events.ShareMoved(NYC, BANK, 1, 1, 0), events.ShareMoved(NYC, BANK, 1, 1, 0)
    assert said(*gifts) == ["Bob receives 2 shares of NYC from the bank for free."]
    assert len(said(gifts[0], events.ShareMoved(PRR, BANK, 1, 1, 0))) == 2
    gone = [events.TrainsRetired(0, 2, PRR), events.TrainsRetired(0, 1, NYC), events.TrainsRetired(0, 1)]
    assert said(*gone) == ["The 2-trains are retired from the game (4): PRR 2, NYC 1."]
    laid = events.TileLaid(PRR, 5, 3, 0, 0)
    assert said(laid, events.TokenMoved(NYC, 5, 1)) == said(laid)


def test_a_private_company_changes_hands_with_its_income() -> None:
    bought = events.Paid(0, BANK, 20, Why.PRIVATE), events.PrivateMoved(SV, BANK, 0, 20)
    assert said(*bought) == ["Ada buys Schuylkill Valley (SV, pays $5) from the bank for $20."]


# --- turns and rounds


def test_bids_that_follow_each_other_are_one_line() -> None:
    lines = log(*bids((0, 165), (1, 170), (0, 175)), (1, [events.BidMade(1, SV, 30)]))
    assert texts(lines) == [
        "Ada and Bob bid on Camden & Amboy (CA, pays $25); Ada leads with $175.",
        "Bob bids $30 for Schuylkill Valley (SV).",
    ]
    assert lines[0].ply == 3 and sorted(lines[0].players) == [0, 1]


def test_an_auction_is_one_line_from_the_first_bid_to_the_sale() -> None:
    sold = [events.Passed(0), events.Paid(1, BANK, 180, Why.PRIVATE), events.PrivateMoved(CA, BANK, 1, 180)]
    start = (2, [events.AuctionStarted(CA)])
    lines = log(start, *bids((0, 170), (1, 175)), (2, [events.Passed(2)]), *bids((1, 180)), (0, sold))
    assert texts(lines) == ["Ada and Bob bid on Camden & Amboy (CA, pays $25) up to $180; Bob wins."]
    assert lines[0].ply == 6
    unopposed = log(start, (0, sold))
    assert texts(unopposed) == ["Bob buys Camden & Amboy (CA, pays $25) from the bank for $180."]
    assert sorted(unopposed[0].players) == [1]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Cleo, Bob and Ada bid on Camden & Amboy (CA, pays $25) up to $210; Ada wins."),
        ("de", "Cleo, Bob und Ada bieten auf Camden & Amboy (CA, bringt $25) bis $210; Ada erhält den Zuschlag."),
        ("nl", "Cleo, Bob en Ada bieden op Camden & Amboy (CA, levert $25) tot $210; Ada wint."),
        ("ja", "Cleo、Bob、AdaがCamden & Amboy（CA、収入$25）に$210まで入札し、Adaが落札しました。"),
    ],
)
def test_a_long_duel_is_one_line_with_those_who_had_bid_before(language: str, sentence: str) -> None:
    start = (1, [events.AuctionStarted(CA)])
    sold = (1, [events.Passed(1), events.Paid(0, BANK, 210, Why.PRIVATE), events.PrivateMoved(CA, BANK, 0, 210)])
    before, duel = bids((2, 165), (1, 170)), bids(*[(number % 2, 180 + 5 * number) for number in range(7)])
    moves = [*before, start, (2, [events.Passed(2)]), *duel, sold]
    lines = log(*moves, language=language)
    assert texts(lines)[1:] == [sentence]
    assert lines[1].ply == len(moves) and sorted(lines[1].players) == [0, 1, 2]
    assert texts(log(*moves, first=3, language=language)) == [sentence], "bids before the part that is shown count too"


def test_an_auction_under_way_says_who_leads() -> None:
    start = (1, [events.AuctionStarted(CA)])
    before = bids((0, 165), (1, 170))
    assert texts(log(*before, start))[1:] == ["Camden & Amboy (CA, pays $25) goes to auction among its bidders."]
    assert texts(log(*before, start, *bids((0, 175))))[1:] == [
        "Ada and Bob bid on Camden & Amboy (CA, pays $25); Ada leads with $175."
    ]


def test_bids_by_order_are_marked() -> None:
    writer = LogWriter(CONTEXT, "en")
    moves: list[Any] = [(1, 0, [events.BidMade(0, CA, 165)], True), (2, 1, [events.BidMade(1, CA, 170)])]
    writer.read(*moves[0])
    assert texts(writer.written()) == ["Ada bids $165 for Camden & Amboy (CA) (by order)."]
    writer.read(*moves[1])
    assert texts(writer.written()) == ["Ada (by order) and Bob bid on Camden & Amboy (CA, pays $25); Bob leads with $170."]


def test_passes_in_a_row_are_one_line() -> None:
    lines = log(*[(player, [events.Passed(player)]) for player in range(3)])
    assert texts(lines) == ["Ada, Bob and Cleo pass."]


def test_a_railroads_turn_has_a_heading() -> None:
    start = [events.RoundStarted(RoundKind.OPERATING, 2, 1), events.CompanyStarted(PRR, 1)]
    lines = log((0, start), (1, [events.TileLaid(PRR, 5, 3, 0, 0)]), (1, [events.TrainMoved(0, BANK, FIRST_COMPANY + PRR, 80)]))
    assert [(line.kind, line.text, line.company) for line in lines[:2]] == [
        ("round", "Operating round 2.1", -1),
        ("turn", "Bob", PRR),
    ]
    assert [line.kind for line in lines[2:]] == ["event", "event"]
    assert all(set(line.players) == {1} and set(line.companies) == {PRR} for line in lines[1:])


def test_a_players_turn_has_a_heading_if_much_happens() -> None:
    """A single sentence names its player itself."""
    bought = [events.ShareMoved(PRR, BANK, 0, 1, 67)]
    sold = [events.ShareMoved(NYC, 1, POOL, 1, 90), events.PriceMoved(NYC, 90, 82)]
    other = [events.ShareMoved(PRR, BANK, 1, 1, 67)]
    start = [events.RoundStarted(RoundKind.STOCK, 2, 0)]
    lines = log((0, start), (0, bought), (0, [events.TurnEnded(0)]), (1, sold), (1, other), (1, [events.TurnEnded(1)]))
    assert [line.kind for line in lines] == ["round", "event", "turn", "event", "event"]
    assert lines[2].text == "Bob" and lines[3].companies == {NYC}


def test_the_end_of_a_log_knows_its_round() -> None:
    start = [events.RoundStarted(RoundKind.OPERATING, 2, 1), events.CompanyStarted(PRR, 1)]
    moves = [(0, start), (1, [events.TileLaid(PRR, 5, 3, 0, 0)]), (1, [events.TrainMoved(0, BANK, FIRST_COMPANY + PRR, 80)])]
    lines = log(*moves, first=3)
    assert [(line.kind, line.text) for line in lines[:2]] == [("round", "Operating round 2.1"), ("turn", "Bob")]
    assert len(lines) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["1830-bank-breaks", "1830-bankruptcy"])
def test_whole_games(name: str, language: str) -> None:
    """Every line is a whole sentence, and every heading has something below it."""
    importer = Importer(read_export((DATA / f"{name}.json").read_bytes()))
    for _ in importer.run():
        pass
    game = Game(importer.setup)
    context = Context(game.setup, ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")[: game.setup.players])
    moves = [(ply, player_of(action), game.push(action)) for ply, action in enumerate(importer.game.actions, 1)]
    lines = write_log(moves, context, language)
    assert len(lines) > 100
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        if line.kind == "event":
            assert line.text.endswith((".", "。")) and "combined." not in line.text
            assert not line.text.endswith(("..", "。。"))
        elif line.kind == "turn":
            assert following is not None and following.kind == "event"
        else:
            assert following is not None and following.kind != "round"
    assert [line.ply for line in lines] == sorted(line.ply for line in lines)
    tail = write_log(moves, context, language, first=len(moves) - 79)
    assert texts(tail)[-20:] == texts(lines)[-20:]
    writer = LogWriter(context, language)
    for number, move in enumerate(moves, 1):
        writer.read(*move)
        if number % 97 == 0:
            assert writer.written() == write_log(moves[:number], context, language), "a log can be read while it goes on"
    assert writer.written() == lines
