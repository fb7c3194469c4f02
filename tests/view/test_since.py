"""What has happened since a seat's last turn."""

from pathlib import Path
from typing import Any

import pytest

from goldenspike.core import events as typed_events
from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    Pass,
    Payout,
    SellShares,
    SetPar,
    StartCompany,
)
from goldenspike.core.events import Event, Why
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, NOBODY, POOL, treasury
from goldenspike.core.ids import Hex, Holder, Player, Train
from goldenspike.core.options import Knowledge
from goldenspike.record.native import read_actions, read_record, setup_of
from goldenspike.testing import Position
from goldenspike.text import LANGUAGES, Context, write_since
from goldenspike.titles.g1830 import classic
from goldenspike.view import visible_moves
from goldenspike.view.concern import sort_news
from goldenspike.view.since import (
    BidLine,
    Changes,
    CompanyLine,
    EventLine,
    Moves,
    PassLine,
    PlayerLine,
    Since,
    Trade,
    TrainBought,
    since_last_turn,
)
from names_1830 import BNO, BO, CA, CS, DH, MH, NYC, PRR, SV
from players import P0, P1, P2, P3

events: Any = typed_events
"""Plain numbers stand for players, railroads and hexes."""
ADA, BOB, CYD, DAN = P0, P1, P2, P3
DATA = Path(__file__).parent.parent / "data"
NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")


def played(game: Game, *actions: Action) -> Moves:
    return [(number, player_of(action), game.push(action)) for number, action in enumerate(actions, 1)]


def made(*moves: tuple[int, list[Event]]) -> Moves:
    return [(number, Player(Holder(seat)), happened) for number, (seat, happened) in enumerate(moves, 1)]


def written(game: Game, found: Since, language: str = "en") -> list[str]:
    context = Context(game.setup, NAMES[: game.setup.players])
    return [" ".join(filter(None, (line.who, " · ".join(line.phrases)))) for line in write_since(found, context, language)]


def test_a_stock_round() -> None:
    """One line for each player: started, bought, sold with what became of the price (6.1)."""
    game = Position(classic(), money=900).company("PRR", par=82, shares={0: 5, 1: 3}).stock_round()
    moves = played(
        game,
        BuyShare(ADA, PRR, BANK),
        Pass(ADA),
        SellShares(BOB, PRR, 1),
        SellShares(BOB, PRR, 1),
        StartCompany(BOB, NYC, 100),
        Pass(BOB),
        BuyShare(CYD, NYC, BANK),
        Pass(CYD),
        Pass(DAN),
    )
    found = since_last_turn(moves, ADA, is_on_turn=True)
    assert (found.start, found.end) == (2, 9)
    assert since_last_turn(moves[1:], ADA, is_on_turn=True) == found, "what came before the last turn is not needed"
    bob, cyd, dan = found.lines
    assert isinstance(bob, PlayerLine) and bob.player == BOB and bob.ply == 5
    assert bob.started == [(NYC, 100)] and bob.bought == [], "the president's certificate is no other purchase"
    assert [(trade.company, trade.percent) for trade in bob.sold] == [(PRR, 20)]
    assert (bob.sold[0].old, bob.sold[0].new) == (82, 71), "from the first price to the last"
    assert isinstance(cyd, PlayerLine) and cyd.bought == [Trade(NYC, 10)]
    assert dan == PassLine([DAN], 9)
    assert found.changes.prices == {PRR, NYC}
    assert found.changes.shares == {(PRR, BOB), (PRR, POOL), (NYC, BANK), (NYC, BOB), (NYC, CYD)}
    assert written(game, found) == [
        "Bob starts NYC at $100 · sells 20% PRR ($82 → $71)",
        "Cyd buys 10% NYC",
        "Dan passes.",
    ]


def test_it_stays_while_the_seat_plays_and_only_the_marks_go() -> None:
    game = Position(classic(), money=900).stock_round()
    moves = [*played(game, StartCompany(ADA, PRR, 67), Pass(ADA), StartCompany(BOB, NYC, 67), Pass(BOB), Pass(CYD), Pass(DAN))]
    before = since_last_turn(moves, ADA, is_on_turn=True)
    moves.append((7, ADA, game.push(BuyShare(ADA, PRR, BANK))))
    during = since_last_turn(moves, ADA, is_on_turn=True)
    assert (during.start, during.end, during.lines) == (before.start, before.end, before.lines)
    assert before.changes != Changes() == during.changes
    moves.append((8, ADA, game.push(Pass(ADA))))
    after = since_last_turn(moves, ADA, is_on_turn=False)
    assert (after.start, after.end, after.lines) == (8, 8, ())
    first = since_last_turn(moves[:1], BOB, is_on_turn=False)
    assert first.start == 0 and len(first.lines) == 1, "before the first turn: since the game began"


