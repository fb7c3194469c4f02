"""Getting ready in the background: words, templates and drawings that the first reader would otherwise wait for.

And a calm collector of garbage: by default Python goes through everything it has ever made again and again, which takes a
third of a second with a thousand open pages, and everybody waits meanwhile. What is there after the start stays there; of the
rest nearly all goes young, and what connections leave behind when they close can wait some minutes.
"""

import asyncio
import gc

from jinja2 import Environment

from goldenspike import svg
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES, translations
from goldenspike.titles.catalogue import CATALOGUE, make

TIDY_SECONDS = 600


def warm_up(templates: Environment) -> None:
    for language in LANGUAGES:
        translations(language)
    for name in templates.list_templates():
        templates.get_template(name)
    words = Words(LANGUAGES[0]).pictures()
    for entry in CATALOGUE:
        setup = make(entry.name, None, entry.versions[0].players[0])
        svg.board(setup, theme="page", words=words)
        svg.market(setup, theme="page", words=words)
        for tile in setup.all_tiles:
            svg.tile(setup, tile, 0, theme="page")
    settle()


def settle() -> None:
    """What has been made until now is not looked at again."""
    gc.collect()
    gc.freeze()


def tune_gc() -> None:
    """Collect what is young as it comes; the rest is left to `tidy_up`."""
    gc.set_threshold(2_000, 5, 1_000_000)


async def tidy_up(seconds: float = TIDY_SECONDS) -> None:
    """Go through everything now and then."""
    while True:
        await asyncio.sleep(seconds)
        gc.collect()
