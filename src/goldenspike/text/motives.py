"""Why a bot did something, in words. The codes are listed here because `text` may not import `bots`."""

from collections.abc import Mapping
from typing import Any, Final

from goldenspike.text.amounts import money
from goldenspike.text.catalogue import dialect, words
from goldenspike.text.facts import render
from goldenspike.text.names import Context

MOTIVES: Final[dict[str, tuple[str, ...]]] = {
    "only": (),
    "turn_over": (),
    "no_room": ("limit",),
    "cannot_afford": ("money", "least"),
    "train_limit": ("company", "limit"),
    "cannot_afford_train": ("company", "money", "least"),
    "nothing_to_buy": (),
    "too_dear": ("private", "price", "worth"),
    "keeps_to_float": ("amount",),
    "waits": (),
    "builds_nothing": (),
    "nothing_to_build": (),
    "founds": ("company", "price"),
    "founds_early": ("company", "price", "train"),
    "founds_plain": ("company", "price"),
    "floats": ("company", "limit", "percent"),
    "buys_share": ("company", "price"),
    "over_limit": ("company", "count"),
    "sells_for_train": ("company", "amount"),
    "sells_trainless": ("company",),
    "sells_weak": ("company",),
    "sells_for_more": ("company",),
    "hands_over": ("company", "player"),
    "first_train": ("train", "company"),
    "rusts": ("train", "company"),
    "buys_lasting": ("train",),
    "buys_train": ("train",),
    "must_buy": ("company",),
    "pays": ("company",),
    "pays_only": ("company",),
    "withholds": ("company",),
    "keeps_revenue": ("company",),
    "lays": ("hex",),
    "lays_ahead": ("hex",),
    "lays_city": ("hex",),
    "lays_toward": ("hex", "city"),
    "station": ("hex",),
    "bids": ("private", "amount", "worth"),
    "bids_choice": ("amount",),
    "chooses_group": (),
    "withdraws_bid": ("private",),
    "exchanges": ("private",),
    "exchanges_early": ("private",),
    "buys_private": ("private",),
    "sells_private": ("private", "price"),
    "runs": ("company",),
    "redeems": ("company",),
    "accepts": (),
    "declines": (),
    "gives_up": (),
    "bankrupt": ("company",),
    "prefers": (),
    # --- in figures
    "earns_more": ("company", "old", "new", "amount"),
    "earns_same": ("company", "amount"),
    "worth_more": ("hex", "old", "new"),
    "share_earns": ("company", "amount"),
    "capital": ("company", "amount"),
    "sale_brings": ("amount",),
    "dividend_brings": ("amount",),
    "treasury_has": ("company", "amount"),
    "redemption_brings": ("amount", "company", "owed"),
    "private_pays": ("amount",),
    "group_pays": ("cost", "amount"),
    "shared_price": ("amount", "player", "cost"),
    "lent_price": ("amount", "player", "cost", "owed"),
}
"""Every motive and the facts of its sentence."""
VALUE_TERMS: Final = ("cash", "shares", "dividends", "treasury", "trains", "privates")
"""What a bot says a position is worth for."""
COMPARED: Final = frozenset(("other", "best", "second", "term"))
"""What is said of the best two answers."""


def say_fact(id: str, facts: Mapping[str, Any], context: Context, language: str) -> str:
    """A message about the game whose facts are numbers of companies, trains, players and amounts."""
    return render(id, dict(facts), context, language)


def explain_comparison(
    other: str, best: int, second: int, term: str, context: Context, language: str, in_points: bool = False
) -> str:
    """The values of the best two answers, `other` the second one's label, and the term that makes the difference."""
    language = dialect(language, context.setup.title.name)
    if not term:
        return words("bot.as_good", language, other=other)
    what = words(f"bot.term.{term}", language)
    if in_points:
        points = [f"{value:+d}".replace("-", "−") for value in (best, second)]
        return words("bot.outlook", language, other=other, best=points[0], second=points[1], term=what)
    return words("bot.compared", language, other=other, best=money(best, language), second=money(second, language), term=what)


def explain_motive(code: str, facts: Mapping[str, Any], context: Context, language: str) -> str:
    """Why a bot did what it did."""
    return render(f"bot.{code}", dict(facts), context, language)
