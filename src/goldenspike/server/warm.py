"""Getting ready in the background: words and drawings that the first reader would otherwise wait for."""

from goldenspike import svg
from goldenspike.server.words import LANGUAGES, Words
from goldenspike.text import translations
from goldenspike.titles.catalogue import CATALOGUE, make


def warm_up() -> None:
    for language in LANGUAGES:
        translations(language)
    words = Words(LANGUAGES[0]).pictures()
    for entry in CATALOGUE:
        setup = make(entry.name, None, entry.versions[0].players[0])
        svg.board(setup, theme="page", words=words)
        svg.market(setup, theme="page", words=words)
