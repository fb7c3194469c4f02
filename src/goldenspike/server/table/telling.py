"""Telling an open page what has changed: the parts that it shows, over its live connection."""

from dataclasses import dataclass

from goldenspike.protocol.messages import News
from goldenspike.server.accounts.people import Person
from goldenspike.server.live.stream import Listener, Message, StreamEnded
from goldenspike.server.requests import AnyRequest, address_of
from goldenspike.server.security import SESSION_COOKIE
from goldenspike.server.table.news import Browser, shown_by
from goldenspike.server.table.open_pages import OpenPage


@dataclass(frozen=True, slots=True)
class PageTeller:
    browser: Browser
    page: OpenPage
    session: str
    """The cookie of the reader's session, empty for strangers."""

    @property
    def id(self) -> str:
        return self.page.id

    async def tell(self, news: News) -> Message | None:
        page, services = self.page, self.browser.services
        await page.idle.wait()
        if 0 < news.revision <= page.revision:
            return None
        # Looked up each time: whoever has logged out is told nothing more.
        person = await services.accounts.find(self.session, "web") if self.session else None
        if self.session and (person is None or person.is_banned):
            raise StreamEnded
        table = await services.tables.live.get(page.table_id, news.revision)
        answer = await self.browser.news(table, person, page.shown)
        page.take(page.shown, answer)
        return answer.event, answer.squeezed_event


def listener_of(request: AnyRequest, table_id: str, person: Person | None) -> Listener:
    """The live connection of a page. One that tells what it has is sent what changes."""
    browser = Browser.of(request)
    shown, services, address = shown_by(request), browser.services, address_of(request)
    if not shown.versions:
        return Listener(services, table_id, person, address)
    session = request.cookies.get(SESSION_COOKIE, "") if person is not None else ""
    teller = PageTeller(browser, services.open_pages.open(table_id, shown), session)
    return Listener(services, table_id, person, address, teller, "gzip" in request.headers.get("accept-encoding", ""))
