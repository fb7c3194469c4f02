"""The drawings of the rules, made by our own engine: market, tiles, boards and example positions."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from markupsafe import escape

from goldenspike import svg
from goldenspike.core.title import Setup
from goldenspike.server.words import Words
from goldenspike.text.rules import BLOCKED, PASSING, example_of, standard_setup

_THEME: Final = "page"
UPGRADED: Final = "57"
"""The tile whose upgrades show what an upgrade is."""


def drawing_of(name: str, setup: Setup, words: Words) -> str:
    """The drawing of that name as SVG; empty if it is the name of a table."""
    kind = name.partition(":")[0]
    return _draw(name, setup, words.language, words.title) if kind in _DRAWINGS and name != "tiles:scenarios" else ""


@lru_cache(maxsize=128)
def _draw(name: str, setup: Setup, language: str, title: str) -> str:
    kind, _, version = name.partition(":")
    box = standard_setup(setup.title.name, version) if version else setup
    return _DRAWINGS[kind](box, Words(language, title))


def _market(setup: Setup, words: Words) -> str:
    return svg.market(setup, theme=_THEME, prefix="rules-", words=words.pictures())


def _run(railroad: str) -> Callable[[Setup, Words], str]:
    def draw(setup: Setup, words: Words) -> str:
        example = example_of(railroad)
        prefix = f"rules-{railroad.replace('&', '')}-"
        return svg.board(example.setup, example.state, theme=_THEME, routes=example.routes, prefix=prefix, words=words.pictures())

    return draw


def _board(setup: Setup, words: Words) -> str:
    name = escape(words.game(setup.title.name, setup.title.version))
    return svg.thumbnail(setup).replace('role="img"', f'role="img" aria-label="{name}"', 1)


def _upgrade(setup: Setup, words: Words) -> str:
    return svg.upgrade_chart(setup, setup.tile_index[UPGRADED], theme=_THEME, columns=3, words=words.pictures())


def _upgrades(setup: Setup, words: Words) -> str:
    return svg.upgrade_chart(setup, theme=_THEME, columns=9, words=words.pictures())


def _tiles(setup: Setup, words: Words) -> str:
    return svg.tile_manifest(setup, theme=_THEME, prefix="rules-", words=words.pictures())


_DRAWINGS: Final[Mapping[str, Callable[[Setup, Words], str]]] = {
    "market": _market,
    "blocking": _run(PASSING),
    "run": _run(BLOCKED),
    "board": _board,
    "upgrade": _upgrade,
    "upgrades": _upgrades,
    "tiles": _tiles,
}
