"""Authentication, rate limits and security headers."""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from cachetools import LRUCache
from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import Message, Scope

from goldenspike.server.accounts.people import Person
from goldenspike.server.accounts.service import Accounts
from goldenspike.server.names import clean_name, skeleton
from goldenspike.server.networks import NETWORKS_OF_SITE, network_of, site_of
from goldenspike.server.problems import Problem, must_log_in

SESSION_COOKIE = "gs_session"
CSRF_COOKIE = "gs_csrf"
CSRF_HEADER = "x-csrf-token"
LANGUAGE_COOKIE = "gs_language"

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
PRIVATE = (b"cache-control", b"private, no-cache")
"""For all but static files, unless the answer says otherwise: no cache between us and a reader may give it to another reader."""

HSTS = {"strict-transport-security": "max-age=31536000"}
"""For servers that are reached over TLS only: for a year, browsers use nothing else."""


def security_headers(has_tls: bool) -> Callable[[Message, Scope], Awaitable[None]]:
    """Adds headers to every response, errors included."""
    added = SECURITY_HEADERS | HSTS if has_tls else SECURITY_HEADERS
    encoded = [(name.encode(), value.encode()) for name, value in added.items()]

    async def add(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            present = {name.lower() for name, _ in headers}
            wanted = encoded if scope["path"].startswith("/static/") else [*encoded, PRIVATE]
            message["headers"] = headers + [header for header in wanted if header[0] not in present]

    return add


class AuthMiddleware(AbstractAuthenticationMiddleware):
    """Authenticates requests: programs send a bearer token to the API, browsers a cookie to the pages.

    The API ignores cookies, so another site cannot make a browser act there, and it needs no CSRF token.
    """

    async def authenticate_request(self, connection: ASGIConnection) -> AuthenticationResult:  # type: ignore[type-arg]
        if _is_forged(connection):
            raise Problem(403, "forged_request")
        services = connection.app.state.services
        address = network_of(connection.client.host) if connection.client is not None else ""
        if services.bans.covers(address):
            raise Problem(403, "banned")
        person = await _find_person(services.accounts, connection)
        if person is not None:
            if person.is_banned:
                raise Problem(403, "banned")
            services.limits.remember_address(person, address)
        return AuthenticationResult(user=person, auth=None)


def _is_forged(connection: ASGIConnection) -> bool:  # type: ignore[type-arg]
    """Whether another site sends a form. One under the same domain could set the cookie that the form's token must match.

    Mail services that end notices with one click send no such header.
    """
    origin = connection.headers.get("sec-fetch-site", "")
    return origin in ("cross-site", "same-site") and connection.scope["method"] == "POST"  # type: ignore[typeddict-item]


async def _find_person(accounts: Accounts, connection: ASGIConnection) -> Person | None:  # type: ignore[type-arg]
    if connection.scope["path"].startswith("/api/"):
        header = connection.headers.get("authorization", "")
        if not header:
            return None
        scheme, _, secret = header.partition(" ")
        person = await accounts.find(secret.strip(), "api") if scheme.lower() == "bearer" else None
        if person is None:
            raise Problem(401, "bad_token")
        return person
    cookie = connection.cookies.get(SESSION_COOKIE, "")
    return await accounts.find(cookie, "web") if cookie else None


def required(person: Person | None) -> Person:
    if person is None:
        raise must_log_in()
    return person


_COMPUTING_BURST = 20.0
_COMPUTING_RATE = 0.2
"""Seconds of processor time that an address may use at once, and per second."""


_CROWD = 8
"""People who may do as much as they like at one address, such as the players around one table."""


def _account(name: str) -> str:
    """By what the guesses of an account's password are counted; never longer than a name can be."""
    return skeleton(clean_name(name))


class Limits:
    """Rate limits by token buckets, which allow short bursts. Each process counts separately."""

    def __init__(self, enabled: bool, most_keys: int = 20_000, thinking: float = 1_800) -> None:
        """`thinking` are the seconds that bots may think for one owner in an hour."""
        self._enabled = enabled
        self._thinking = thinking
        self._most_keys = most_keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._addresses: LRUCache[str, str] = LRUCache(most_keys)
        self._welcome: LRUCache[tuple[str, str], bool] = LRUCache(most_keys)

    def take(self, key: str, burst: float, per_second: float, cost: float = 1) -> None:
        """Take one token from the bucket, or refuse with 429; without a cost the bucket must only not be in debt."""
        if not self._enabled:
            return
        present = time.monotonic()
        left, last = self._buckets.pop(key, (burst, present))
        left = min(burst, left + (present - last) * per_second)
        if left < cost:
            self._buckets[key] = (left, present)
            raise Problem(429, "too_many_requests", seconds=max(1, round((cost - left) / per_second)))
        self._buckets[key] = (left - cost, present)
        while len(self._buckets) > self._most_keys:
            self._buckets.popitem(last=False)

    def _take_at(self, kind: str, address: str, burst: float, per_second: float, cost: float = 1) -> None:
        """Take from the address's bucket, and from that of its site: whoever has many networks does not get more."""
        self.take(f"{kind}:{address}", burst, per_second, cost)
        if site := site_of(address):
            self.take(f"{kind}:{site}", NETWORKS_OF_SITE * burst, NETWORKS_OF_SITE * per_second, cost)

    def _charge_at(self, kind: str, address: str, burst: float, seconds: float) -> None:
        self._charge(f"{kind}:{address}", burst, seconds)
        if site := site_of(address):
            self._charge(f"{kind}:{site}", NETWORKS_OF_SITE * burst, seconds)

    def _take_of(self, kind: str, person: Person, burst: float, per_second: float) -> None:
        """Take from the person's bucket, and from that of the address: whoever becomes many guests does not get more."""
        self.take(f"{kind}:{person.id}", burst, per_second)
        address = self._addresses.get(person.id)
        if address is not None:
            self._take_at(kind, address, _CROWD * burst, _CROWD * per_second)

    def for_computing(self, address: str) -> None:
        """Random maps and imports, which are paid for with the processor time that they take (see `charge`)."""
        self._take_at("computing", address, _COMPUTING_BURST, _COMPUTING_RATE, 0)

    def charge(self, address: str, seconds: float) -> None:
        self._charge_at("computing", address, _COMPUTING_BURST, seconds)

    def for_thinking(self, owner: str) -> None:
        """Bots and hints, which are paid for with the time that they take (see `charge_thinking`)."""
        self._take_at("thinking", owner, self._thinking, self._thinking / 3600, 0)

    def charge_thinking(self, owner: str, seconds: float) -> None:
        self._charge_at("thinking", owner, self._thinking, seconds)

    def _charge(self, key: str, burst: float, seconds: float) -> None:
        if self._enabled:
            left, last = self._buckets.get(key, (burst, time.monotonic()))
            self._buckets[key] = (left - seconds, last)

    def for_passwords(self, address: str, name: str) -> None:
        """Guesses are slowed by address and by account; those who have logged in from an address before are not locked out."""
        self._take_at("password", address, 10, 1 / 6)
        account = _account(name)
        if (account, address) not in self._welcome:
            self.take(f"account:{account}", 20, 1 / 60)

    def remember_address(self, person: Person, address: str) -> None:
        self._addresses[person.id] = address

    def owner(self, person_id: str) -> str:
        """By whom thinking is counted: the address that a person was last seen at, so that many guests do not get more."""
        return self._addresses.get(person_id, person_id)

    def welcome(self, address: str, name: str) -> None:
        """The right password was entered."""
        self._welcome[_account(name), address] = True

    def for_new_people(self, address: str) -> None:
        self._take_at("people", address, 20, 1 / 10)

    def for_new_tables(self, person: Person, address: str) -> None:
        self.take(f"tables:{person.id}", 30, 1 / 10)
        self._take_at("tables", address, 60, 1 / 5)

    def for_imports(self, person: Person, address: str) -> None:
        self.for_new_tables(person, address)
        self.take(f"imports:{person.id}", 5, 1 / 30)
        self.for_computing(address)

    def for_listed_tables(self, person: Person, address: str) -> None:
        """Tables in the lobby, which everybody sees."""
        self.take(f"listed:{person.id}", 5, 1 / 120)
        self._take_at("listed", address, 10, 1 / 60)

    def for_seats(self, person: Person) -> None:
        """Joining and leaving, bots, stand-ins and votes."""
        self._take_of("seats", person, 20, 1 / 5)

    def for_tokens(self, person: Person) -> None:
        self._take_of("tokens", person, 10, 1 / 60)

    def for_addresses(self, person: Person, address: str, target: str) -> None:
        """New addresses for notices, and messages that confirm or test one: nobody can use the server to send mail to others."""
        self.take(f"addresses:{person.id}", 10, 1 / 60)
        self._take_at("addresses", address, 20, 1 / 60)
        self.take(f"target:{target[:200]}", 3, 1 / 3600)

    def for_actions(self, person: Person) -> None:
        self._take_of("actions", person, 80, 10)

    def for_plans(self, person: Person) -> None:
        """Moves that are tried out; a plan is replayed for each."""
        self._take_of("plans", person, 80, 5)

    def for_hints(self, person: Person) -> None:
        self._take_of("hints", person, 6, 0.2)

    def for_coach(self, person: Person) -> None:
        self._take_of("coach", person, 30, 1)

    def for_live(self, address: str) -> None:
        """Live connections that begin; one that has ended takes memory for a while."""
        self._take_at("live", address, 300, 5)

    def for_talk(self, person: Person) -> None:
        self._take_of("talk", person, 10, 0.5)
