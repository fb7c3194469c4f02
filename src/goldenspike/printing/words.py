"""The text on pictures in one language."""

from dataclasses import fields
from functools import cache
from typing import Any

from goldenspike import text
from goldenspike.core.market import Zone
from goldenspike.svg import Words as PictureWords


@cache
def picture_words(language: str, title: str) -> PictureWords:
    """The messages whose ids begin with "picture."."""
    dialect = text.dialect(language, title)
    named = ((field.name, text.message(f"picture.{field.name}", dialect)) for field in fields(PictureWords))
    zones = tuple("" if zone is Zone.NORMAL else text.words(f"picture.zone.{zone.name}", dialect) for zone in Zone)
    known: dict[str, Any] = {name: found for name, found in named if found is not None}
    return PictureWords(money=lambda amount: text.money(amount, language), zones=zones, **known)