def test_an_automatic_pass_is_no_turn() -> None:
    """News and marks go back to the seat's last decision, whatever has been passed for it since."""
    moves = made(
        (0, [events.ShareMoved(PRR, BANK, 0, 1, 67)]),
        (0, [events.Passed(0), events.TurnEnded(0)]),
        (1, [events.ShareMoved(NYC, BANK, 1, 1, 67), events.Floated(NYC)]),
        (0, [events.Passed(0), events.RoundStarted(2, 1, 1)]),
        (1, [events.TileLaid(NYC, 3, 0, 0, 80)]),
        (1, [events.TurnEnded(1), events.CompanyStarted(PRR, 0)]),
        (0, [events.Passed(0)]),
    )
    automatic = {2, 4, 7}
    found = since_last_turn(moves, ADA, True, automatic=automatic)
    assert (found.start, found.end) == (1, 7)
    bob, nyc = found.lines
    assert isinstance(bob, PlayerLine) and isinstance(nyc, CompanyLine) and nyc.floated and nyc.track == [Hex(3)]
    assert found.changes.hexes == {Hex(3)} and (NYC, BOB) in found.changes.shares
    # Once she has decided something, the marks go, and what was told stays, also after another automatic pass.
    moves = [*moves, (8, ADA, [events.TrainsRun(PRR, 30)]), (9, ADA, [events.Passed(0)])]
    for number in (8, 9):
        later = since_last_turn(moves[:number], ADA, True, automatic={*automatic, 9})
        assert (later.start, later.end, later.lines, later.changes) == (1, 7, found.lines, Changes())


def test_a_bid_duel_is_one_line() -> None:
    """C-2.2.2: bids and the purchase that ends them."""
    game = Position(classic(3)).auction()
    moves = played(
        game,
        Bid(ADA, CS, 45),
        Bid(BOB, CS, 50),
        Bid(CYD, CA, 165),
        Pass(ADA),
        BuyFromBank(BOB, SV),
        Bid(ADA, CS, 55),
        Bid(BOB, CS, 60),
        Pass(ADA),
    )
    found = since_last_turn(moves, CYD, is_on_turn=True)
    private, duel = found.lines[1:3]
    assert isinstance(private, PlayerLine) and private.privates == [(SV, 20)]
    assert duel == BidLine(CS, 8, [(ADA, 55), (BOB, 60)], BOB, 60)
    assert "Ada and Bob bid on Champlain & St. Lawrence (CS, pays $10) up to $60; Bob wins." in written(game, found)
    assert found.changes.privates == {SV, CS}
    unsold = since_last_turn(moves[:2], CYD, is_on_turn=True)
    assert unsold.lines == (BidLine(CS, 2, [(ADA, 45), (BOB, 50)]),)
    assert written(game, unsold) == ["Ada and Bob bid on Champlain & St. Lawrence (CS, pays $10); Bob leads with $50."]


