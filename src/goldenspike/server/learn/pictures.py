"""The pictures of the page that says what it is all about, from positions of the engine."""

from functools import lru_cache

from goldenspike import svg
from goldenspike.learn.lessons import start
from goldenspike.learn.path import STARTER
from goldenspike.server.words import Words
from goldenspike.titles.catalogue import make


@lru_cache(maxsize=8)
def about_pictures(language: str) -> dict[str, str]:
    """By name: railroads, the board with its cities, the market."""
    words = Words(language, "1830").pictures()
    game = start(STARTER)
    classic = make("1830", "classic", 4)
    return {
        "railroads": "".join(svg.roundel(classic, company, theme="page", size=44) for company in classic.all_companies),
        "board": svg.board(game.setup, game.state, theme="page", words=words),
        "market": svg.market(classic, theme="page", words=words),
    }
