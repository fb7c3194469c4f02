"""Requests and responses without the connection: what `Client` and `AsyncClient` have in common."""

from collections.abc import Iterator
from typing import Any

import msgspec

from goldenspike.client.calls import Answer, Call
from goldenspike.protocol.messages import News, ProblemDocument

try:
    import httpx
except ModuleNotFoundError:
    raise ModuleNotFoundError("the client needs httpx: pip install 'goldenspike[client]'") from None

PREFIX = "/api/v1"
REPEATS = 3
"""How often a request is sent again after the connection broke, if that is safe."""


class ApiProblem(Exception):
    """The server refused; `code` is stable, `str()` is a sentence in the language of the client."""

    def __init__(self, document: ProblemDocument) -> None:
        super().__init__(document.title)
        self.document = document

    @property
    def code(self) -> str:
        return self.document.code

    @property
    def status(self) -> int:
        return self.document.status


def request_of(call: Call[Any], token: str) -> dict[str, Any]:
    """The arguments of httpx's `request`."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    if call.key:
        headers["idempotency-key"] = call.key
    arguments: dict[str, Any] = {"method": call.method, "url": PREFIX + call.path, "headers": headers}
    arguments["params"] = {name: value for name, value in call.params.items() if value is not None}
    if call.method == "POST":
        headers["content-type"] = "application/json"
        arguments["content"] = msgspec.json.encode({} if call.body is None else call.body)
    return arguments


def read(call: Call[Answer], response: httpx.Response) -> Answer:
    """The answer, or ApiProblem."""
    if response.is_error:
        raise problem_in(response)
    if call.answer is type(None):
        return call.answer()
    return msgspec.json.decode(response.content, type=call.answer)


def problem_in(response: httpx.Response) -> ApiProblem:
    try:
        return ApiProblem(msgspec.json.decode(response.content, type=ProblemDocument))
    except msgspec.DecodeError:
        title = f"the server answered {response.status_code} {response.reason_phrase}"
        return ApiProblem(ProblemDocument("about:blank", title, response.status_code, "not_the_api"))


class EventReader:
    """Reads server-sent events line by line."""

    def __init__(self) -> None:
        self._data: list[str] = []

    def feed(self, line: str) -> Iterator[News]:
        """A line without its end; comments keep the connection open and say nothing."""
        if not line and self._data:
            yield msgspec.json.decode("\n".join(self._data), type=News)
            self._data = []
        elif line.startswith("data:"):
            self._data.append(line.removeprefix("data:").removeprefix(" "))
