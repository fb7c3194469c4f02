"""People and their tokens."""

from litestar import Controller
from litestar.params import JSONBody
from litestar.status_codes import HTTP_201_CREATED

from goldenspike.protocol.messages import (
    Catalogue,
    GuestRequest,
    PersonalData,
    PersonInfo,
    RegisterRequest,
    TokenAnswer,
    TokenRequest,
)
from goldenspike.server.api.describe import describe_catalogue
from goldenspike.server.api.routes import ending, entering, reading, reading_own
from goldenspike.server.requests import AnyRequest, TheServices, TheWords, Visitor, address_of
from goldenspike.server.security import required


class AccountsApi(Controller):
    path = "/"
    tags = ["people"]  # noqa: RUF012 (Litestar reads it from the class)

    @reading("/titles", summary="Titles, versions, options and bots", tags=["titles"])
    async def titles(self, words: TheWords, services: TheServices) -> Catalogue:
        return describe_catalogue(words.language, services.roster)

    @entering("/guests", summary="Become a guest by name", status_code=HTTP_201_CREATED)
    async def guest(self, data: JSONBody[GuestRequest], request: AnyRequest, services: TheServices) -> TokenAnswer:
        services.limits.for_new_people(address_of(request))
        return TokenAnswer(await services.accounts.guest(data.name, kind="api", label=data.label))

    @entering("/tokens", summary="A token for a registered person", status_code=HTTP_201_CREATED)
    async def log_in(self, data: JSONBody[TokenRequest], request: AnyRequest, services: TheServices) -> TokenAnswer:
        services.limits.for_passwords(address_of(request), data.name)
        token = await services.accounts.log_in(data.name, data.password, "api", data.label)
        services.limits.welcome(address_of(request), data.name)
        return TokenAnswer(token)

    @entering("/people", summary="Register a name with a password; a guest's token keeps its seats", status_code=HTTP_201_CREATED)
    async def register(
        self, data: JSONBody[RegisterRequest], request: AnyRequest, person: Visitor, services: TheServices
    ) -> TokenAnswer:
        services.limits.for_new_people(address_of(request))
        token = await services.accounts.register(data.name, data.password, person, "api", data.label)
        services.limits.welcome(address_of(request), data.name)
        return TokenAnswer(token)

    @ending("/tokens/current", summary="Revoke the token")
    async def log_out(self, person: Visitor, services: TheServices) -> None:
        await services.accounts.log_out(required(person))

    @reading_own("/me/data", summary="Everything stored about the token's owner")
    async def my_data(self, person: Visitor, services: TheServices) -> PersonalData:
        return await services.accounts.data_of(required(person))

    @reading_own("/me", summary="Who the token belongs to")
    async def me(self, person: Visitor) -> PersonInfo:
        known = required(person)
        return PersonInfo(known.id, known.name, known.is_guest)
