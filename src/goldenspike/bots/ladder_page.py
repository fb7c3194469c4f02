"""The page of the ladder: ratings over all versions and in each, and the matches."""

from collections.abc import Iterable, Sequence
from datetime import date

from goldenspike.bots.arena import Played
from goldenspike.bots.editions import edition_of
from goldenspike.bots.ladder import Match, Row, games_of, verdict_of, wins_of
from goldenspike.bots.ratings import CLEARLY, error_of, margins_by_set, mean_of, standings, wilson

YARDSTICK = "greedy"
"""The bot with which all others are compared in each version."""

INTRO = """# Ladder

Made by `goldenspike ladder --page docs/ladder.md` on {date}; do not edit. See [Bots](bots.md#ladder) for how it is measured.

In each match one bot plays against a table full of another. Chance is the share of wins that equal strength would give. A match
ends when a sequential test decides whether the bot wins clearly more than that ({clearly:.0f} points; both errors at most 5%), or
when the time for the ladder is over. The margin is the bot's wealth minus the mean of the others, divided by the mean of all,
with its standard error. Different games are those of a match that differ in at least one action. The slowest answer is CPU time,
without a time limit.

{games} games of {matches} matches, {minutes:.0f} minutes of CPU time; {different:.1%} of the games are different.
"""


def make_page(rows: Sequence[Row], today: date) -> str:
    """A Markdown page about the bots as they are now; games of earlier editions are left out."""
    found = {match: games for match in dict.fromkeys(row.match for row in rows) if (games := games_of(rows, match))}
    places = dict.fromkeys((match.title, match.version, match.players) for match in sorted(found))
    everything = [game for games in found.values() for game in games]
    different = sum(_different(games) for games in found.values())
    lines = [
        INTRO.format(
            date=today,
            clearly=100 * CLEARLY,
            games=len(everything),
            matches=len(found),
            minutes=sum(game.seconds for game in everything) / 60,
            different=different / len(everything) if everything else 0.0,
        ),
        *_ratings(everything),
    ]
    by_place = {
        place: {match: games for match, games in found.items() if (match.title, match.version, match.players) == place}
        for place in places
    }
    lines += _comparison({place: [game for games in there.values() for game in games] for place, there in by_place.items()})
    for (title, version, players), there in by_place.items():
        lines += ["", f"## {title} {version}, {players} players", ""]
        heads = ("Bot", "Against", "Games", "Different", "Wins", "95% interval", "Chance", "Margin", "Verdict", "Slowest answer")
        lines += _table(heads, [_match(match, there[match]) for match in sorted(there)])
    return "\n".join([*lines, ""])


def _ratings(games: Sequence[Played]) -> list[str]:
    cells = [
        [f"`{one.name}`", f"{one.elo:.0f}", f"{one.elo_low:.0f}–{one.elo_high:.0f}", str(one.games), f"`{edition_of(one.name)}`"]
        for one in standings(games, 1)
    ]
    heads = ("Bot", "Elo", "95% interval", "Games", "Edition")
    return ["## Elo over all versions", "", "The mean of all bots is 1500.", "", *_table(heads, cells)]


def _comparison(by_place: dict[tuple[str, str, int], list[Played]]) -> list[str]:
    """Elo points above those of the yardstick."""
    ratings = {place: {one.name: one.elo for one in standings(games, 1)} for place, games in by_place.items()}
    ratings = {place: found for place, found in ratings.items() if YARDSTICK in found}
    names = dict.fromkeys(one.name for one in standings([game for games in by_place.values() for game in games], 1))
    cells = [
        [
            f"`{name}`",
            *(signed(found[name] - found[YARDSTICK], 0) if name in found else "–" for found in ratings.values()),
        ]
        for name in names
        if name != YARDSTICK
    ]
    heads = ("Bot", *(f"{title} {version}" for title, version, _ in ratings))
    return ["", f"## Elo above `{YARDSTICK}` in each version", "", *_table(heads, cells)] if ratings else []


def _match(match: Match, games: Sequence[Played]) -> list[str]:
    wins = wins_of(games, match.bot)
    low, high = wilson(wins, len(games))
    margins = margins_by_set(match.bot, games)
    slowest = max((seconds for game in games for seconds in game.thinking.get(match.bot, [])), default=0.0)
    return [
        f"`{match.bot}`",
        f"`{match.field}`",
        str(len(games)),
        str(_different(games)),
        f"{wins / len(games):.0%}",
        f"{low:.0%}–{high:.0%}",
        f"{match.chance:.0%}",
        signed(mean_of(margins), 2) + (f" ± {error_of(margins):.2f}" if len(margins) > 1 else ""),
        verdict_of(match, games).value,
        f"{slowest:.1f} s",
    ]


def signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _different(games: Iterable[Played]) -> int:
    return len({game.notes.digest for game in games})


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|", *(f"| {' | '.join(cells)} |" for cells in rows)]
