"""Every move has a reason, in every language."""

import sys
from pathlib import Path
from random import Random

import pytest

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.baron.weighed import TERMS
from goldenspike.bots.base import Bot, Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.measure import measure
from goldenspike.bots.outlook import shortfall
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.why import Motive, explain
from goldenspike.core.actions import BuyShare, BuyTrain, LayTile, Pass, SellShares, StartCompany
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, CHANCE
from goldenspike.core.ids import Company
from goldenspike.core.options import Knowledge
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.title import RoundKind
from goldenspike.learn.lessons import start
from goldenspike.learn.path import LESSONS
from goldenspike.learn.reasons import explain_fully, reason_of
from goldenspike.record.native import read_actions, read_record, setup_of
from goldenspike.testing import Position
from goldenspike.text import LANGUAGES, MOTIVES, Context, explain_comparison, explain_motive
from goldenspike.text.motives import VALUE_TERMS
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.view import seen_state
from players import P0, P1

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))
from bot_reasons import compares_truly, is_true


@pytest.fixture(scope="module")
def motives() -> tuple[Game, list[Motive]]:
    game = Game(make("1830", "classic", 3, {}))
    bots: list[Bot] = [GreedyBot(Random(seed)) for seed in range(3)]
    rng = Random(4)
    found: list[Motive] = []
    while not game.is_over and game.ply < 500:
        action = next_action(game, bots, rng)
        player = player_of(action)
        if player != CHANCE:
            found.append(explain(Table(game, player), action))
            assert is_true(game, action, found[-1], player), (game.ply, action, found[-1])
        game.push(action)
    return game, found


def test_codes_and_facts_are_those_of_the_words(motives: tuple[Game, list[Motive]]) -> None:
    for motive in motives[1]:
        assert tuple(name for name, _ in motive.facts) == MOTIVES[motive.code]
    assert len({motive.code for motive in motives[1]}) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_motive_has_words(language: str, motives: tuple[Game, list[Motive]]) -> None:
    context = Context(motives[0].setup, ("Ada", "Bo", "Cy"))
    for motive in set(motives[1]):
        said = explain_motive(motive.code, dict(motive.facts), context, language)
        assert said and "{" not in said


def test_figures_are_those_of_the_move() -> None:
    """What a move is said to bring is what the engine finds when it is made."""
    game = Game(make("1830", "classic", 3, {"knowledge": "open"}))
    bots: list[Bot] = [GreedyBot(Random(seed)) for seed in range(3)]
    rng = Random(4)
    told: set[str] = set()
    while not game.is_over and game.ply < 260:
        action = next_action(game, bots, rng)
        figure = measure(Table(game, player_of(action)), action) if player_of(action) != CHANCE else None
        before = game.state
        game.push(action)
        if figure is None:
            continue
        facts = dict(figure.facts)
        told.add(figure.code)
        assert tuple(facts) == MOTIVES[figure.code] and (facts.get("amount", 1) > 0 or figure.code == "shared_price")
        if figure.code in ("sale_brings", "dividend_brings"):
            player = player_of(action)
            assert facts["amount"] == game.state.money[player] - before.money[player]
        if figure.code == "earns_more":
            assert facts["new"] - facts["old"] == facts["amount"]
            assert best_routes(game.setup, game.state, Company(facts["company"])).revenue == facts["new"]
        if figure.code == "earns_same":
            assert best_routes(game.setup, game.state, Company(facts["company"])).revenue <= facts["amount"]
            assert best_routes(game.setup, before, Company(facts["company"])).revenue == facts["amount"]
    assert told >= {"earns_more", "earns_same", "dividend_brings", "capital", "private_pays"}


def test_track_that_earns_nothing_yet_makes_its_city_worth_more() -> None:
    """NYC reaches no second city: the figure is what Albany becomes worth."""
    saved = read_record((Path(__file__).parent.parent / "data" / "1830-equal-runs.json").read_bytes())
    game = Game(setup_of(saved))
    for action in read_actions(game.setup, saved.actions[:156]):
        game.push(action)
    albany = game.setup.hex_index["E19"]
    lay = next(action for action in game.legal if isinstance(action, LayTile) and action.hex == albany)
    figure = measure(Table(game, player_of(lay)), lay)
    assert figure == Motive("worth_more", (("hex", albany), ("old", 20), ("new", 30)))
    assert tuple(dict(figure.facts)) == MOTIVES[figure.code]


