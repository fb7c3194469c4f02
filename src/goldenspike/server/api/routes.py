"""Route decorators of the API, which document who may use an operation and the possible errors."""

from functools import partial
from typing import Final

from litestar import delete, get, post
from litestar.openapi import ResponseSpec

from goldenspike.protocol.messages import ProblemDocument

_PROBLEMS: Final = {
    400: "The request is invalid",
    401: "The token is missing or invalid",
    403: "Not allowed",
    404: "Not found",
    409: "The table has moved on, or is not ready for this",
    413: "Too large",
    422: "The rules do not allow it",
    429: "Too many requests",
    503: "No answer was found",
}
_RESPONSES: Final = {
    status: ResponseSpec(ProblemDocument, description=meaning, media_type="application/problem+json")
    for status, meaning in _PROBLEMS.items()
}

_WITH_TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
_ANYBODY: Final[list[dict[str, list[str]]]] = [{}, *_WITH_TOKEN]

reading = partial(get, responses=_RESPONSES, raises=[], security=_ANYBODY)
"""Anybody may read; with a token, callers see what their own seats see."""
reading_own = partial(get, responses=_RESPONSES, raises=[], security=_WITH_TOKEN)
entering = partial(post, responses=_RESPONSES, raises=[], security=_ANYBODY)
"""The ways to get a token; a guest who registers sends the old one."""
doing = partial(post, responses=_RESPONSES, raises=[], security=_WITH_TOKEN)
ending = partial(delete, responses=_RESPONSES, raises=[], security=_WITH_TOKEN)
