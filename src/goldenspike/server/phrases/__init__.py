"""The words around the game: navigation, forms, problems of the server. Words of the game itself live in `text`.

Law: every language has every phrase, with the same placeholders; a test says so.
"""

from typing import Final

from goldenspike.server.phrases.de import GERMAN
from goldenspike.server.phrases.en import ENGLISH
from goldenspike.server.phrases.ja import JAPANESE
from goldenspike.server.phrases.nl import DUTCH
from goldenspike.server.phrases.thinking import THINKING

PHRASES: Final[dict[str, dict[str, str]]] = {
    language: phrases | THINKING[language]
    for language, phrases in {"en": ENGLISH, "de": GERMAN, "nl": DUTCH, "ja": JAPANESE}.items()
}
