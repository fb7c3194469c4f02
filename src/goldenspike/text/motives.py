"""Why a bot did something, in words. The codes are listed here because `text` may not import `bots`."""

from collections.abc import Mapping
from typing import Any, Final

from goldenspike.text.facts import render
from goldenspike.text.names import Context

MOTIVES: Final[dict[str, tuple[str, ...]]] = {
    "only": (),
    "waits": (),
    "builds_nothing": (),
    "founds": ("company", "price"),
    "floats": ("company", "limit", "percent"),
    "buys_share": ("company", "price"),
    "sells_weak": ("company",),
    "sells_for_more": ("company",),
    "hands_over": ("company", "player"),
    "rusts": ("train", "company"),
    "buys_lasting": ("train",),
    "buys_train": ("train",),
    "must_buy": ("company",),
    "pays": ("company",),
    "withholds": ("company",),
    "lays": ("hex",),
    "lays_ahead": ("hex",),
    "station": ("hex",),
    "bids": ("private", "amount", "worth"),
    "bids_choice": ("amount",),
    "chooses_group": (),
    "withdraws_bid": ("private",),
    "exchanges": ("private",),
    "buys_private": ("private",),
    "sells_private": ("private", "price"),
    "runs": ("company",),
    "accepts": (),
    "declines": (),
    "gives_up": (),
    "prefers": (),
    # --- in figures
    "earns_more": ("company", "old", "new", "amount"),
    "share_earns": ("company", "amount"),
    "capital": ("company", "amount"),
    "sale_brings": ("amount",),
    "dividend_brings": ("amount",),
    "treasury_has": ("company", "amount"),
    "private_pays": ("amount",),
    "shared_price": ("amount", "player", "cost"),
    "lent_price": ("amount", "player", "cost", "owed"),
}
"""Every motive and the facts of its sentence."""


def say_fact(id: str, facts: Mapping[str, Any], context: Context, language: str) -> str:
    """A message about the game whose facts are numbers of companies, trains, players and amounts."""
    return render(id, dict(facts), context, language)


def explain_motive(code: str, facts: Mapping[str, Any], context: Context, language: str) -> str:
    """Why a bot did what it did."""
    return render(f"bot.{code}", dict(facts), context, language)
