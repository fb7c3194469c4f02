"""The pictures of the introduction to the game, from positions of the engine."""

from functools import lru_cache

from goldenspike import svg
from goldenspike.core.game import Game
from goldenspike.core.ids import by_company
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.title import Setup
from goldenspike.server.words import Words
from goldenspike.text.rules import BLOCKED, example_of
from goldenspike.titles.catalogue import make


@lru_cache(maxsize=8)
def about_pictures(language: str) -> dict[str, str]:
    """By name: railroads, the board with its cities, a run, the market."""
    words = Words(language, "1830").pictures()
    run = example_of(BLOCKED)
    classic = make("1830", "classic", 4)
    return {
        "railroads": "".join(svg.roundel(classic, company, theme="page", size=44) for company in classic.all_companies),
        "board": svg.board(classic, _with_homes(classic), theme="page", words=words),
        "run": svg.board(run.setup, run.state, theme="page", routes=run.routes, prefix="run-", words=words),
        "market": svg.market(classic, theme="page", words=words),
    }


def _with_homes(setup: Setup) -> State:
    """The board as it is when every railroad has its first station."""
    state = Game(setup).state.copy()
    tokens = list(state.tokens)
    for company, card in by_company(setup.title.companies):
        home = card.homes[0]
        tokens[company * TOKENS_PER_COMPANY] = place_of(setup.hex_index[home.hex], max(home.stop, 0))
    state.tokens = tokens
    return state