def test_an_operating_round() -> None:
    game = Game(classic(4))
    moves = made(
        (0, [events.TurnEnded(0), events.CompanyStarted(PRR, 1)]),
        (1, [events.TileLaid(PRR, 3, 0, 0, 80), events.Paid(treasury(PRR), BANK, 80, Why.TERRAIN)]),
        (1, [events.TokenPlaced(PRR, 4, 0, 40)]),
        (1, [events.TrainsRun(PRR, 90)]),
        (1, [events.DividendDeclared(PRR, Payout.PAY, 90), events.PriceMoved(PRR, 67, 70)]),
        (
            1,
            [
                events.TrainMoved(1, BANK, treasury(PRR), 180),
                events.PhaseStarted(1),
                *(events.TrainsRetired(0, 1, NYC), events.TrainsRetired(0, 2)),
            ],
        ),
        (1, [events.PrivateMoved(DH, 1, treasury(PRR), 140), events.TrainMoved(1, BANK, treasury(PRR), 180)]),
        (2, [events.TrainsRun(NYC, 0), events.DividendDeclared(NYC, Payout.WITHHOLD, 0), events.PriceMoved(NYC, 71, 67)]),
        (2, [events.TrainsRun(PRR, 120), events.DividendDeclared(PRR, Payout.WITHHOLD, 120), events.PriceMoved(PRR, 70, 67)]),
        (2, [events.TrainsRun(BNO, 50)]),
        (2, [events.Paid(2, treasury(BNO), 190, Why.HELP), events.TrainMoved(3, treasury(NYC), treasury(BNO), 250)]),
    )
    found = since_last_turn(moves, ADA, is_on_turn=True)
    prr, phase, nyc, rust, bno = found.lines
    assert prr == CompanyLine(
        PRR,
        9,
        track=[Hex(3)],
        track_cost=80,
        stations=[Hex(4)],
        stations_cost=40,
        revenues=[(90, Payout.PAY), (120, Payout.WITHHOLD)],
        trains=[TrainBought(Train(1), 180, BANK)] * 2,
        privates=[(DH, 140)],
        old=67,
        new=67,
    )
    assert isinstance(phase, EventLine) and isinstance(rust, EventLine) and rust.ply == 6
    assert isinstance(nyc, CompanyLine) and (nyc.old, nyc.new) == (71, 67) and nyc.lost == [(Train(0), 1)]
    assert isinstance(bno, CompanyLine) and bno.revenues == [(50, None)], "nothing is decided yet"
    assert found.changes == Changes(
        hexes=frozenset((Hex(3), Hex(4))),
        prices=frozenset((PRR, NYC)),
        privates=frozenset((DH,)),
        trains=frozenset((PRR, NYC, BNO)),
    )
    assert written(game, found) == [
        "PRR track on A19 ($80) · station on B10 (Barrie) ($40) · pays out $90 · withholds $120 · 2 × 3-train for $180 each"
        " · buys DH for $140",
        "Phase 3 begins.",
        "NYC no revenue · $71 → $67 · loses its 2-train",
        "The 2-trains are retired from the game (2).",
        "B&O earns $50 · 5-train for $250 from NYC, $190 of it from Cyd",
    ]


def test_what_concerns_the_reader_comes_first() -> None:
    """The own railroad and private company, then losses of railroads with own shares, then the others in their order."""
    game = (
        Position(classic()).company("PRR", par=82, shares={0: 5, 1: 3}).company("NYC", president=1, shares={1: 5}).stock_round()
    )
    moves = made(
        (1, [events.PrivateMoved(DH, BANK, 0, 70)]),
        (1, [events.TrainsRun(NYC, 40)]),
        (1, [events.ShareMoved(NYC, BANK, 1, 1, 82)]),
        (1, [events.PriceMoved(PRR, 82, 76)]),
        (1, [events.PrivateClosed(SV), events.PrivateClosed(DH)]),
    )

    def told(seat: Player) -> list[str]:
        since = since_last_turn(moves[1:], CYD, is_on_turn=False)
        return written(game, sort_news(since, game.state, seat, [(ply, told) for ply, _, told in moves]))

    nyc, bob, prr = "NYC earns $40", "Bob buys 10% NYC", "PRR $82 → $76"
    sv, dh = (f"{name} closes." for name in ("Schuylkill Valley (SV)", "Delaware & Hudson (DH)"))
    assert told(CYD) == [nyc, bob, prr, sv, dh]
    assert told(ADA) == [prr, dh, nyc, bob, sv]
    assert told(BOB) == [nyc, bob, prr, sv, dh], "his railroad and purchase, then the loss of PRR's shareholders"


