"""The OpenAPI document: operations from Litestar, schemas from the types of `protocol`.

Litestar's schemas have no descriptions, no enumerations of plain strings and nothing about actions and events, so they are
replaced by those that `protocol.schemas` derives.
"""

import asyncio
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler

from goldenspike.protocol import messages
from goldenspike.protocol.field_meanings import OF_PARAMETERS
from goldenspike.protocol.schemas import components
from goldenspike.record.native import Record
from goldenspike.server.api.examples import EXAMPLES
from goldenspike.server.problem_codes import of_the_rules, of_the_server
from goldenspike.server.requests import AnyRequest

TYPES: list[type[msgspec.Struct]] = [
    Record,
    *[kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)],
]
IMPORTED = {
    "anyOf": [
        {"$ref": "#/components/schemas/Record"},
        {"type": "object", "description": "A game as exported by 18xx.games.", "required": ["actions", "players"]},
    ]
}
STREAM = {
    "schema": {
        "type": "string",
        "description": "Server-sent events. Each is named `changed`; its data is a News object as JSON, its id the revision. "
        "Lines that begin with a colon are comments, which keep the connection open.",
        "contentMediaType": "text/event-stream",
    },
    "x-itemSchema": {"$ref": "#/components/schemas/News"},
    "example": 'event: changed\nid: 12\ndata: {"kind": "game", "revision": 12, "ply": 9}\n\n: still here\n\n',
}


def describe_api(app: Litestar) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(app.openapi_schema.to_schema())
    schemas = components(TYPES)
    for name, example in EXAMPLES.items():
        schemas[name]["examples"] = [example]
    schemas["ProblemDocument"]["properties"]["code"]["enum"] = sorted({*of_the_server(), *of_the_rules()})
    document["components"]["schemas"] = schemas
    for operation in (operation for path in document["paths"].values() for operation in path.values()):
        for parameter in operation.get("parameters", []):
            parameter.setdefault("description", OF_PARAMETERS.get(parameter["name"], ""))
    tables = document["paths"]["/api/v1/tables/import"], document["paths"]["/api/v1/tables/{table_id}/live"]
    tables[0]["post"]["requestBody"]["content"]["application/json"]["schema"] = IMPORTED
    tables[1]["get"]["responses"]["200"]["content"] = {"text/event-stream": STREAM}
    return document


@get("/schema/openapi.json", include_in_schema=False)
async def openapi_document(request: AnyRequest) -> Response[bytes]:
    state = request.app.state
    if not hasattr(state, "openapi"):
        # Everybody who asks meanwhile waits for the same document.
        state.openapi = asyncio.ensure_future(asyncio.to_thread(lambda: msgspec.json.encode(describe_api(request.app))))
    document: bytes = await asyncio.shield(state.openapi)
    return Response(document, media_type="application/vnd.oai.openapi+json", headers={"cache-control": "public, max-age=3600"})


def refuse_all(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard for addresses that the framework adds and nobody needs."""
    raise NotFoundException
