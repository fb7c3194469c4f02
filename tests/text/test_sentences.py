"""What the sentences look like: names instead of numbers, the paragraph at the end, the plural that fits."""

import pytest

from goldenspike.core import actions, events
from goldenspike.core.actions import Payout, Route
from goldenspike.core.events import EndReason, Event, Why
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, NOBODY, POOL, treasury
from goldenspike.core.ids import Holder, Place, Player, Train
from goldenspike.core.options import SellOrder
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import place_of
from goldenspike.core.steps.operating import TrackStep
from goldenspike.core.title import RoundKind
from goldenspike.text import (
    LANGUAGES,
    Context,
    ask,
    describe_action,
    explain_exclusion,
    explain_setup,
    help_option,
    help_value,
    help_version,
    join_sentences,
    money,
    name_group,
    name_holder,
    name_option,
    name_round,
    name_step,
    name_train,
    name_value,
    name_version,
    number,
    say,
    say_all,
    why,
)
from goldenspike.text.catalogue import words
from goldenspike.text.facts import render
from goldenspike.text.names import name_place, name_route
from goldenspike.text.required import required, texts
from goldenspike.titles.catalogue import EXCLUSIONS, SWITCHES, BadSetup, make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard
from players import P0, P1, P2

SETUP = classic(3)
CONTEXT = Context(SETUP, ("Anna", "Bob", "Cleo"))
PRR = SETUP.company_index["PRR"]
NYC = SETUP.company_index["NYC"]
ALBANY = SETUP.hex_index["E19"]
SV = SETUP.private_index["SV"]


@pytest.mark.parametrize(("language", "expected"), [("en", "$12,000"), ("de", "$12.000"), ("nl", "$12.000"), ("ja", "$12,000")])
def test_money(language: str, expected: str) -> None:
    assert money(12000, language) == expected
    assert money(-12000, language) == f"-{expected}"
    assert money(40, language) == "$40"
    assert f"${number(12000, language)}" == expected


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Anna sells a share of PRR for $82.", "Anna sells 2 shares of PRR for $82 each."),
        ("de", "Anna verkauft eine Aktie der PRR für $82.", "Anna verkauft 2 Aktien der PRR für je $82."),
        ("nl", "Anna verkoopt een aandeel van de PRR voor $82.", "Anna verkoopt 2 aandelen van de PRR voor $82 per stuk."),
        ("ja", "AnnaはPRRの株1株を1株$82で売却しました。", "AnnaはPRRの株2株を1株$82で売却しました。"),
    ],
)
def test_singular_and_plural(language: str, one: str, two: str) -> None:
    assert say(events.ShareMoved(PRR, P0, POOL, 1, 82), CONTEXT, language) == one
    assert say(events.ShareMoved(PRR, P0, POOL, 2, 82), CONTEXT, language) == two


def test_a_share_moves_in_five_ways() -> None:
    said = [
        say(event, CONTEXT, "en")
        for event in (
            events.ShareMoved(PRR, BANK, P1, 1, 82),
            events.ShareMoved(PRR, POOL, P1, 3, 30),
            events.ShareMoved(PRR, BANK, P1, 1, 0),
            events.ShareMoved(PRR, P0, P1, 1, 0),
        )
    ]
    assert said == [
        "Bob buys a share of PRR from the initial offering for $82.",
        "Bob buys 3 shares of PRR from the bank pool for $30 each.",
        "Bob receives a share of PRR from the bank for free.",
        "A share of PRR moves from Anna to Bob.",
    ]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "NYC lays tile 57 (A7) on E19 (Albany)."),
        ("de", "Die NYC legt Plättchen 57 (A7) auf E19 (Albany)."),
        ("nl", "De NYC legt tegel 57 (A7) op E19 (Albany)."),
        ("ja", "NYCはE19（Albany）にタイル57（A7）を置きました。"),
    ],
)
def test_tiles_and_hexes_have_names(language: str, expected: str) -> None:
    assert say(events.TileLaid(NYC, ALBANY, SETUP.tile_index["A7"], 0, 0), CONTEXT, language) == expected


