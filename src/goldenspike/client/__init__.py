"""A client of the JSON API: `Client` waits for each answer, `AsyncClient` is awaited. Both need `goldenspike[client]`.

Answers are the types of `goldenspike.protocol.messages`; a refusal raises `ApiProblem`. See docs/api.md.
"""

from goldenspike.client.answers import ApiProblem
from goldenspike.client.asynchronous import AsyncClient
from goldenspike.client.synchronous import Client

__all__ = ["ApiProblem", "AsyncClient", "Client"]
