"""What makes a turn quick: figures at the hex, redo, and passes that need no decision."""

import asyncio
import time
from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from goldenspike.record.wire import to_wire
from goldenspike.server.problems import not_found
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.table.live_table import Automatic
from goldenspike.server.table.pages import done, position_in
from goldenspike.server.table.panel import encode
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.view.prospects import HexProspects, LayProspect, lay_prospects

SECONDS = 1.5
"""The most time spent on what the tiles on one hex would earn."""


class QuickPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/lays/{hex:str}")
    async def lays(
        self, table_id: TableId, hex: FromPath[str], person: Visitor, services: TheServices, words: TheWords
    ) -> Response[dict[str, Any]]:
        """For each tile that fits on a hex: how many are left, its cost, and what the railroad could earn with it."""
        table = await services.tables.live.get(table_id)
        seat = table.speaking_seat(required(person))
        number = table.setup.hex_index.get(hex)
        if number is None:
            raise not_found("hex")
        if seat is None or seat not in table.actors:
            return Response({"ply": table.ply, "lays": {}})
        words = words.at(table.setup.title.name)
        async with services.prospects:
            end = time.monotonic() + SECONDS
            found = await asyncio.to_thread(lay_prospects, table.setup, table.state, seat, number, lambda: time.monotonic() > end)
        said = {encode(to_wire(table.setup, lay.action)): figures(lay, found, words, table.context) for lay in found.lays}
        return Response({"ply": table.ply, "lays": said}, headers={"cache-control": "no-store"})

    @post("/{table_id:str}/redo", status_code=HTTP_200_OK)
    async def redo(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        actor = required(person)
        services.limits.for_actions(actor)
        return await done(request, await services.tables.undoing.redo(actor, table_id, position_in(data)))

    @post("/{table_id:str}/automatic", status_code=HTTP_200_OK)
    async def automatic(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        """Choose what happens by itself when there is nothing to decide."""
        chosen = Automatic.NONE
        if "skip" in data:
            chosen |= Automatic.SKIP
        if "end" in data:
            chosen |= Automatic.END
        return await done(request, await services.seating.set_automatic(required(person), table_id, chosen))


def figures(lay: LayProspect, found: HexProspects, words: Words, context: Context) -> dict[str, str]:
    earns = words("ring.no_train") if found.lacks_train else ""
    if lay.earns is not None and found.now is not None:
        said = {"amount": words.money(lay.earns), "now": words.money(found.now)}
        if found.lacks_train:
            earns = words("ring.earns_with", train=", ".join(words.train(train, context) for train in found.trains), **said)
        else:
            earns = words("ring.earns", **said)
    return {"left": words("ring.left", count=lay.left), "cost": words.money(lay.cost) if lay.cost else "", "earns": earns}