def test_a_railroad_that_closed_or_was_taken_over_concerns_whoever_had_it() -> None:
    """The state after the news knows neither its director nor its shareholders."""
    game = Position(classic()).company("NYC", president=1, shares={1: 5}).stock_round()
    moves = made(
        (0, [events.ShareMoved(PRR, BANK, 0, 2, 82), events.PresidentChanged(PRR, 0)]),
        (1, [events.ShareMoved(PRR, BANK, 1, 1, 82), events.ShareMoved(NYC, BANK, 0, 2, 82), events.PresidentChanged(NYC, 0)]),
        (2, [events.ShareMoved(PRR, BANK, 2, 1, 82), events.ShareMoved(PRR, 2, POOL, 1, 82)]),
        (2, [events.TrainsRun(BNO, 40)]),
        (2, [events.ShareMoved(PRR, holder, NOBODY, 1, 0) for holder in (0, 1)]),
        (2, [events.CompanyClosed(PRR)]),
        (2, [events.PresidentChanged(NYC, 1)]),
    )

    def told(seat: Player) -> list[str]:
        since = since_last_turn(moves[3:], DAN, is_on_turn=False)
        assert since.start == 3
        return written(game, sort_news(since, game.state, seat, [(ply, told) for ply, _, told in moves]))

    bno, prr, nyc = "B&O earns $40", "PRR closes and leaves the game.", "NYC Bob becomes president"
    assert told(ADA) == [prr, nyc, bno], "she ran both"
    assert told(BOB) == [nyc, prr, bno], "his new railroad, then the share that he lost"
    assert told(CYD) == [bno, prr, nyc]


def test_what_the_own_last_move_brought_about_is_told() -> None:
    """Whoever ends a stock round with a pass sees what follows from it."""
    moves = made((0, [events.Passed(0), events.RoundStarted(2, 1, 1), events.Floated(PRR)]), (1, [events.TrainsRun(PRR, 30)]))
    assert since_last_turn(moves, ADA, is_on_turn=True).lines == (CompanyLine(PRR, 2, floated=True, revenues=[(30, None)]),)


def test_sales_that_follow_from_the_own_purchase_are_told() -> None:
    """C-2.2: a private company with a single bid is sold as soon as it is its turn, the CA with a share of the PRR."""
    game = Position(classic(3)).auction()
    bids = (Bid(ADA, MH, 115), Bid(BOB, CA, 165))
    moves = played(game, *bids, BuyFromBank(CYD, SV), BuyFromBank(ADA, CS), BuyFromBank(BOB, DH))
    found = since_last_turn(moves, BOB, is_on_turn=False)
    assert found.lines == (PlayerLine(ADA, 5, privates=[(MH, 115)]), PlayerLine(BOB, 5, privates=[(CA, 165)]))
    later = [(5 + number, CYD, happened) for number, _, happened in played(game, BuyFromBank(CYD, BO), SetPar(CYD, BNO, 90))]
    assert written(game, since_last_turn([*moves, *later], BOB, is_on_turn=True))[2:] == [
        "Cyd buys Baltimore & Ohio (BO) for $220",
        "B&O Cyd becomes president · par price $90",
    ]


@pytest.mark.parametrize("record", ["1830-equal-runs.json", "1862-destination-run.json", "1862-redemption.json"])
def test_recorded_games_in_every_language(record: str) -> None:
    """Every turn of a game can be told, every line leads to a move in between, and no message is missing."""
    saved = read_record((DATA / record).read_bytes())
    setup = setup_of(saved)
    game = Game(setup)
    moves: list[tuple[int, Player, list[Event]]] = []
    longest = 0
    for number, action in enumerate(read_actions(setup, saved.actions), 1):
        seat = player_of(action)
        if seat >= 0 and moves and moves[-1][1] != seat and number % 3 == 0:
            found = since_last_turn(moves, seat, is_on_turn=True)
            assert all(found.start <= line.ply <= found.end for line in found.lines)
            longest = max(longest, len(found.lines))
            for language in LANGUAGES:
                assert not [
                    line for line in written(game, found, language) if "since." in line or "combined." in line or not line
                ]
        moves.append((number, seat, game.push(action)))
    assert 3 < longest < 25


@pytest.mark.parametrize(("seat", "told"), [(CYD, "$333"), (DAN, "an undisclosed amount")])
def test_only_what_a_seat_may_know_is_told(seat: Player, told: str) -> None:
    """Where the log tells only totals (V-0.1), the price of a private company is known to buyer and seller."""
    game = Position(classic(4, knowledge=Knowledge.TOTALS)).private("SV", 2).stock_round()
    moves = played(game, BuyPrivate(ADA, ADA, SV, 333), Accept(CYD), Pass(ADA))
    known = visible_moves(game.setup, game.state, [happened for _, _, happened in moves], seat)
    found = since_last_turn([(ply, who, knows) for (ply, who, _), knows in zip(moves, known, strict=True)], DAN, is_on_turn=False)
    assert written(game, found)[0] == f"Ada buys Schuylkill Valley (SV) for {told}"
    assert all(written(game, found, language) for language in LANGUAGES)