def test_holders_bend_as_the_sentence_needs() -> None:
    event = events.Paid(Holder(FIRST_COMPANY + PRR), BANK, 180, Why.TRAIN)
    assert say(event, CONTEXT, "de") == "Die PRR zahlt $180 an die Bank für eine Lok."
    assert f"{name_holder(POOL, CONTEXT, 'de'):from}" == "aus dem Bankpool"
    assert name_holder(NOBODY, CONTEXT, "en") == "nobody"
    assert f"{name_holder(P0, CONTEXT, 'ja'):to}" == "Annaに"


def test_trains_have_names_and_plurals() -> None:
    two, diesel = SETUP.train_index["2"], SETUP.train_index["D"]
    assert say(events.TrainsRetired(two, 1), CONTEXT, "de") == "Eine 2er-Lok wird verschrottet."
    assert say(events.TrainsRetired(two, 4), CONTEXT, "de") == "Die 2er-Loks werden verschrottet (4)."
    assert say(events.TrainsRetired(two, 1, PRR), CONTEXT, "en") == "PRR loses its 2-train."
    assert say(events.TrainsRetired(two, 2, PRR), CONTEXT, "nl") == "De PRR verliest haar 2-treinen (2)."
    assert name_train(diesel, CONTEXT, "nl") == "dieseltrein"
    assert f"{name_train(diesel, CONTEXT, 'en'):many}" == "diesels"


def test_an_offer_names_what_it_is_about() -> None:
    train = events.OfferMade(P0, P1, True, SETUP.train_index["3"], treasury(NYC), Holder(FIRST_COMPANY + PRR), 200)
    private = events.OfferMade(P0, P1, False, SV, P1, Holder(FIRST_COMPANY + PRR), 40)
    sale = events.OfferMade(P0, P1, False, SV, P0, P1, 40)
    assert say(train, CONTEXT, "en") == "Anna asks Bob to sell a 3-train from NYC to PRR for $200."
    assert say(private, CONTEXT, "en") == "Anna asks Bob to sell Schuylkill Valley (SV) to PRR for $40."
    assert say(sale, CONTEXT, "en") == "Anna offers Bob Schuylkill Valley (SV) for $40."


def test_a_run_names_its_stops() -> None:
    """7.4"""
    places = tuple(place_of(hex, 0) for hex in (ALBANY, SETUP.hex_index["F2"], SETUP.hex_index["B12"]))
    train = SETUP.train_index["3"]
    assert say(events.RouteRun(NYC, train, 90, places), CONTEXT, "en") == "NYC runs a 3-train for $90: Albany – Chicago – B12."
    action = actions.RunTrains(P0, NYC, (Route(train, places, ()),))
    assert describe_action(action, CONTEXT, "en") == "Run trains: 3-train: Albany – Chicago – B12"
    assert describe_action(actions.RunTrains(P0, NYC), CONTEXT, "en") == "Run trains on the best routes"
    assert describe_action(actions.RunTrains(P0, NYC, ()), CONTEXT, "en") == "Run no trains"