def test_reasons_for_a_move_are_not_those_for_passing() -> None:
    """Base game, 1.3: whoever bids for the earlier choice or chooses a group does not find everything too dear."""
    game = Game(make("1830", "base", 4, {}))
    bots = [make_bot("baron", str(seed)) for seed in range(4)]
    rng = Random(2)
    told: dict[str, set[str]] = {}
    while not game.is_over and game.ply < 200:
        action = next_action(game, bots, rng)
        if player_of(action) != CHANCE:
            told.setdefault(type(action).__name__, set()).add(explain(Table(game, player_of(action)), action).code)
        game.push(action)
    assert told["BidForChoice"] == {"bids_choice"} and told["ChooseGroup"] <= {"chooses_group", "only"}
    assert all("waits" not in codes for kind, codes in told.items() if kind != "Pass")


def test_why_somebody_passes_fits_the_question() -> None:
    """Worth and price are spoken of only where something could have been bought; otherwise what stands in the way is named."""
    game = Game(make("1830", "classic", 3, {}))
    bots: list[Bot] = [GreedyBot(Random(seed)) for seed in range(3)]
    rng = Random(4)
    told: dict[str, set[str]] = {}
    while not game.is_over and game.ply < 260:
        for player in game.actors:
            if player != CHANCE and game.refuse(Pass(player)) is None:
                seat = Table(game, player)
                motive = explain(seat, Pass(player))
                assert is_true(game, Pass(player), motive, player), motive
                if not seat.is_forced:
                    told.setdefault(game.question.kind, set()).add(motive.code)
        game.push(next_action(game, bots, rng))
    assert told["track"] | told["station"] <= {"builds_nothing", "nothing_to_build"}
    assert told["stock"] >= {"waits", "turn_over", "cannot_afford"} and told["train"] >= {"waits"}
    assert told["auction"] <= {"too_dear", "keeps_to_float", "prefers"}


def test_a_turn_that_is_over_is_no_judgment_of_prices() -> None:
    """6.0: a turn allows one purchase; whoever passes after it has not found the other shares too expensive."""
    position = Position(classic(3), money=300).company("PRR", par=67, shares={0: 3})
    game = position.company("NYC", par=100, shares={1: 3}).stock_round(turn=0)
    assert explain(Table(game, P0), Pass(P0)) == Motive("waits")
    game.push(next(action for action in Table(game, P0).actions if isinstance(action, BuyShare)))
    assert explain(Table(game, P0), Pass(P0)) == Motive("turn_over")


def test_what_a_player_cannot_afford_is_said_with_its_price() -> None:
    """The president's certificate of a new railroad costs two shares at the lowest par, a share of PRR its par price (6.2)."""
    position = Position(classic(3), money=60).company("PRR", par=67, shares={0: 3})
    game = position.stock_round(turn=0)
    assert explain(Table(game, P0), Pass(P0)) == Motive("cannot_afford", (("money", 60), ("least", 67)))


def test_nothing_is_said_about_money_that_the_reader_does_not_know() -> None:
    """V-0.1: to somebody who cannot see it, a purse seems full, and a pass a judgment of prices."""
    short = Motive("cannot_afford", (("money", 60), ("least", 67)))
    for knowledge, expected in ((Knowledge.OPEN, short), (Knowledge.CLOSED, None)):
        position = Position(classic(3, knowledge=knowledge), money=60).company("PRR", par=67, shares={0: 3})
        game = position.stock_round(turn=1)
        seen = Game(game.setup, seen_state(game.setup, game.state, P0))
        assert reason_of(Table(seen, P1), Pass(P1), P0) == expected


def test_the_best_two_answers_are_compared() -> None:
    """Trades of the hard baron at the certificate limit: both values, and the term that makes the difference."""
    game = Game(make("1830", "classic", 3, {"knowledge": "open"}))
    bots = [make_bot("baron-easy", str(seed)) for seed in range(3)]
    rng = Random(3)
    hard = BaronBot(Random(1), "hard")
    terms: set[str] = set()
    while game.state.round_number < 9 and not game.is_over:
        if game.state.round == RoundKind.STOCK and not game.state.pending and game.actors != (CHANCE,):
            action = hard.choose(Table(game, game.actors[0]))
            assert compares_truly(game, hard, action)
            if hard.comparison is not None:
                terms.add(hard.comparison.term)
                assert hard.comparison.best == round(hard.thoughts[0].score - hard.thoughts[0].bonus)
        game.push(next_action(game, bots, rng))
    assert "shares" in terms and terms <= {*TERMS, ""}


