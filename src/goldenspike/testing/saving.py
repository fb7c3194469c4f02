"""Checks that a saved game loads unchanged."""

from goldenspike.core.game import Game
from goldenspike.record.native import dump, load
from goldenspike.testing.agreement import snapshot
from goldenspike.testing.invariants import Violation


def violations_of_saving(game: Game) -> list[Violation]:
    """Save and load: the same setup, actions and state, and the same bytes when saved again."""
    saved = dump(game)
    loaded = load(saved)
    found: list[Violation] = []
    if snapshot(loaded.state) != snapshot(game.state) or loaded.state != game.state:
        found.append(Violation("saved_state_differs", f"after {game.ply} actions"))
    if loaded.actions != game.actions or loaded.ply != game.ply:
        found.append(Violation("saved_actions_differ", f"after {game.ply} actions"))
    if loaded.setup.options != game.setup.options or loaded.setup.players != game.setup.players:
        found.append(Violation("saved_setup_differs", f"{loaded.setup.options}"))
    if dump(loaded) != saved:
        found.append(Violation("saved_again_differs", f"after {game.ply} actions"))
    return found
