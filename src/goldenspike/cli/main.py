"""The goldenspike command: parse, call, print.

Each command has its own module, imported when it is called, so that commands start quickly.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

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

Title = Annotated[str, Parameter(help="the title, such as 1830")]
Option = Annotated[list[str], Parameter(name="--option", help="a rule that differs from the version, as name=value; repeatable")]
Players = Annotated[int, Parameter(help="how many players")]
Games = Annotated[int, Parameter(help="how many games")]
Seed = Annotated[int, Parameter(help="the same seed gives the same games")]
Config = Annotated[Path | None, Parameter(help="a TOML file with settings")]
Set = Annotated[list[str], Parameter(name="--set", help="any setting, as name=value; repeatable")]
Json = Annotated[bool, Parameter(name="--json", help="answer in JSON")]
Version = Annotated[str | None, Parameter(name="--version", help="version of the title; the first one if not given")]


@app.command
def titles(*, option: str | None = None, json: Json = False) -> None:
    """List the titles, their versions and every option.

    Parameters
    ----------
    option
        explain this one option
    """
    from goldenspike.cli import titles as command

    command.run(json, option)


@app.command
def simulate(
    title: Title,
    *,
    version: Version = None,
    option: Option | None = None,
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
    from goldenspike.cli import simulate as command

    command.run(title, version, option or [], players, games, seed, bots, check, json)


@app.command
def arena(
    title: Title,
    *,
    version: Version = None,
    option: Option | None = None,
    players: Players = 4,
    bots: str = "baron,greedy,greedy,greedy",
    games: Games = 20,
    seed: Seed = 1,
    jobs: int | None = None,
    backend: str = "local",
    plot: Path | None = None,
    json: Json = False,
) -> None:
    """Hold a tournament between bots: win shares and Elo ratings with intervals.

    Parameters
    ----------
    bots
        names of bots, separated by commas; from game to game each moves on one seat
    jobs
        how many games at a time; as many as there are processors if not given
    backend
        local, or ray for a cluster
    plot
        a file to draw the win shares into, ending in .svg
    """
    from goldenspike.cli import arena as command

    at_once = jobs if jobs is not None else os.cpu_count() or 1
    command.run(title, version, option or [], players, bots, games, seed, at_once, backend, plot, json)


@app.command
def replay(
    file: Path,
    *,
    source: Annotated[str, Parameter(name="--from", help="native or 18xx.games")] = "native",
    digest: bool = False,
    json: Json = False,
) -> None:
    """Replay a record and check every rule.

    Parameters
    ----------
    file
        the record
    digest
        print the position after every action, as NDJSON
    """
    from goldenspike.cli import replay as command

    command.run(file, source, digest, json)


@app.command
def routes(*files: Path, json: Json = False) -> int:
    """Solve route problems: the best routes, proven.

    Parameters
    ----------
    files
        problems, one or a list of them in each file
    """
    from goldenspike.cli import routes as command

    if not files:
        raise BadInput("routes needs at least one file")
    return command.run(list(files), json)


@app.command
def render(
    title: Title = "1830",
    *,
    version: Version = None,
    option: Option | None = None,
    record: Path | None = None,
    ply: int | None = None,
    what: str = "board",
    out: Path,
) -> int:
    """Draw the board, market, tiles or charters of a title or of a game.

    Parameters
    ----------
    record
        a record whose position is drawn
    ply
        the position after so many actions of the record; the last one if not given
    what
        board, market, tiles or charters
    out
        the file to write: .svg, .png or .pdf
    """
    from goldenspike.cli import render as command
    from goldenspike.cli.positions import opening, position_of

    if record is not None and option:
        raise BadInput("--option does not go with --record, which has options of its own")
    setup, state = opening(title, version, option or []) if record is None else position_of(title, version, record, ply)
    if record is None and ply is not None:
        raise BadInput("--ply needs --record")
    return command.render(setup, state, what, str(out))


@app.command
def bench(*, json: Json = False, only: str = "", record: Path | None = None) -> None:
    """Run the benchmarks: the median of five repeats each.

    Parameters
    ----------
    only
        run the benchmarks whose name contains this
    record
        also replay this game recorded on 18xx.games
    """
    from goldenspike.cli import bench as command

    command.run(json, only, record)


@app.command
def demo(
    title: Title = "1830",
    *,
    version: Version = None,
    option: Option | None = None,
    players: Players = 4,
    seed: int | None = None,
    bots: str = "greedy",
    seconds: int = 60,
) -> None:
    """Watch bots play a whole game in the terminal.

    Parameters
    ----------
    seed
        the same seed gives the same game; another one each time if not given
    bots
        names of bots, separated by commas; they go round the table
    seconds
        about how long the game takes to watch
    """
    from goldenspike.cli import demo as command

    command.run(title, version, option or [], players, seed, bots, seconds)


@app.command
def serve(
    *,
    config: Config = None,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    database: str | None = None,
    workers: int | None = None,
    redis: str | None = None,
    secure_cookies: bool | None = None,
    public_url: str | None = None,
    log_format: str | None = None,
    set_: Set | None = None,
    show: Annotated[bool, Parameter(name="--open", help="open the lobby in the browser")] = False,
    thinkers: int | None = None,
    program: list[str] | None = None,
    absence: float | None = None,
    unlimited: bool = False,
) -> None:
    """Serve the web application. `goldenspike settings` lists every setting, including its environment variable.

    Parameters
    ----------
    host
        the address to listen on
    port
        the port to listen on
    data
        the directory of the embedded database
    database
        URL of a PostgreSQL database instead
    workers
        number of processes; more than one needs PostgreSQL and Redis
    redis
        URL of Redis, for live updates between processes
    secure_cookies
        send cookies over TLS only, for servers behind a TLS proxy
    public_url
        the address under which people reach the server, such as https://spike.example.org
    log_format
        text or json
    thinkers
        bot processes per worker; 0 for one less than there are processors, at most 4
    program
        NAME=COMMAND: offer a program of your own as a bot; may be given several times
    absence
        minutes a game must have waited for a player before a stand-in can be proposed
    unlimited
        do not limit the rate of requests; for load tests
    """
    from goldenspike.cli import serve as command

    flags = {
        "host": host,
        "port": port,
        "data": str(data) if data is not None else None,
        "database": database,
        "workers": workers,
        "redis": redis,
        "secure_cookies": secure_cookies,
        "public_url": public_url,
        "log_format": log_format,
        "thinkers": thinkers,
        "programs": program,
        "absence": absence,
        "limits": False if unlimited else None,
    }
    given = {name: value for name, value in flags.items() if value is not None}
    command.run(config, command.read_set(set_ or []) | given, show)


@app.command
def settings(*, config: Config = None, set_: Set | None = None, json: Json = False) -> None:
    """List every setting of the server: its value, where it came from, and what it does."""
    from goldenspike.cli import serve as command

    command.list_settings(config, command.read_set(set_ or []), json)


learn = App(name="learn", help="Look at how newcomers learn.")
app.command(learn)


@learn.command(name="simulate")
def simulate_newcomer(
    *,
    games: Games = 10,
    seed: Seed = 1,
    players: Players = 4,
    bots: str = "baron",
    second: bool = False,
    json: Json = False,
) -> None:
    """Let a newcomer play starter games who only does what the coach says.

    Parameters
    ----------
    bots
        names of the opponents, separated by commas
    second
        always take the coach's second choice instead
    """
    from goldenspike.cli import learn as command

    command.run(games, seed, players, bots, second, json)


puzzles = App(name="puzzles", help="Make puzzles from games, and prove them.")
app.command(puzzles)


@puzzles.command(name="make")
def make_puzzles(
    *records: Path,
    count: Annotated[int, Parameter(help="how many puzzles, about as many of each kind")] = 300,
    kind: Annotated[list[str] | None, Parameter(help="a kind of puzzle; repeatable; all if not given")] = None,
    seed: Seed = 1,
    out: Annotated[Path, Parameter(name=["--out", "-o"], help="the file to write")] = Path("puzzles.json.gz"),
    json: Json = False,
) -> None:
    """Make puzzles from simulated games.

    Parameters
    ----------
    records
        recorded games to take puzzles from first, in our format or that of 18xx.games
    """
    from goldenspike.cli import puzzles as command

    command.make(records, kind or [], count, seed, out, json)


@puzzles.command(name="prove")
def prove_puzzles(file: Path | None = None, *, json: Json = False) -> None:
    """Prove every puzzle anew: try all answers, or solve the runs.

    Parameters
    ----------
    file
        the puzzles; those that come with Golden Spike if not given
    """
    from goldenspike.cli import puzzles as command

    command.prove(file, json)


admin = App(name="admin", help="Look after the tables and people of a server, while it is running or not.")
app.command(admin)


@admin.command
def tables(search: str = "", *, status: str = "", most: int = 50, config: Config = None, json: Json = False) -> None:
    """List tables, the most recently changed first.

    Parameters
    ----------
    search
        an id, or a part of the name of a table or player
    status
        waiting, running, over or ended
    most
        how many
    """
    from goldenspike.cli import admin as command

    command.tables(config, search, status, most, json)


@admin.command
def end(table: str, *, config: Config = None) -> None:
    """End a table for good: nobody can act, chat or join there any more.

    Parameters
    ----------
    table
        its id
    """
    from goldenspike.cli import admin as command

    command.end(config, table)


@admin.command
def free_seat(table: str, seat: int, *, config: Config = None) -> None:
    """Open a seat again, such as that of a guest who has lost the session.

    Parameters
    ----------
    table
        its id
    seat
        the number of the seat, from 1
    """
    from goldenspike.cli import admin as command

    command.free_seat(config, table, seat)


@admin.command
def people(search: str = "", *, most: int = 50, config: Config = None, json: Json = False) -> None:
    """List people, the newest first.

    Parameters
    ----------
    search
        an id, or a part of a name
    most
        how many
    """
    from goldenspike.cli import admin as command

    command.people(config, search, most, json)


Who = Annotated[str, Parameter(help="the id or name of a person")]


@admin.command
def ban(who: str, *, address: bool = False, config: Config = None) -> None:
    """Refuse all requests of a person, or from an address.

    Parameters
    ----------
    who
        the id or name of a person; with --address an address or a network, such as 203.0.113.0/24
    address
        ban an address
    """
    from goldenspike.cli import admin as command

    command.ban(config, who, address, lift=False)


@admin.command
def unban(who: str, *, address: bool = False, config: Config = None) -> None:
    """Lift a ban.

    Parameters
    ----------
    who
        the id or name of a person; with --address an address or a network
    address
        lift the ban of an address
    """
    from goldenspike.cli import admin as command

    command.ban(config, who, address, lift=True)


@admin.command
def bans(*, config: Config = None, json: Json = False) -> None:
    """List banned people and addresses."""
    from goldenspike.cli import admin as command

    command.bans(config, json)


@admin.command
def rename(who: Who, name: str, *, config: Config = None) -> None:
    """Change the name of a person, also at the tables.

    Parameters
    ----------
    name
        the new name
    """
    from goldenspike.cli import admin as command

    command.rename(config, who, name)


@admin.command
def reset_password(who: Who, *, config: Config = None) -> None:
    """Set a new random password and print it; all sessions and tokens of the person end."""
    from goldenspike.cli import admin as command

    command.reset_password(config, who)


@admin.command
def operator(who: Who, *, revoke: bool = False, config: Config = None) -> None:
    """Let a registered player use the page /admin.

    Parameters
    ----------
    revoke
        no longer
    """
    from goldenspike.cli import admin as command

    command.operator(config, who, revoke)


@admin.command
def clean_up(
    *, waiting_days: int = 30, idle_days: int = 365, dry_run: bool = False, config: Config = None, json: Json = False
) -> None:
    """Delete expired logins, abandoned tables, and guests who cannot come back. Finished games stay.

    Parameters
    ----------
    waiting_days
        delete tables that have waited for players without a change for so many days
    idle_days
        delete unfinished games without a change for so many days
    dry_run
        only count
    """
    from goldenspike.cli import admin as command

    command.clean_up(config, waiting_days, idle_days, dry_run, json)


@admin.command
def backup(file: Path, *, config: Config = None) -> None:
    """Write a backup, while the server is running or not.

    Parameters
    ----------
    file
        the file to write, an SQLite database whatever the server uses
    """
    from goldenspike.cli import admin as command

    command.backup(config, file)


@admin.command
def restore(file: Path, *, replace: bool = False, config: Config = None) -> None:
    """Restore a backup. The server must be stopped.

    Parameters
    ----------
    file
        the backup
    replace
        discard what is in the database
    """
    from goldenspike.cli import admin as command

    command.restore_backup(config, file, replace)


@admin.command
def verify(*, config: Config = None, json: Json = False) -> None:
    """Replay every stored game; the exit status is 1 if one cannot be replayed."""
    from goldenspike.cli import admin as command

    command.verify(config, json)


@admin.command
def sizes(*, config: Config = None, json: Json = False) -> None:
    """Show how many rows and bytes the database has."""
    from goldenspike.cli import admin as command

    command.sizes(config, json)


@admin.command
def log(*, most: int = 50, config: Config = None, json: Json = False) -> None:
    """List what operators did, the last act last.

    Parameters
    ----------
    most
        how many
    """
    from goldenspike.cli import admin as command

    command.acts(config, most, json)


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0 on success, 1 if the answer is no, 2 for bad input."""
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
