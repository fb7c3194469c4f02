"""All words of the pages in one language: the game's own from `text`, those around it from `phrases`."""

from functools import cache
from typing import Any

from goldenspike import text
from goldenspike.core.actions import Action, Route
from goldenspike.core.events import Event
from goldenspike.core.market import Zone
from goldenspike.core.reasons import Refusal
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.server.phrases import PHRASES
from goldenspike.server.phrases.titles import PHRASES_OF_TITLES
from goldenspike.server.problems import Problem
from goldenspike.svg import Words as PictureWords
from goldenspike.text import Context
from goldenspike.text.names import name_hex, name_place, name_route, name_train
from goldenspike.view.model import RoundView

LANGUAGES = tuple(PHRASES)
FALLBACK = "en"


class Words:
    """The words of a page in one language; at a table with those of its title's book."""

    def __init__(self, language: str, title: str = "") -> None:
        self.language = language if language in PHRASES else FALLBACK
        self.title = title
        self._own = PHRASES_OF_TITLES.get((title, self.language), {})

    def at(self, title: str) -> "Words":
        """The same language as the book of a title speaks it."""
        return Words(self.language, title)

    def __call__(self, key: str, **facts: object) -> str:
        """A phrase of the pages; the key itself where nobody has written one."""
        phrase = self._own.get(key) or PHRASES[self.language].get(key) or PHRASES[FALLBACK].get(key)
        return key if phrase is None else phrase.format(**facts)

    def money(self, amount: int | None) -> str:
        """A hidden amount is a dash."""
        return "–" if amount is None else text.money(amount, self.language)

    def number(self, value: int) -> str:
        return text.number(value, self.language)

    # --- the game

    def say(self, event: Event, context: Context) -> str:
        return text.say(event, context, self.language)

    def why(self, refusal: Refusal, context: Context) -> str:
        return text.why(refusal, context, self.language)

    def ask(self, seen: State, context: Context) -> str:
        """What the game waits for; the state must be one that the reader may know."""
        return text.ask(seen, context, self.language)

    def label(self, action: Action, seen: State, context: Context) -> str:
        """An action as a button says it."""
        return text.describe_action(action, context, self.language, seen)

    def run(self, route: Route, context: Context) -> str:
        """A train and the stops of its route."""
        return f"{name_train(route.train, context, self.language)}: {name_route(route.places, context, self.language)}"

    def long_round(self, seen: RoundView) -> str:
        """Operating round 2.1, where there is room."""
        dialect = text.dialect(self.language, self.title)
        return text.name_round(RoundKind[seen.kind.upper()], seen.number, seen.operating_round, dialect)

    def place(self, place: int, context: Context) -> str:
        """The city or town at a place."""
        return name_place(place, context, self.language)

    def hex(self, hex: int, context: Context) -> str:
        return name_hex(hex, context, self.language)

    def private(self, private: int, context: Context) -> str:
        """What a private company brings its owner, in a sentence; empty if nothing but its income."""
        return text.help_private(private, context, self.language)

    def rulings(self, part: str) -> str:
        """The title of the page of rulings, or its intro."""
        return text.message(f"ruling.{part}", self.language) or part

    def round(self, seen: RoundView) -> str:
        """Where the game is, as short as there is room: SR 2, OR 2.1."""
        kind = RoundKind[seen.kind.upper()]
        dialect = text.dialect(self.language, self.title)
        return text.name_round(kind, seen.number, seen.operating_round, dialect, short=True)

    # --- problems

    def problem(self, problem: Problem) -> str:
        """What went wrong, in a sentence."""
        if problem.refusal is not None and problem.context is not None:
            return text.why(problem.refusal, problem.context, self.language)
        if problem.code in text.SETUP_FACTS:
            return text.explain_setup(problem.code, problem.facts, self.language)
        key = f"problem.{problem.code}"
        found = self(key, **problem.facts)
        return found if found != key else problem.code

    def pictures(self) -> PictureWords:
        return _picture_words(self.language, self.title)


@cache
def _picture_words(language: str, title: str) -> PictureWords:
    """The words on pictures: those of `phrases` that begin with "picture.", and the short names of the zones."""
    prefix = "picture."
    known: dict[str, Any] = {
        key.removeprefix(prefix): phrase
        for key, phrase in (PHRASES[language] | PHRASES_OF_TITLES.get((title, language), {})).items()
        if key.startswith(prefix)
    }
    zones = tuple(PHRASES[language].get(f"zone.{zone.name}", "") for zone in Zone)
    return PictureWords(money=lambda amount: text.money(amount, language), zones=zones, **known)


def choose_language(chosen: str | None, accepted: str) -> str:
    """The reader's own choice, else the first of the browser's languages that we speak."""
    if chosen in LANGUAGES:
        return chosen
    preferred: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        preferred.append((-weight, name.strip().lower().split("-")[0]))
    for _, name in sorted(preferred, key=lambda found: found[0]):
        if name in LANGUAGES:
            return name
    return FALLBACK
