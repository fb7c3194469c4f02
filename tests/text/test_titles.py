"""Words of a title's own book: they go before the shared ones at its tables, and only there."""

import re

import pytest

from goldenspike.core import events
from goldenspike.core.actions import Payout
from goldenspike.core.events import EndReason, Why
from goldenspike.core.holders import BANK
from goldenspike.core.ids import Company, Private
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.text import TERMS, Context, cite, dialect, help_private, message, name_paragraph, number, say, why
from goldenspike.text.catalogue import LANGUAGES, source, source_of_title
from goldenspike.text.required import placeholders, required
from goldenspike.text.rules import find_entry
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import STANDARD, standard
from players import P1

OHLEY = Context(standard(4), ("Anna", "Bob", "Cleo", "Dora"))
CLASSIC = Context(classic(4), ("Anna", "Bob", "Cleo", "Dora"))
SPOKEN = ("event.", "action.", "reason.", "step.", "round.", "why.", "end.", "payout.", "stop.", "bot.")
SHOWN = ("table.", "trade.", "company.", "goal.", "run.", "effect.", "owner.", "picture.", "phases.", "tile.", "term.")

NOT_THE_BOOKS_WORDS = (
    "Privatgesellschaft",
    "Zertifikat",
    "Erstkaufsrecht",
    "einbehalt",
    "behält",
    "Kasse",
    "Aktienmarkt",
    "Zwangs",
    "Erschließung",
    "große Stadt",
    "kleine Stadt",
    "Auktion",
    "Eisenbahngesellschaft",
    "ablegen",
)
"""Terms of the other German book for which the one of 1862 has its own."""

NOT_IN_1862 = (
    "event.DividendDeclared.SPLIT",
    "event.MarketReformed",
    "event.PeakReached",
    "event.TokenDrawn",
    "event.RevenueDrawn",
    "event.GroupChosen",
    "action.DealPrivates",
    "action.Draw",
    "action.BuyShare.double",
    "action.SellShares.double",
    "trade.double",
    "company.second",
    "reason.no_such_group",
    "reason.no_private_sales_yet",
    "reason.private_stays_with_players",
    "reason.revenue_retained",
    "reason.no_double",
    "reason.no_half_double",
    "reason.double_goes_anyway",
    "reason.no_private_trades",
    "step.chance.ask.",
    "step.bid_for_choice",
    "step.choose_group",
    "step.private_trade",
    "term.certificate_limit.zones",
    "term.zone_yellow",
    "term.zone_orange",
    "term.zone_brown",
)
"""Messages that no game of it has."""


def _is_of_1862(id: str) -> bool:
    """Whether a message is about 1862 alone; the help shows these without a table, so the shared catalogues have its terms."""
    return id.startswith(("ruling.1862.", "private.1862.", "rule.1862"))


def test_the_german_words_of_1862_are_its_books() -> None:
    """Privatbahn, Papier, Priority-Deal, einsparen, Notfinanzierung, Betriebskapital."""
    wrong = [
        f"{id}: {word}"
        for id in required()
        if (id.startswith((*SPOKEN, *SHOWN)) and not id.startswith(NOT_IN_1862) and not id.endswith(".also")) or _is_of_1862(id)
        for count in (None, 1, 2)
        for word in NOT_THE_BOOKS_WORDS
        if word in (message(id, dialect("de", "1862"), count) or "")
    ]
    assert wrong == []


def test_the_english_words_of_1862_are_consistent() -> None:
    """One term each: director, share value, token, express train."""
    other = ("president", "President", "share price", "marker", "E-train")
    wrong = [
        f"{id}: {word}"
        for id in required()
        if (id.startswith(("event.", "action.", "reason.", "end.", "picture.")) and not id.startswith(NOT_IN_1862))
        or _is_of_1862(id)
        for word in other
        if word in (message(id, dialect("en", "1862")) or "")
    ]
    assert wrong == []


def test_nobody_is_president_at_a_table_of_1862() -> None:
    """Its book says director, in sentences that combine several events, in cards and in orders too."""
    prefixes = (*SPOKEN, *SHOWN, "combined.", "since.", "figure.", "order.", "stake.", "hand.", "plan.")
    ids = [entry.id if isinstance(entry.id, str) else entry.id[0] for entry in source("en")]
    told = [id for id in ids if id.startswith(prefixes) and not id.startswith(NOT_IN_1862) and not id.endswith(".also")]
    assert len(told) > 500
    said = [(id, message(id, dialect("en", "1862"), count) or "") for id in told for count in (1, 2)]
    assert [id for id, text in said if re.search(r"\bpresidents?\b", text, re.IGNORECASE)] == []


