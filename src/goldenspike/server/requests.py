"""Dependencies that are injected into handlers by name."""

from functools import lru_cache
from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter, QueryParameter, URLEncodedBody

from goldenspike.server.accounts.people import Person
from goldenspike.server.networks import network_of
from goldenspike.server.security import LANGUAGE_COOKIE
from goldenspike.server.services import Services
from goldenspike.server.words import Words, accepted_languages
from goldenspike.text import choose_language

AnyRequest = Request[Any, Any, Any]
TheServices = NamedDependency[Services]
Visitor = NamedDependency[Person | None]
TheWords = NamedDependency[Words]
Form = URLEncodedBody[dict[str, str]]
TableId = Annotated[str, PathParameter(max_length=24, pattern="^[a-z0-9]+$")]
_LONGEST_HEADER = 400
"""The language headers that browsers send are shorter."""
Number = Annotated[int | None, QueryParameter(gt=-1, le=1_000_000)]
"""From 0 on; the framework does not document `ge=0`."""


def provide_services(request: AnyRequest) -> Services:
    services: Services = request.app.state.services
    return services


def provide_person(request: AnyRequest) -> Person | None:
    person: Person | None = request.scope.get("user")
    return person


def words_of(request: AnyRequest) -> Words:
    person: Person | None = request.scope.get("user")
    chosen = request.cookies.get(LANGUAGE_COOKIE) or (person.language if person is not None else None) or ""
    return _words_for(chosen[:_LONGEST_HEADER], request.headers.get("accept-language", "")[:_LONGEST_HEADER])


@lru_cache(maxsize=256)
def _words_for(chosen: str, accepted: str) -> Words:
    return Words(choose_language([chosen, *accepted_languages(accepted)]))


def address_of(request: AnyRequest) -> str:
    """The client's network; behind a proxy uvicorn sets it from the forwarded headers."""
    return network_of(request.client.host if request.client is not None else "")


DEPENDENCIES = {
    "services": Provide(provide_services, sync_to_thread=False),
    "person": Provide(provide_person, sync_to_thread=False),
    "words": Provide(words_of, sync_to_thread=False),
}