def test_a_repaid_loan_is_told_without_a_minus() -> None:
    """7.7"""
    assert "$117" in say(events.LoanChanged(PRR, 117, 117), CONTEXT, "en")
    assert "-" not in say(events.LoanChanged(PRR, -100, 17), CONTEXT, "en")
    assert "leaves receivership" in say(events.LoanChanged(PRR, -17, 0), CONTEXT, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_payment_round_end_and_payout_can_be_said(language: str) -> None:
    for reason in Why:
        assert "$5" in say(events.Paid(P0, BANK, 5, reason), CONTEXT, language)
    for kind in RoundKind:
        assert say(events.RoundStarted(kind, 3, 1), CONTEXT, language)
        assert name_round(kind, 3, 1, language)
    for end in EndReason:
        assert say(events.GameEnded(end), CONTEXT, language)
    for payout in Payout:
        assert "$120" in say(events.DividendDeclared(PRR, payout, 120), CONTEXT, language)
    assert say(events.DividendDeclared(PRR, Payout.WITHHOLD, 0), CONTEXT, "en") == "PRR has no revenue."


def test_rounds_are_named_in_full_and_in_short() -> None:
    assert name_round(RoundKind.OPERATING, 3, 1, "en") == "Operating round 3.1"
    assert name_round(RoundKind.OPERATING, 3, 1, "en", short=True) == "OR 3.1"
    assert name_round(RoundKind.STOCK, 2, 0, "de", short=True) == "AR 2"
    assert name_round(RoundKind.AUCTION, 0, 0, "en", short=True) == "ISR"


# --- why not


def test_a_refusal_ends_with_its_paragraph() -> None:
    refusal = Refusal(Reason.CERTIFICATE_LIMIT, (20,))
    assert why(refusal, CONTEXT, "en") == "At this table a player may hold at most 20 certificates. [5.3]"
    assert why(refusal, CONTEXT, "de") == "An diesem Tisch darf ein Spieler höchstens 20 Zertifikate besitzen. [5.3]"
    assert why(refusal, CONTEXT, "ja").endswith("［5.3］")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fact", [0, 1, 2, -1, 999])
def test_every_reason_can_be_said_even_with_absurd_facts(language: str, fact: int) -> None:
    for reason in Reason:
        sentence = why(Refusal(reason, (fact,) * len(reason.facts)), CONTEXT, language)
        assert reason.paragraph in sentence
        assert "{" not in sentence


def test_most_is_money_or_a_number_as_the_reason_means_it() -> None:
    """4.1, 7.4.1"""
    assert "$10 and $40" in why(Refusal(Reason.PRIVATE_PRICE, (10, 40)), CONTEXT, "en")
    sentence = why(Refusal(Reason.ROUTE_TOO_LONG, (SETUP.train_index["3"], 3)), CONTEXT, "en")
    assert sentence == "The 3-train can visit at most 3 cities. [7.4.1]"


def test_a_fact_without_words_is_shown_bare() -> None:
    assert render("event.NotYet", {"company": 3}, CONTEXT, "de") == "event.NotYet (company=3)"
    assert render("event.NotYet", {}, CONTEXT, "de") == "event.NotYet"


# --- what may be done and what is asked


def test_actions_are_labels() -> None:
    assert describe_action(actions.SellShares(P0, PRR, 2), CONTEXT, "de") == "2 Aktien der PRR verkaufen"
    assert describe_action(actions.BuyShare(P0, PRR, POOL), CONTEXT, "en") == "Buy a share of PRR from the bank pool"
    assert describe_action(actions.Bid(P0, SV, 25), CONTEXT, "nl") == "$25 bieden op Schuylkill Valley (SV)"
    diesel, four = SETUP.train_index["D"], SETUP.train_index["4"]
    trade = actions.BuyTrain(P0, PRR, diesel, BANK, 800, four)
    assert describe_action(trade, CONTEXT, "en") == "Buy a diesel for $800, trading in a 4-train"


def test_a_train_that_comes_too_early_is_told_when_trains_are_bought() -> None:
    refusal = Refusal(Reason.NOT_NOW)
    two = actions.BuyTrain(P0, PRR, SETUP.train_index["2"], BANK, 80)
    assert why(refusal, CONTEXT, "en", two) == "Trains are bought after the run, at the end of a railroad’s turn. [2.0]"
    assert why(refusal, CONTEXT, "en", actions.Pass(P0)) == why(refusal, CONTEXT, "en") == "Not at this point of the turn. [2.0]"


def test_japanese_sentences_are_joined_without_spaces() -> None:
    assert join_sentences(["Anna passes.", "Bob passes."]) == "Anna passes. Bob passes."
    assert join_sentences(["パスしました。", "購入しました。"]) == "パスしました。購入しました。"
    assert join_sentences([]) == ""


def test_a_pass_is_called_what_it_is() -> None:
    game = Game(SETUP)
    state = game.state.copy()
    assert describe_action(actions.Pass(P0), CONTEXT, "en") == "Pass"
    state.round = RoundKind.OPERATING
    assert describe_action(actions.Pass(P0), CONTEXT, "en", state) == "Skip"
    state.step = len(SETUP.plan.rounds[RoundKind.OPERATING]) - 1
    assert describe_action(actions.Pass(P0), CONTEXT, "en", state) == "End turn"
    assert describe_action(actions.Pass(P0), CONTEXT, "de", state) == "Zug beenden"
    state.round, state.acted = RoundKind.STOCK, True
    assert describe_action(actions.Pass(P0), CONTEXT, "en", state) == "End turn"
    state.acted = False
    assert describe_action(actions.Pass(P0), CONTEXT, "en", state) == "Pass"


def test_the_panel_asks_what_is_to_be_done() -> None:
    """C-2.2"""
    game = Game(SETUP)
    assert ask(game.state, CONTEXT, "en") == "Draw the seats."
    game.push(actions.DrawSeats((P0, P1, P2)))
    assert ask(game.state, CONTEXT, "en") == "Anna: buy Schuylkill Valley (SV) for $20, bid on another, or pass"
    for _ in range(4):
        for player in range(3):
            game.push(actions.Pass(Player(Holder(player))))
    assert ask(game.state, CONTEXT, "en") == "Anna: take Schuylkill Valley (SV) for free"
    state = game.state.copy()
    state.round = RoundKind.OVER
    assert ask(state, CONTEXT, "nl") == "Het spel is afgelopen."
    state.round, state.step, state.operating = RoundKind.OPERATING, 1, PRR
    assert ask(state, CONTEXT, "en") == "PRR: lay a tile, or skip"
    assert name_step(TrackStep(), "de") == "Gleisbau"


def test_players_without_a_name_have_a_number() -> None:
    nameless = Context(SETUP)
    assert say(events.Passed(P2), nameless, "en") == "Player 3 passes."
    assert say(events.Passed(P2), nameless, "ja") == "プレイヤー3はパスしました。"


# --- options


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_values_have_names_and_help(language: str) -> None:
    for switch in SWITCHES:
        shown = [name_group(switch.group, language), name_option(switch.name, language), help_option(switch.name, language)]
        for value in switch.values:
            shown += [name_value(switch.name, value, language), help_value(switch.name, value, language)]
        assert all(shown)
        names = [name_value(switch.name, value, language) for value in switch.values]
        assert len(set(names)) == len(names)
    assert all(explain_exclusion(exclusion.reason, language) for exclusion in EXCLUSIONS)
    assert help_version("1830", "classic", language)


def test_options_as_the_form_shows_them() -> None:
    assert name_option("sell_order", "en") == "Order of selling and buying"
    assert name_value("sell_order", SellOrder.BUY_SELL, "de") == "Kaufen-Verkaufen"
    assert name_value("split_revenue", True, "nl") == "aan"
    assert name_value("random_map", 1830, "de") == "1830"
    assert help_value("split_revenue", False, "en") == "All revenue is either paid out or withheld."
    assert help_value("unlimited_tiles", False, "en") == "Played without this option."
    assert help_value("unlimited_tiles", True, "en") == help_option("unlimited_tiles", "en")
    assert name_version("1830", "base", "de") == "1830 Grundspiel"


def test_why_a_table_cannot_be_set_up_so() -> None:
    """Readers see what the form calls things; who typed a command sees the names to type."""
    with pytest.raises(BadSetup) as found:
        make("1830", "classic", 4, {"private_sale": "bid_and_choose", "raises": "exactly_5"})
    code, facts = found.value.code, found.value.facts
    assert explain_setup(code, facts, "en", plain=True) == (
        "private_sale: bid_and_choose cannot be combined with raises: exactly_5. "
        "That is about the auction, and this game has none."
    )
    assert explain_setup(code, facts, "de") == (
        "Wie die Privatgesellschaften verkauft werden: Bieten & Auswählen geht nicht mit Gebote erhöhen: In $5-Schritten "
        "zusammen. Das betrifft die Auktion, und an diesem Tisch gibt es keine."
    )
    assert explain_setup("impossible", {"reason": "no_home_on_this_board"}, "nl") == (
        "Deze opties kunnen niet samen worden gespeeld: Een van de extra maatschappijen heeft op dit bord geen thuisveld."
    )
    unknown = {"option": "random_map", "value": "x", "known": "0–9"}
    assert explain_setup("unknown_value", unknown, "ja") == (
        "オプション「ランダムマップ」に値「x」はありません。使えるのは0–9です。"
    )


def test_each_thing_that_happened_is_told_once() -> None:
    bought: list[Event] = [events.Paid(P0, BANK, 90, Why.SHARE), events.ShareMoved(NYC, BANK, P0, 1, 90)]
    assert say_all(bought, CONTEXT, "en") == ["Anna buys a share of NYC from the initial offering for $90."]
    withheld: list[Event] = [
        events.DividendDeclared(NYC, Payout.WITHHOLD, 40),
        events.Paid(BANK, treasury(NYC), 40, Why.REVENUE),
    ]
    assert say_all(withheld, CONTEXT, "en") == ["NYC withholds $40."]
    income = events.Paid(BANK, P0, 5, Why.PRIVATE_INCOME)
    assert say_all([income], CONTEXT, "en") == [say(income, CONTEXT, "en")]


def test_the_total_of_a_single_train_is_not_told_twice() -> None:
    one = events.RouteRun(NYC, Train(1), 90, (Place(0), Place(1)))
    assert len(say_all([one, events.TrainsRun(NYC, 90)], CONTEXT, "en")) == 1
    [both] = say_all([one, one, events.TrainsRun(NYC, 180)], CONTEXT, "en")
    assert (both.count("$90"), both.count("$180")) == (2, 1)


def test_previews_are_in_the_present_in_japanese() -> None:
    bought = events.Passed(P0)
    assert say(bought, CONTEXT, "ja") == "Annaはパスしました。"
    assert say(bought, CONTEXT, "ja", preview=True) == "Annaはパスします。"
    assert say(bought, CONTEXT, "de", preview=True) == say(bought, CONTEXT, "de")


def test_no_preview_is_left_in_the_past() -> None:
    """What `previews.po` has in the present is in the past in the log; nothing else is."""
    for id in required():
        past = [text for text in texts(id, "ja") if id.startswith("event.") and "ました" in text]
        assert not past or texts(f"preview.{id}", "ja"), id
        assert not any("ました" in text for text in texts(f"preview.{id}", "ja")), id


def test_trains_take_the_article_of_their_number() -> None:
    express = Context(standard(4), ("Anna", "Bob", "Cleo", "Dora"))
    names = {card.id: name_train(Train(number), express, "en") for number, card in enumerate(express.setup.title.trains)}
    assert (f"{names['5']:one}", f"{names['8']:one}", f"{names['8E']:one}") == ("a 5-train", "an 8-train", "an 8E-train")


def test_stops_that_an_express_train_passes_are_marked() -> None:
    """1862, IX: an express train counts the best stops and passes the others."""
    setup = standard(4)
    context = Context(setup)
    places = [place_of(setup.hex_index[name], 0) for name in ("F31", "H9")]
    first, second = (name_place(place, context, "en") for place in places)
    assert name_route(places, context, "en") == f"{first} – {second}"
    assert name_route(places, context, "en", passed=places[:1]) == f"{first} (passed) – {second}"
    assert name_route(places, context, "ja", passed=places[1:]).endswith("（通過）")


def test_a_route_through_both_cities_of_a_hex_names_each() -> None:
    first, second, other = (place_of(SETUP.hex_index[hex], stop) for hex, stop in (("E11", 0), ("E11", 1), ("G19", 1)))
    assert name_route((first, other, second), CONTEXT, "en") == "Dunkirk – New York & Newark – Buffalo"
    assert name_route((first, other), CONTEXT, "en") == "Dunkirk & Buffalo – New York & Newark"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_railroad_that_must_buy_a_train_is_asked_in_one_line(language: str) -> None:
    """As when it may buy one, so that the answers below the question stand where they stood."""
    asked = [len(words(f"step.train.ask{form}", language, company="NYNH")) for form in ("", ".must_buy")]
    assert asked[1] <= asked[0]
