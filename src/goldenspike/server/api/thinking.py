"""Hints, and stand-ins for absent players."""

from litestar import Controller
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from goldenspike.protocol.messages import HintAnswer, SeatWanted, StandInRequest, StandInVote, TableInfo, TimeOutVote
from goldenspike.server.api.describe import describe_table
from goldenspike.server.api.routes import doing
from goldenspike.server.requests import Number, TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required


class ThinkingApi(Controller):
    path = "/tables"
    tags = ["bots"]  # noqa: RUF012 (Litestar reads it from the class)

    @doing("/{table_id:str}/hint", summary="What the baron would do in your seat, and why", status_code=HTTP_200_OK)
    async def hint(
        self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords, seat: Number = None
    ) -> HintAnswer:
        asking = required(person)
        services.limits.for_hints(asking)
        hinted = await services.hints.ask(asking, table_id, seat)
        return HintAnswer(hinted.table.ply, hinted.seat, hinted.wire, hinted.move(words), hinted.why(words))

    @doing("/{table_id:str}/stand-in", summary="Propose that a bot play for somebody who is away", status_code=HTTP_200_OK)
    async def propose_stand_in(
        self, table_id: TableId, data: JSONBody[StandInRequest], person: Visitor, services: TheServices
    ) -> TableInfo:
        asking = required(person)
        services.limits.for_seats(asking)
        return describe_table(await services.stand_ins.propose(asking, table_id, data.seat, data.bot), asking)

    @doing("/{table_id:str}/stand-in/vote", summary="Agree to a stand-in, or not", status_code=HTTP_200_OK)
    async def answer_stand_in(
        self, table_id: TableId, data: JSONBody[StandInVote], person: Visitor, services: TheServices
    ) -> TableInfo:
        asking = required(person)
        services.limits.for_seats(asking)
        return describe_table(await services.stand_ins.vote(asking, table_id, data.agree, data.request), asking)

    @doing("/{table_id:str}/leave/ask", summary="Ask the others for their consent to leave the game", status_code=HTTP_200_OK)
    async def ask_to_leave(self, table_id: TableId, person: Visitor, services: TheServices) -> TableInfo:
        asking = required(person)
        services.limits.for_seats(asking)
        return describe_table(await services.stand_ins.ask_to_leave(asking, table_id), asking)

    @doing("/{table_id:str}/time-out/vote", summary="Vote on what happens to a player whose time is up", status_code=HTTP_200_OK)
    async def vote_on_time_out(
        self, table_id: TableId, data: JSONBody[TimeOutVote], person: Visitor, services: TheServices
    ) -> TableInfo:
        voter = required(person)
        services.limits.for_seats(voter)
        return describe_table(await services.clocks.vote(voter, table_id, data.seat, data.choice), voter)

    @doing("/{table_id:str}/stand-in/end", summary="Take your seat back from a stand-in", status_code=HTTP_200_OK)
    async def end_stand_in(
        self, table_id: TableId, data: JSONBody[SeatWanted], person: Visitor, services: TheServices
    ) -> TableInfo:
        asking = required(person)
        services.limits.for_seats(asking)
        return describe_table(await services.stand_ins.take_back(asking, table_id, data.seat), asking)
