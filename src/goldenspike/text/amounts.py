"""Numbers and money as a language writes them: whole numbers, thousands set apart, one currency sign for all."""

from functools import cache, lru_cache

from babel.numbers import format_percent, get_group_symbol

from goldenspike.text.catalogue import message, plain_language


@cache
def _separator(language: str) -> str:
    return get_group_symbol(plain_language(language))


def number(value: int, language: str) -> str:
    return f"{value:,}".replace(",", _separator(language))


def money(amount: int, language: str) -> str:
    """An amount with its sign; the minus stands before both."""
    pattern = message("name.money", language) or "{amount}"
    text = pattern.format(amount=number(abs(amount), language))
    return f"-{text}" if amount < 0 else text


@lru_cache(maxsize=1 << 10)
def percent(value: float, language: str) -> str:
    """A whole percentage, with its sign as the language writes it."""
    return format_percent(value / 100, locale=plain_language(language))
