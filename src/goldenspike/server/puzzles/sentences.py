"""What a puzzle asks, and how an answer is explained."""

from collections.abc import Iterator

from goldenspike.puzzles.kinds import Judgement
from goldenspike.puzzles.model import Puzzle
from goldenspike.server.words import Words
from goldenspike.text import Context

NO_AMOUNTS = ("company", "rival", "start", "private", "rusted", "other", "player", "name")


def ask(puzzle: Puzzle, words: Words, context: Context) -> str:
    """The question."""
    return words(f"puzzle.ask.{_form(puzzle)}", **_names(puzzle, words, context))


def explain_task(puzzle: Puzzle, words: Words, context: Context) -> str:
    """What counts."""
    return words(f"puzzle.how.{puzzle.kind}", **_names(puzzle, words, context))


def explain_answer(puzzle: Puzzle, judged: Judgement, words: Words, context: Context) -> Iterator[str]:
    """What the answer brings, compared with the best one, and why that is the best."""
    kind = puzzle.kind
    facts = {**_names(puzzle, words, context), "best": words.money(puzzle.best)}
    for name, fact in judged.facts.items():
        facts[name] = words.money(fact) if name not in NO_AMOUNTS and isinstance(fact, int) else str(fact)
    if "player" in judged.facts:
        facts["player"] = context.players[int(judged.facts["player"])]
    if judged.worth is not None:
        facts["worth"] = words.money(abs(judged.worth) if kind == "auction" else judged.worth)
    if "other" in judged.facts:
        yield words("puzzle.said.other")
    else:
        yield words(f"puzzle.said.{kind}" if judged.worth is not None else f"puzzle.said.{kind}.no", **facts)
    if judged.facts.get("rusted"):
        yield words("puzzle.rusted", trains=facts["rusted"])
    if not judged.is_right:
        # The lowest bid itself would be the answer.
        if kind != "auction" or judged.worth is not None:
            yield words(f"puzzle.best.{kind}", **facts)
        return
    if kind == "run":
        yield words("puzzle.proof.run")
    else:
        yield words("puzzle.proof", count=puzzle.choices)
    if len(puzzle.answers) > 1:
        yield words("puzzle.equal", count=len(puzzle.answers))
    if puzzle.next is not None and kind != "auction":
        yield words(f"puzzle.next.{kind}", amount=words.money(puzzle.next))


def _form(puzzle: Puzzle) -> str:
    return "solvency_start" if "start" in puzzle.about else puzzle.kind


def _names(puzzle: Puzzle, words: Words, context: Context) -> dict[str, str]:
    names = {**puzzle.about, "name": context.players[puzzle.seat]}
    if "price" in names:
        names["price"] = words.money(int(names["price"]))
    return names
