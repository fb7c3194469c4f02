"""The text of the pages in one language, from the catalogues of `text`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from babel.dates import format_datetime, get_day_names

from goldenspike import text
from goldenspike.core.actions import Action, Route
from goldenspike.core.events import Event
from goldenspike.core.ids import Hex, Holder, Place, Train
from goldenspike.core.reasons import Refusal
from goldenspike.core.routes import TrainRun
from goldenspike.core.state import State
from goldenspike.core.tiles import Face
from goldenspike.core.title import RoundKind
from goldenspike.printing.words import picture_words
from goldenspike.server.clocks.reckoning import zone_of
from goldenspike.server.problems import Problem
from goldenspike.svg import Words as PictureWords
from goldenspike.text import Context, Explanation, LogWriter, NewsLine, Wording
from goldenspike.text.names import name_hex, name_holder, name_place, name_route, name_train
from goldenspike.view.model import RoundView
from goldenspike.view.since import Since


class Words(Wording):
    """The text of a page in one language; at a table with the terms of the title's rule book."""

    def at(self, title: str) -> "Words":
        """The same language with the terms of a title's rule book."""
        return Words(self.language, title)

    def languages(self) -> list[tuple[str, str]]:
        """The available languages, each by its own name."""
        return [(language, text.words("language", language)) for language in text.LANGUAGES]

    def duration(self, milliseconds: int) -> str:
        """A duration as clocks show it, always of about the same width."""
        minutes = max(0, milliseconds) // 60_000
        days, hours = minutes // 1440, minutes // 60 % 24
        if days:
            return f"{days}{self('clock.day')} {hours:02}:{minutes % 60:02}"
        return f"{hours:02}:{minutes % 60:02}:{max(0, milliseconds) // 1000 % 60:02}"

    def moment(self, milliseconds: int, zone: str) -> str:
        """A moment as the reader's clock shows it."""
        local = datetime.fromtimestamp(milliseconds / 1000, zone_of(zone))
        return format_datetime(local, "EEE d MMM, HH:mm", locale=self.language)

    def weekdays(self) -> list[str]:
        """From Monday on."""
        names = get_day_names("abbreviated", locale=self.language)
        return [str(names[day]) for day in range(7)]

    # --- the game

    def say(self, events: Sequence[Event], context: Context, preview: bool = False) -> list[str]:
        """What happened in a move, or would happen, as sentences."""
        return text.say_all(events, context, self.language, preview)

    def log_writer(self, context: Context, first: int) -> LogWriter:
        """Writes the moves of a game from one on, by turns."""
        return LogWriter(context, self.language, first)

    def since(self, since: Since, context: Context) -> list[NewsLine]:
        """What has happened since a turn, in short lines."""
        return text.write_since(since, context, self.language)

    def fact(self, id: str, facts: Mapping[str, int], context: Context) -> str:
        """A sentence about the game, from a code and its facts."""
        return text.say_fact(id, facts, context, self.language)

    def motive(self, code: str, facts: Mapping[str, int], context: Context) -> str:
        """Why a bot or the coach would do something."""
        return text.explain_motive(code, facts, context, self.language)

    def join(self, sentences: Iterable[str]) -> str:
        """Sentences in a row."""
        return text.join_sentences(sentences)

    def gap(self, sentence: str) -> str:
        """What separates a sentence from the next one."""
        return text.gap_after(sentence)

    def why(self, refusal: Refusal, context: Context, action: Action | None = None) -> str:
        return text.why(refusal, context, self.language, action)

    def ask(self, seen: State, context: Context) -> str:
        """What the game is waiting for; the state must contain only what the reader may know."""
        return text.ask(seen, context, self.language)

    def label(self, action: Action, seen: State, context: Context) -> str:
        """An action as a button label."""
        return text.describe_action(action, context, self.language, seen)

    def choices(self, actions: Sequence[Action], seen: State, context: Context) -> list[str]:
        """Actions to choose from, for somebody who knows no tile by its number."""
        return text.describe_choices(actions, context, self.language, seen)

    def train(self, train: Train, context: Context) -> str:
        return str(text.name_train(train, context, self.language))

    def holder(self, holder: Holder, context: Context) -> str:
        """A player, a railroad, the bank or the pool."""
        return str(name_holder(holder, context, self.language))

    def run(self, route: Route, context: Context, train: TrainRun) -> str:
        """A train and the stops of its route; those that it does not count are marked."""
        passed = [place for place, counted in train.stops if not counted]
        places = name_route(route.places, context, self.language, passed)
        return text.words("name.run", self.language, train=name_train(route.train, context, self.language), places=places)

    def long_round(self, seen: RoundView) -> str:
        """The round in full: Operating round 2.1."""
        return text.name_round(RoundKind[seen.kind.upper()], seen.number, seen.operating_round, self._dialect)

    def place(self, place: Place, context: Context) -> str:
        """The city or town at a place."""
        return name_place(place, context, self.language)

    def hex(self, hex: Hex, context: Context) -> str:
        return name_hex(hex, context, self.language)

    def whole_hex(self, hex: Hex, seen: State, context: Context) -> str:
        """What is on a hex, for screen readers."""
        return text.describe_hex(hex, seen, context, self.language)

    def whole_place(self, place: Place, seen: State, context: Context) -> str:
        return text.describe_place(place, seen, context, self.language)

    def track(self, hex: Hex, face: Face, context: Context) -> str:
        """Where the track of a tile would lead from a hex."""
        return text.describe_track(hex, face, context, self.language)

    def explain_all(self, state: State, context: Context) -> tuple[Explanation, ...]:
        """What the terms, zones and private companies of a game mean."""
        return text.explain_all(state, context, self.language)

    def rulings(self, part: str) -> str:
        """The title of the page of rulings, or its intro."""
        return text.message(f"ruling.{part}", self.language) or part

    def round(self, seen: RoundView) -> str:
        """The round as an abbreviation: SR 2, OR 2.1."""
        kind = RoundKind[seen.kind.upper()]
        return text.name_round(kind, seen.number, seen.operating_round, self._dialect, short=True)

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
        return picture_words(self.language, self.title)


def accepted_languages(header: str) -> list[str]:
    """The languages of an Accept-Language header, most preferred first."""
    weighed: list[tuple[float, str]] = []
    for part in header.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if name and weight > 0:
            weighed.append((-weight, name.strip()))
    return [name for _, name in sorted(weighed, key=lambda found: found[0])]