def test_a_title_without_words_of_its_own_speaks_the_plain_language() -> None:
    assert dialect("de", "1830") == "de"
    assert dialect("de", "1862") == dialect("de@1862", "1862") == "de@1862"
    assert dialect("xx", "1862") == "xx"
    assert number(12000, "de@1862") == "12.000"


@pytest.mark.parametrize(
    ("event", "classic_words", "own_words"),
    [
        (events.PriorityMoved(P1), "Bob erhält das Erstkaufsrecht.", "Bob erhält die Priority-Deal-Karte."),
        (events.DividendDeclared(Company(1), Payout.WITHHOLD, 1200), "behält $1.200 ein.", "spart $1.200 ein."),
        (events.Paid(BANK, P1, 30, Why.PRIVATE_INCOME), "Privatgesellschaft.", "Privatbahn."),
        (events.GameEnded(EndReason.MARKET_PEAK), "Spitze des Aktienmarkts erreicht.", "Ein Kurs liegt über 379."),
    ],
)
def test_sentences_at_both_tables(event: events.Event, classic_words: str, own_words: str) -> None:
    assert say(event, CLASSIC, "de").endswith(classic_words)
    assert say(event, OHLEY, "de").endswith(own_words)


def test_plurals_go_before_the_shared_ones_too() -> None:
    refusal = Refusal(Reason.CERTIFICATE_LIMIT, (18,))
    assert why(refusal, OHLEY, "de") == "Das Papierlimit erlaubt zurzeit höchstens 18 Papiere. [XV]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_words_answer_messages_that_exist_with_their_facts(language: str) -> None:
    needs = required()
    for entry in source_of_title(language, "1862"):
        id = entry.id if isinstance(entry.id, str) else entry.id[0]
        if not id:
            continue
        shared = source(language).get(id)
        if id.startswith("preview."):
            id = id.removeprefix("preview.")
            shared = source(language).get(id)
        assert id in needs and shared is not None, id
        assert entry.pluralizable == shared.pluralizable, id
        written = [str(text) for text in (entry.string if isinstance(entry.string, tuple | list) else (entry.string,))]
        common = shared.string[0] if isinstance(shared.string, tuple | list) else shared.string
        told = {name for text in written for name, _ in placeholders(text)}
        assert told <= needs[id].facts and (not needs[id].all_facts or told == needs[id].facts), id
        for text in written:
            assert text.endswith((".", "。")) == str(common).endswith((".", "。")), id


def test_reasons_cite_the_chapters_of_the_book() -> None:
    """Where it has none, nothing is cited; at the other tables all stays as it is."""
    assert cite(Reason.CITY_FULL, CLASSIC) == "7.3.2"
    assert cite(Reason.CITY_FULL, OHLEY) == "VIII"
    assert cite(Reason.MUST_BUY_TRAIN, OHLEY) == "Loks"
    assert cite(Reason.BAD_NOTES, OHLEY) == "XIV"
    assert not why(Refusal(Reason.NOT_NOW), OHLEY, "en").endswith("]")
    cited = {reason.paragraph for reason in Reason} | {term.paragraph for term in TERMS.values()}
    assert {paragraph for paragraph, _ in STANDARD.chapters} <= cited


def test_every_chapter_that_is_cited_is_in_the_rules() -> None:
    for _, chapter in STANDARD.chapters:
        assert not chapter or find_entry("1862", chapter), chapter


def test_private_companies_tell_what_they_bring() -> None:
    """III: in words of their own, since the shared powers say other things; in 1830 by their powers."""
    assert "E28" in help_private(Private(1), OHLEY, "en") and "30-%-" in help_private(Private(7), OHLEY, "de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("private", "company"), [("MH", "NYC"), ("CA", "PRR"), ("BO", "B&O")])
def test_powers_name_the_railroad_they_are_about(private: str, company: str, language: str) -> None:
    """T-05: the exchange of MH, the share of CA, the president's certificate of BO."""
    assert company in help_private(CLASSIC.setup.private_index[private], CLASSIC, language)


def test_chapters_without_a_number_are_cited_in_the_readers_language() -> None:
    assert name_paragraph("Inbetriebnahme", "en") == "Opening"
    assert name_paragraph("Inbetriebnahme", "de") == "Inbetriebnahme"
