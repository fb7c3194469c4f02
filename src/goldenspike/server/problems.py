"""What went wrong, as a problem document (RFC 9457) or a page.

`code` is stable and meant for programs: a reason of the engine (`certificate_limit`) or one of the server (`stale`).
"""

from typing import Any

from goldenspike.core.reasons import Refusal
from goldenspike.text import Context
from goldenspike.titles.catalogue import BadSetup


class Problem(Exception):
    """`facts` fill in the sentence that describes the problem; they must not reveal hidden information."""

    def __init__(self, status: int, code: str, paragraph: str = "", refusal: Refusal | None = None, **facts: Any) -> None:
        super().__init__(status, code)
        self.status = status
        self.code = code
        self.paragraph = paragraph
        self.refusal = refusal
        self.facts = facts
        self.context: Context | None = None


def refused(refusal: Refusal, context: Context) -> Problem:
    """An action that the rules forbid; the context is needed to name the facts."""
    reason = refusal.reason
    problem = Problem(422, reason.code, reason.paragraph, refusal)
    problem.facts = dict(zip(reason.facts, refusal.facts, strict=True))
    problem.context = context
    return problem


def bad_setup(error: BadSetup) -> Problem:
    """An invalid setup; `text.explain_setup` describes it."""
    problem = Problem(422, error.code)
    problem.facts = dict(error.facts)
    return problem


def not_found(what: str) -> Problem:
    return Problem(404, f"no_such_{what}")


def damaged(table_id: str) -> Problem:
    """The stored position can be neither read nor rebuilt; the record can still be downloaded."""
    return Problem(500, "damaged_table", table=table_id)


def stale(ply: int, undos: int) -> Problem:
    """The table has changed in the meantime: the page must refresh."""
    return Problem(409, "stale", ply=ply, undos=undos)


def must_log_in() -> Problem:
    return Problem(401, "log_in_first")
