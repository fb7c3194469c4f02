"""What the games of a tournament tell: win shares and Elo ratings, each with an interval.

A game among several counts as a game between each two of its seats, won by the richer. Ratings are those that make the results
most likely (Bradley and Terry); their intervals come from drawing the games again and again (bootstrap), in whole sets, because
the results of games that differ only in the seats hang together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log, log10, sqrt
from random import Random

from goldenspike.bots.arena import Played
from goldenspike.core.ids import by_player

CONFIDENCE = 1.96
"""Standard errors on each side of an interval of 95%."""
DRAWS = 200
"""How often the games are drawn again."""
CLEARLY = 0.15
"""By how much more than chance a bot must win to be called stronger."""
ENOUGH = log(19)
"""The evidence that ends a sequential test with errors of at most 5%."""
ROUNDS = 1000
"""Steps towards the most likely ratings, at most."""
NEAR = 1e-5
"""A change of the strengths after which they need no further step."""


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    name: str
    seats: int
    games: int
    wins: float
    """A victory shared by two counts half for each."""
    share: float
    """Of the games that it took part in, how many it won; with several seats, all of them together."""
    share_low: float
    share_high: float
    chance: float
    """The share that luck alone would give."""
    mean_wealth: float
    margin: float
    """By how much it is richer than the others on average, as a part of the average."""
    margin_error: float
    """The standard error of that, from the differences between sets of games."""
    elo: float
    elo_low: float
    elo_high: float
    answers: int
    seconds_median: float
    seconds_95: float
    seconds_most: float


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The interval of 95% for a share of wins."""
    if not games:
        return (0.0, 1.0)
    share, squared = wins / games, CONFIDENCE**2
    middle = share + squared / (2 * games)
    margin = CONFIDENCE * sqrt(share * (1 - share) / games + squared / (4 * games * games))
    return (max(0.0, (middle - margin) / (1 + squared / games)), min(1.0, (middle + margin) / (1 + squared / games)))


Scores = dict[tuple[str, str], float]


def _pairs(game: Played) -> Scores:
    """For each two bots how often the first was richer than the second; a tie counts half."""
    found: Scores = {}
    for seat, name in enumerate(game.names):
        for other, rival in enumerate(game.names):
            if name != rival:
                score = 1.0 if game.wealth[seat] > game.wealth[other] else 0.5 if game.wealth[seat] == game.wealth[other] else 0.0
                found[name, rival] = found.get((name, rival), 0.0) + score
    return found


def elo_of(names: Sequence[str], sets: Sequence[Scores]) -> dict[str, float]:
    """The ratings that make the results most likely; their mean is 1500. Half a win each way keeps them finite."""
    won = {(a, b): 0.5 for a in names for b in names if a != b}
    for scores in sets:
        for pair, score in scores.items():
            won[pair] += score
    strength = dict.fromkeys(names, 1.0)
    wins = {a: sum(won[a, b] for b in names if b != a) for a in names}
    met = {a: [(b, won[a, b] + won[b, a]) for b in names if b != a] for a in names}
    for _ in range(ROUNDS if len(names) > 1 else 0):
        updated = {a: wins[a] / sum(count / (strength[a] + strength[b]) for b, count in met[a]) for a in names}
        scale = sum(updated.values()) / len(names)
        updated = {a: value / scale for a, value in updated.items()}
        change = max(abs(log(updated[a] / strength[a])) for a in names)
        strength = updated
        if change < NEAR:
            break
    ratings = {a: 400 * log10(value) for a, value in strength.items()}
    mean = sum(ratings.values()) / len(names)
    return {a: 1500 + rating - mean for a, rating in ratings.items()}


def standings(games: Sequence[Played], seed: int) -> list[Standing]:
    """Everybody's result, the strongest first; games that did not end are left out."""
    ended = [game for game in games if game.is_over]
    names = sorted({name for game in ended for name in game.names})
    sets: dict[object, Scores] = {}
    for game in ended:
        scores = sets.setdefault(game.set_of_games, {})
        for pair, score in _pairs(game).items():
            scores[pair] = scores.get(pair, 0.0) + score
    together = list(sets.values())
    rating = elo_of(names, together) if names else {}
    rng = Random(seed)
    drawn = [elo_of(names, rng.choices(together, k=len(together))) for _ in range(DRAWS)] if len(names) > 1 else []
    found = [_standing(name, ended, rating[name], sorted(ratings[name] for ratings in drawn)) for name in names]
    return sorted(found, key=lambda standing: (-standing.elo, standing.name))


def _standing(name: str, games: Sequence[Played], elo: float, drawn: list[float]) -> Standing:
    mine = [game for game in games if name in game.names]
    seats = sum(game.names.count(name) for game in mine)
    wins = sum(sum(game.names[winner] == name for winner in game.winners) / len(game.winners) for game in mine)
    low, high = wilson(wins, len(mine))
    wealth = sum(value for game in mine for seat, value in enumerate(game.wealth) if game.names[seat] == name)
    margins = margins_by_set(name, mine)
    seconds = sorted(value for game in mine for value in game.thinking.get(name, []))
    return Standing(
        name=name,
        seats=seats,
        games=len(mine),
        wins=wins,
        share=wins / len(mine),
        share_low=low,
        share_high=high,
        chance=seats / sum(len(game.names) for game in mine),
        mean_wealth=wealth / seats,
        margin=mean_of(margins),
        margin_error=error_of(margins),
        elo=elo,
        elo_low=_quantile(drawn, 0.025, elo),
        elo_high=_quantile(drawn, 0.975, elo),
        answers=len(seconds),
        seconds_median=_quantile(seconds, 0.5, 0.0),
        seconds_95=_quantile(seconds, 0.95, 0.0),
        seconds_most=seconds[-1] if seconds else 0.0,
    )


def margins_by_set(name: str, games: Sequence[Played]) -> list[float]:
    """A bot's margin in each set of games that differ only in the seats: games of one set hang together."""
    sets: dict[object, list[float]] = {}
    for game in games:
        for seat, seated in by_player(game.names):
            if seated == name:
                sets.setdefault(game.set_of_games, []).append(game.margin(seat))
    return [mean_of(found) for found in sets.values()]


def mean_of(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def error_of(values: Sequence[float]) -> float:
    """The standard error of a mean; 0 for a single value, which has none."""
    if len(values) < 2:
        return 0.0
    mean = mean_of(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


class Verdict(Enum):
    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"
    OPEN = "undecided"


def decide(wins: float, games: int, chance: float) -> Verdict:
    """A sequential test (Wald): whether a bot wins clearly more than its share by chance. Both errors are at most 5%.

    It may be asked after every game, so that games are played only until they tell.
    """
    more = chance + CLEARLY
    evidence = wins * log(more / chance) + (games - wins) * log((1 - more) / (1 - chance))
    if evidence >= ENOUGH:
        return Verdict.STRONGER
    return Verdict.NOT_STRONGER if evidence <= -ENOUGH else Verdict.OPEN


def _quantile(ordered: list[float], part: float, otherwise: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else otherwise
