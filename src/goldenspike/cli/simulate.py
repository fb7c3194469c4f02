"""`goldenspike simulate`: whole games between bots, counted and, if wanted, checked after every action."""

from typing import Any

from goldenspike.cli.arguments import at_least, make_setup, parse_bots
from goldenspike.cli.output import Failed, print_json, say, with_progress
from goldenspike.cli.parameters import Games, Json, Option, Players, Seed, Title, TitleVersion
from goldenspike.testing.saving import violations_of_saving
from goldenspike.testing.simulate import Summary, simulate


def describe(summary: Summary) -> dict[str, Any]:
    return {
        "games": summary.games,
        "finished": summary.finished,
        "actions": summary.actions,
        "seconds": round(summary.seconds, 3),
        "actions_per_second": summary.actions_per_second,
        "violations": summary.violations,
        "end_reasons": dict(summary.end_reasons),
        "bots": {
            name: {"seats": score.seats, "wins": score.wins, "mean_wealth": score.mean_wealth}
            for name, score in sorted(summary.bots.items())
        },
    }


def run(
    title: Title,
    *,
    version: TitleVersion = None,
    option: Option = None,
    players: Players = 4,
    games: Games = 10,
    seed: Seed = 1,
    bots: str = "random",
    check: bool = False,
    json: Json = False,
) -> None:
    """Let bots play whole games.

    Parameters
    ----------
    bots
        names of bots, separated by commas; they go round the table
    check
        verify every invariant after every action
    """
    setup = make_setup(title, version, players, option or [])
    names = parse_bots(bots, setup)
    at_least("games", games, 1)
    summary = Summary()
    played = simulate(setup, names, games, seed, check, violations_of_saving if check else None)
    for game in with_progress(played, games, f"{title} {setup.title.version}, {players} players"):
        summary.add(game)
        for trouble in game.troubles:
            say(trouble)
    if json:
        print_json(describe(summary))
    else:
        print_words(summary)
    if summary.violations:
        raise Failed(f"{len(summary.violations)} violations; the first: {summary.violations[0]}")


def print_words(summary: Summary) -> None:
    reasons = ", ".join(f"{reason} {count}" for reason, count in summary.end_reasons.items())
    print(f"{summary.finished} of {summary.games} games finished ({reasons})")
    print(f"{summary.actions} actions in {summary.seconds:.1f} s: {summary.actions_per_second:.0f} a second")
    for name, score in sorted(summary.bots.items()):
        print(f"{name}: {score.wins} wins in {score.seats} seats, mean wealth ${score.mean_wealth:.0f}")
    print(f"{len(summary.violations)} violations")
