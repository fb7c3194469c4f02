"""People and their tokens."""

from litestar import Controller
from litestar.status_codes import HTTP_201_CREATED

from goldenspike.server.accounts.people import Person
from goldenspike.server.api.describe import describe_catalogue
from goldenspike.server.api.routes import doing, ending, reading
from goldenspike.server.api.schema import Catalogue, GuestWish, PersonInfo, TokenAnswer, TokenWish
from goldenspike.server.requests import AnyRequest, address_of
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.words import Words


class AccountsApi(Controller):
    path = "/"
    tags = ["people"]  # noqa: RUF012 (Litestar reads it from the class)

    @reading("/titles", summary="Titles, versions, options and bots", tags=["titles"])
    async def titles(self, words: Words) -> Catalogue:
        return describe_catalogue(words.language)

    @doing("/guests", summary="Become a guest by name", status_code=HTTP_201_CREATED)
    async def guest(self, data: GuestWish, request: AnyRequest, services: Services) -> TokenAnswer:
        services.limits.for_new_people(address_of(request))
        return TokenAnswer(await services.accounts.guest(data.name, kind="api", label=data.label))

    @doing("/tokens", summary="A token for a registered person", status_code=HTTP_201_CREATED)
    async def token(self, data: TokenWish, request: AnyRequest, services: Services) -> TokenAnswer:
        services.limits.for_passwords(address_of(request))
        return TokenAnswer(await services.accounts.log_in(data.name, data.password, "api", data.label))

    @ending("/tokens/current", summary="Give the token back")
    async def forget(self, person: Person | None, services: Services) -> None:
        await services.accounts.log_out(required(person))

    @reading("/me", summary="Who the token speaks for")
    async def me(self, person: Person | None) -> PersonInfo:
        known = required(person)
        return PersonInfo(known.id, known.name, known.is_guest)