def test_terms_have_words() -> None:
    assert VALUE_TERMS == TERMS
    context = Context(make("1830", "classic", 3, {}), ("Ada", "Bo", "Cy"))
    said = explain_comparison("Pass", 640, 590, "dividends", context, "en")
    assert said == "Lead expected at the end: $640, but $590 with “Pass”. Most of the difference: dividends to come."
    assert explain_comparison("Pass", 640, 640, "", context, "en") == "“Pass” is about as good."
    said = explain_comparison("Pass", 21, -4, "cash", context, "en", in_points=True)
    assert said == "Outlook: +21, but −4 with “Pass” (0 is an even game). Most of the difference: cash."


def test_how_much_is_missing_until_a_railroad_floats() -> None:
    """6.3: it floats when 60% have left the initial offering."""
    lesson = LESSONS["stocks"]
    game = start(lesson)
    company = next(company for company, president in enumerate(game.state.presidents) if president == lesson.seat)
    seat = Table(game, lesson.seat)
    share = next(action for action in seat.actions if isinstance(action, BuyShare) and action.company == company)
    sold = 10 * (10 - game.state.units(Company(company), BANK))
    assert explain(seat, share) == Motive("floats", (("company", company), ("limit", 60), ("percent", 60 - sold)))


def test_an_obligation_is_told_even_if_there_is_no_other_option() -> None:
    """7.6.2: a railroad with a route and no train must buy one."""
    lesson = LESSONS["starter"]
    game = start(lesson)
    while game.question.kind != "train":
        game.push(next_action(game, [GreedyBot(Random(1)) for _ in game.setup.all_players], Random(1)))
    seat = Table(game, lesson.seat)
    purchase = next(action for action in seat.actions if isinstance(action, BuyTrain))
    assert seat.is_forced and explain(seat, purchase) == Motive("must_buy", (("company", game.state.operating),))


def test_a_presidency_that_is_handed_over_with_its_debts_is_said_so() -> None:
    """Selling so far that somebody else must find the next train is told as that, and only that (6.4, 7.6)."""
    game = Game(make("1830", "classic", 4, {}))
    bots = [make_bot("baron", str(seed)) for seed in range(4)]
    rng = Random(1)
    told = 0
    while not game.is_over:
        if game.state.round == RoundKind.STOCK and game.actors != (CHANCE,) and not game.state.pending:
            seat = Table(game, game.actors[0])
            for sale in seat.actions:
                if isinstance(sale, SellShares):
                    again = Game(game.setup, game.state)
                    again.push(sale)
                    heir = again.state.presidents[sale.company]
                    changes = heir != game.state.presidents[sale.company]
                    motive = explain(seat, sale)
                    if changes and game.state.funded[sale.company] and shortfall(game.setup, game.state, sale.company):
                        assert motive == Motive("hands_over", (("company", sale.company), ("player", heir)))
                        told += 1
                    else:
                        assert motive.code != "hands_over"
        game.push(next_action(game, bots, rng))
    assert told


@pytest.mark.parametrize(
    ("phase", "par", "code", "said"),
    [
        ("2", 67, "founds_early", "Starts PRR at $67: its capital pays for a 2-train right away."),
        ("5", 67, "founds", "Starts PRR at $67: its capital will buy trains that last."),
        ("6", 67, "founds", "Starts PRR at $67: its capital will buy trains that last."),
    ],
)
def test_a_capital_buys_only_trains_that_the_bank_sells_now(phase: str, par: int, code: str, said: str) -> None:
    """6.2, 7.6: in the phase of the 2s nothing lasts that could be bought with it."""
    game = Position(classic(3), phase=phase, money=900).stock_round(turn=0, number=2)
    action = StartCompany(P0, Company(0), par)
    assert game.refuse(action) is None
    motive = explain(Table(game, P0), action)
    assert motive.code == code and is_true(game, action, motive, P0)
    assert explain_motive(motive.code, dict(motive.facts), Context(game.setup, ("Ann", "Ben", "Cy")), "en") == said


def test_track_is_explained_by_its_figure_or_by_where_it_leads() -> None:
    """That track serves the routes of today was said, too, where the best run stays as it is."""
    position = Position(classic(3), phase="3", money=500)
    position.company("PRR", shares={0: 6}, money=200, trains="3", operated=True)
    table = Table(position.operating_round("PRR", "track"), P0)
    codes = set()
    for lay in [action for action in table.actions if isinstance(action, LayTile)]:
        figure, motive = explain_fully(table, lay)
        assert (figure is None) != (motive is None)
        codes.add(figure.code if figure else motive.code if motive else "")
    assert "earns_more" in codes and codes & {"lays_toward", "lays_ahead", "lays_city"} and not codes & {"lays", "earns_same"}
    figure, motive = explain_fully(table, Pass(P0))
    assert figure is None and motive is not None and motive.code == "builds_nothing"
