"""Formatting of numbers and money: integers with thousands separators, one currency sign for all languages."""

from functools import cache, lru_cache

from babel.numbers import format_percent, get_group_symbol

from goldenspike.core.events import UNTOLD
from goldenspike.text.catalogue import message, plain_language, words


@cache
def _separator(language: str) -> str:
    return get_group_symbol(plain_language(language))


def number(value: int, language: str) -> str:
    return f"{value:,}".replace(",", _separator(language))


def money(amount: int, language: str) -> str:
    """An amount with the currency sign; a minus comes first."""
    pattern = message("name.money", language) or "{amount}"
    text = pattern.format(amount=number(abs(amount), language))
    return f"-{text}" if amount < 0 else text


def price(amount: int, language: str) -> str:
    """The price of a trade, which the reader may not be told."""
    return words("name.untold", language) if amount == UNTOLD else money(amount, language)


@lru_cache(maxsize=1 << 10)
def percent(value: float, language: str) -> str:
    """An integer percentage with its sign as the language writes it."""
    return format_percent(value / 100, locale=plain_language(language))
