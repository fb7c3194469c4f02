"""Errors as responses: problem documents for programs, pages for people."""

import logging
from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template

from goldenspike.protocol.messages import ProblemDocument
from goldenspike.server.problems import Problem
from goldenspike.server.rare_log import RareLog
from goldenspike.server.requests import AnyRequest, words_of

_log = logging.getLogger(__name__)
_database_log = RareLog(_log)
_CODES = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "bad_media",
}


def wants_page(request: AnyRequest) -> bool:
    """Pages for browsers that navigate; documents for programs and for our own scripts."""
    if request.url.path.startswith("/api/"):
        return False
    return "text/html" in request.headers.get("accept", "")


def retry_after(problem: Problem) -> dict[str, str]:
    """The Retry-After header of a response that asks to try again."""
    return {"retry-after": str(problem.facts["seconds"])} if "seconds" in problem.facts else {}


def headers_of(problem: Problem) -> dict[str, str]:
    """What a program needs to know before it tries again."""
    return retry_after(problem) | ({"www-authenticate": 'Bearer realm="Golden Spike"'} if problem.status == 401 else {})


def answer_problem(request: AnyRequest, problem: Problem) -> Response[Any]:
    words = words_of(request)
    sentence = words.problem(problem)
    headers = retry_after(problem)
    if wants_page(request):
        context = {"words": words, "person": request.scope.get("user"), "sentence": sentence, "problem": problem}
        back = request.headers.get("referer", "")
        context["back"] = back if back.startswith(str(request.base_url)) else "/"
        return Template("problem.html", context=context, status_code=problem.status, headers=headers)
    document = ProblemDocument(
        type=f"/help/problems#{problem.code}",
        title=sentence,
        status=problem.status,
        code=problem.code,
        paragraph=problem.paragraph,
        facts=problem.facts,
    )
    return Response(document, status_code=problem.status, media_type="application/problem+json", headers=headers_of(problem))


def answer_http(request: AnyRequest, error: HTTPException) -> Response[Any]:
    problem = Problem(error.status_code, _CODES.get(error.status_code, "http_error"))
    if "CSRF" in error.detail:
        problem.code = "forged_request"
    answer = answer_problem(request, problem)
    answer.headers.update({name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"})
    if isinstance(error, ValidationException) and isinstance(answer.content, ProblemDocument):
        answer.content.detail = "; ".join(str(part.get("message", part)) for part in error.extra or [] if isinstance(part, dict))
    return answer


def answer_depth(request: AnyRequest, error: RecursionError) -> Response[Any]:
    """JSON nested too deeply to parse."""
    return answer_problem(request, Problem(400, "bad_request"))


def answer_database_trouble(request: AnyRequest, error: Exception) -> Response[Any]:
    """The database is locked or cannot be reached."""
    _database_log.warning("the database does not answer: %s", str(error).partition("\n")[0])
    return answer_problem(request, Problem(503, "database_busy", seconds=2))


def answer_unstorable(request: AnyRequest, error: Exception) -> Response[Any]:
    """PostgreSQL cannot store NUL characters."""
    return answer_problem(request, Problem(400, "bad_request"))


def answer_missing(request: AnyRequest, error: Exception) -> Response[Any]:
    """A path that no file can have."""
    return answer_problem(request, Problem(404, "not_found"))


def answer_unexpected_error(request: AnyRequest, error: Exception) -> Response[Any]:
    """An internal error: logged with its traceback, reported without it. The log names the route, not the address."""
    _log.error("unexpected error", exc_info=error)
    return answer_problem(request, Problem(500, "server_error"))
