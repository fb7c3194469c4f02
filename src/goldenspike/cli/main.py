"""The goldenspike command: parse, call, print.

Each command is a function in a module of its own, imported when it is called, so that commands start quickly.
"""

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter

from goldenspike import __version__
from goldenspike.cli.output import EXIT_BAD_INPUT, EXIT_FAILED, BadInput, Failed, one_line, say

app = App(
    name="goldenspike",
    help="Play the railway games 1830 and 1862, watch bots play them, and work with records of games.",
    version=__version__,
    # Within a command, --version names the version of a title.
    version_flags=("-V",),
    default_parameter=Parameter(negative=""),
    suppress_keyboard_interrupt=False,
)

COMMANDS = {
    "titles": ("titles:run", "List the titles, their versions and every option."),
    "simulate": ("simulate:run", "Let bots play whole games."),
    "arena": ("arena:run", "Play a tournament between bots: win shares and Elo ratings with intervals."),
    "ladder": ("ladder:run", "Play matches between bots until each is decided, and write a page with ratings."),
    "observe": ("observe:run", "Describe how bots play, from their games, beside a recorded game."),
    "replay": ("replay:run", "Replay a record and check every rule."),
    "routes": ("routes:run", "Solve route problems: the best routes, proven."),
    "render": ("render:run", "Draw the board, market, tiles or charters of a title or of a game."),
    "print": ("printing:run", "Print the components of a game, a position or a result as PDF."),
    "bench": ("bench:run", "Run the benchmarks: the median of five repeats each."),
    "demo": ("demo:run", "Watch bots play a whole game in the terminal."),
    "moderate": ("moderate:run", "Keep the books of a table with the box, by short commands."),
    "serve": ("serve:run", "Serve the web application."),
    "settings": ("serve:list_settings", "List every setting of the server: its value, where it came from, and what it does."),
    "learn": ("learn:app", "Look at how newcomers learn."),
    "puzzles": ("puzzles:app", "Make puzzles from games, and prove them."),
    "admin": ("admin:app", "Look after the tables and people of a server, while it is running or not."),
}
"""Each command: where it is, and what it does, so that `goldenspike --help` imports none of them."""

for _name, (_place, _help) in COMMANDS.items():
    app.command(f"goldenspike.cli.{_place}", name=_name, help=_help)


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0 on success, 1 if the check fails, 2 for bad input."""
    words = list(sys.argv[1:] if words is None else words)
    if words == ["--version"]:  # Before a command it means the version of the program.
        words = ["-V"]
    try:
        status = app(words, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except (CycloptsError, BadInput) as error:
        say(f"goldenspike: {one_line(str(error))}")
        return EXIT_BAD_INPUT
    except Failed as error:
        say(f"goldenspike: {one_line(str(error))}")
        return EXIT_FAILED
    except BrokenPipeError:
        # The reader of our output is gone: print nothing, and flush nothing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    except KeyboardInterrupt:
        return 130
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    sys.exit(main())
